import { css, cx } from 'styled-system/css'

type Props = {
  checked: boolean | 'some'
  label: string
  tabIndex?: number
  onChange: () => void
}

/** A box that is ticked, not ticked, or half. */
export function Checkbox({ checked, label, tabIndex, onChange }: Props) {
  return (
    <button
      type="button"
      // A native box cannot be half ticked by its markup, nor keep its place out of the tab order.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="checkbox"
      aria-checked={checked === 'some' ? 'mixed' : checked}
      aria-label={label}
      tabIndex={tabIndex}
      className={frame}
      onClick={(event) => {
        event.stopPropagation()
        onChange()
      }}
    >
      <Box checked={checked} />
    </button>
  )
}

/** What the box looks like, for where something else is the control. */
export function Box({ checked }: { checked: boolean | 'some' }) {
  return (
    <span className={cx(box, checked !== false && ticked)}>
      {checked !== false && (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={checked === 'some' ? 'M5 12h14' : 'M20 6 9 17l-5-5'} />
        </svg>
      )}
    </span>
  )
}

const frame = css({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: '0',
  width: { base: 'icon', _narrow: 'touch' },
  height: { base: 'icon', _narrow: 'touch' },
  padding: '0',
  border: 'none',
  background: 'transparent',
  borderRadius: 'xs',
  cursor: 'pointer',
})
const box = css({
  display: 'grid',
  placeItems: 'center',
  width: 'icon',
  height: 'icon',
  border: '1px solid token(colors.border.control)',
  borderRadius: 'xs',
  background: 'bg.surface',
  '& svg': {
    width: 'thumb',
    height: 'thumb',
    fill: 'transparent',
    stroke: 'accent.on',
    strokeWidth: '3',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
})
const ticked = css({ background: 'accent.solid', borderColor: 'accent.solid' })
