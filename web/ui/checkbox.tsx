import { css } from 'styled-system/css'
import { cx } from './cx'

/** A box that is ticked, not ticked, or half ticked; the element around it is the control. */
export function Box({ checked }: { checked: boolean | 'some' }) {
  return (
    <span className={cx(box, checked !== false && ticked)} data-box={checked === false ? '' : 'ticked'}>
      {checked !== false && (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={checked === 'some' ? 'M5 12h14' : 'M20 6 9 17l-5-5'} />
        </svg>
      )}
    </span>
  )
}

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
