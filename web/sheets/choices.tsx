import { css } from 'styled-system/css'

type Props<Value extends string> = {
  label: string
  name: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  disabled?: boolean
  onChange: (value: Value) => void
}

/** A choice among a few options, all of them visible. */
export function Choices<Value extends string>({ label, name, value, options, disabled, onChange }: Props<Value>) {
  return (
    <fieldset className={frame} disabled={disabled}>
      <legend className={legend}>{label}</legend>
      {options.map(([one, text]) => (
        <label key={one} className={option}>
          <input
            className={radio}
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            onChange={() => onChange(one)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

const frame = css({ border: 'none', padding: '0', margin: '0', minWidth: '0', display: 'grid', gap: '1' })
const legend = css({ fontWeight: 'medium', padding: '0', marginBottom: '1' })
const option = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  width: '[fit-content]',
  paddingInlineEnd: '1.5',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  borderRadius: 'xs',
  cursor: 'pointer',
  // A browser draws a square round its own circle: the ring is round the whole option.
  '&:has(:focus-visible)': { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[1px]' },
})
const radio = css({
  width: 'icon',
  height: 'icon',
  flexShrink: '0',
  margin: '0',
  accentColor: 'accent.solid',
  _focusVisible: { outlineStyle: 'none' },
})
