import { useId } from 'react'
import { css } from 'styled-system/css'

type Props<Value extends string | number> = {
  label: string
  options: readonly (readonly [value: Value, text: string])[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice among a few, all of them shown: one stop of Tab, in which the arrows choose. */
export function Segments<Value extends string | number>({ label, options, value, onChange }: Props<Value>) {
  const id = useId()
  return (
    <fieldset className={frame} aria-label={label}>
      {options.map(([one, text]) => (
        <label key={one} className={segment}>
          <input className={hidden} type="radio" name={id} checked={one === value} onChange={() => onChange(one)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

const frame = css({
  display: 'inline-flex',
  margin: '0',
  padding: '0.5',
  border: 'none',
  borderRadius: 'sm',
  background: 'bg.muted',
  minWidth: '0',
  overflow: 'auto',
})
const segment = css({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  minWidth: { base: 'controlSm', _narrow: 'touch' },
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  paddingInline: '2.5',
  borderRadius: 'xs',
  color: 'fg.muted',
  fontSize: 'xs',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '&:has(:checked)': {
    background: 'bg.surface',
    color: 'fg.default',
    fontWeight: 'medium',
    boxShadow: 'raised',
    _forced: { outline: '[2px solid Highlight]' },
  },
  '&:has(:focus-visible)': { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]' },
})
const hidden = css({ position: 'absolute', inset: '0', opacity: '0', margin: '0', cursor: 'pointer' })
