import { css } from 'styled-system/css'
import { cx } from '../ui/cx'
import type { ControlProps } from '../ui/field'
import { Icon } from '../ui/icon'
import { input, pictured } from '../ui/input-look'

export type Option = readonly [value: string, text: string]

type Props = {
  control: ControlProps
  /** The name for screen readers, where no label is drawn. */
  label?: string | undefined
  options: readonly Option[]
  value: string
  /** True where the value can be read and not changed. */
  isFixed: boolean
  onChange: (value: string) => void
  onLeave?: () => void
}

/** A choice of one option in the panel of a field. One that is fixed can be read and has a padlock. */
export function OptionSelect({ control, label, options, value, isFixed, onChange, onLeave }: Props) {
  return (
    <span className={pictured}>
      <select
        {...control}
        className={cx(input(), bare)}
        aria-label={label}
        aria-disabled={isFixed || undefined}
        value={value}
        onChange={({ target }) => !isFixed && onChange(target.value)}
        onBlur={onLeave}
      >
        {options.map(([one, text], at) => (
          <option key={at} value={one}>
            {text}
          </option>
        ))}
      </select>
      <Icon name={isFixed ? 'lock' : 'chevronDown'} />
    </span>
  )
}

const bare = css({
  appearance: 'none',
  paddingInlineEnd: '8',
  textOverflow: 'ellipsis',
  '& option': { background: 'bg.popover', color: 'fg.default' },
  '&[aria-disabled]': { background: 'bg.muted', color: 'fg.muted' },
})
