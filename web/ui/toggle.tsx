import { cva } from 'styled-system/css'

type Props = {
  on: boolean
  /** The name of the switch, read out with its state. */
  label: string
  /** `row` is a quieter look, for a column of many switches. */
  look?: 'form' | 'row'
  blocked?: string | null | undefined
  /** -1 takes the switch out of the tab order if the row around it is the one stop. */
  tabIndex?: number
  id?: string
  onChange: (on: boolean) => void
}

/** A switch. Its position shows the state, and its colour repeats it. */
export function Toggle({ on, label, look = 'form', blocked, tabIndex, id, onChange }: Props) {
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
      className={toggle({ look })}
      onClick={(event) => {
        event.stopPropagation()
        if (!blocked) onChange(!on)
      }}
    />
  )
}

/** The look alone, for elements drawn without React. */
export const toggle = cva({
  base: {
    position: 'relative',
    display: 'inline-block',
    verticalAlign: 'middle',
    flexShrink: '0',
    width: 'toggle',
    height: 'icon',
    borderRadius: 'full',
    border: '1px solid transparent',
    background: 'border.control',
    cursor: 'pointer',
    _before: {
      content: '""',
      position: 'absolute',
      top: '[1px]',
      left: '[1px]',
      width: 'thumb',
      height: 'thumb',
      borderRadius: 'full',
      background: 'bg.surface',
    },
    // The area for a finger is larger than the switch looks.
    _after: { content: '""', position: 'absolute', inset: '[-14px -8px]', display: { base: 'none', _narrow: 'block' } },
    '&[aria-checked=true]::before': { left: '[13px]' },
    _ariaDisabled: { opacity: '0.55', cursor: 'default' },
  },
  variants: {
    look: {
      form: {
        '&[aria-checked=true]': { background: 'accent.solid' },
        '&[aria-checked=true]::before': { background: 'accent.on' },
      },
      row: {
        '&[aria-checked=true]': { background: 'accent.subtle', borderColor: 'accent.border' },
        '&[aria-checked=true]::before': { background: 'accent.fg' },
      },
    },
  },
})
