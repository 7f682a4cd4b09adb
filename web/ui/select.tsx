import type { Ref } from 'react'
import { css, cva } from 'styled-system/css'
import { Icon } from './icon'

type Props<Value extends string> = {
  label: string
  value: Value
  options: (readonly [value: Value, text: string])[]
  /** The same width as others of its kind (CONST-20); absent: the width of its texts. */
  width?: 'tiny' | 'small'
  ref?: Ref<HTMLSelectElement>
  onChange: (value: Value) => void
}

/** The browser's own select, without a frame. It has a background when pointed at. Its label is for screen readers. */
export function Select<Value extends string>({ label, value, options, width, ref, onChange }: Props<Value>) {
  return (
    <span className={frame}>
      <select
        ref={ref}
        className={control({ width })}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" />
    </span>
  )
}

const frame = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  color: 'fg.muted',
  '& svg': { position: 'absolute', insetInlineEnd: '2', pointerEvents: 'none' },
})
const control = cva({
  base: {
    appearance: 'none',
    minHeight: { base: 'control', _narrow: 'touch' },
    paddingInlineStart: '2',
    paddingInlineEnd: '8',
    border: 'none',
    borderRadius: 'sm',
    background: 'transparent',
    color: 'fg.muted',
    fontSize: 'sm',
    fontWeight: 'medium',
    cursor: 'pointer',
    _hover: { background: 'bg.hover', color: 'fg.default' },
    '& option': { background: 'bg.popover', color: 'fg.default' },
  },
  variants: { width: { tiny: { width: 'dropdownTiny' }, small: { width: 'dropdownSmall', textOverflow: 'ellipsis' } } },
})
