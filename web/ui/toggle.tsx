import { css } from 'styled-system/css'

type Props = {
  on: boolean
  /** The name of the switch, read out with its state. */
  label: string
  blocked?: string | null | undefined
  /** -1 takes the switch out of the tab order if the row around it is the one stop. */
  tabIndex?: number
  id?: string
  onChange: (on: boolean) => void
}

/** A switch. Its position shows the state, and its colour repeats it. */
export function Toggle({ on, label, blocked, tabIndex, id, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      aria-checked={on}
      aria-label={label}
      aria-disabled={Boolean(blocked) || undefined}
      title={blocked ?? undefined}
      tabIndex={tabIndex}
      className={toggle}
      onClick={(event) => {
        event.stopPropagation()
        if (!blocked) onChange(!on)
      }}
    />
  )
}

/** The look alone, for elements drawn without React. */
export const toggle = css({
  position: 'relative',
  display: 'inline-block',
  verticalAlign: 'middle',
  flexShrink: '0',
  width: 'toggle',
  height: 'icon',
  borderRadius: 'full',
  // Off is hollow and on is filled, here as in every list.
  border: '1px solid token(colors.border.control)',
  background: 'transparent',
  cursor: 'pointer',
  _before: {
    content: '""',
    position: 'absolute',
    top: '[1px]',
    left: '[1px]',
    width: 'thumb',
    height: 'thumb',
    borderRadius: 'full',
    background: 'border.control',
  },
  // The area for a finger is larger than the switch looks.
  _after: { content: '""', position: 'absolute', inset: '[-14px -8px]', display: { base: 'none', _narrow: 'block' } },
  '&[aria-checked=true]': { background: 'accent.subtle', borderColor: 'accent.border' },
  '&[aria-checked=true]::before': { left: '[13px]', background: 'accent.fg' },
  _ariaDisabled: { opacity: '0.55', cursor: 'default' },
})
