import { css } from 'styled-system/css'
import { usePreferences } from '../../preferences'
import { displayValue } from '../../record/display'
import { input, pictured } from '../../ui/input-look'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { choicesOf } from '../choices-of'
import type { WidgetProps } from './widget'
import { cx } from '../../ui/cx'

/** A choice in the browser's own select. */
export function ChoiceWidget({ form, field, path, value, control, onChange, onLeave }: WidgetProps) {
  const t = useT()
  const { locale } = usePreferences()
  const chosen = typeof value === 'string' ? value : ''
  const isRequired = control['aria-required'] === true
  return (
    <span className={cx(pictured, medium)}>
      <select
        {...control}
        className={cx(input(), bare)}
        value={chosen}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        onBlur={onLeave}
      >
        {(!isRequired || chosen === '') && <option value="">{t(isRequired ? 'form.choose' : 'form.none')}</option>}
        {choicesOf(field, form.values, chosen, form.choices?.(path, form.values)).map((choice) => (
          <option key={choice} value={choice} disabled={choice !== chosen && field.disabled?.includes(choice)}>
            {displayValue(form.resource, path, choice, t, locale, { row: form.values })}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" />
    </span>
  )
}

const medium = css({ maxWidth: 'dropdownMedium' })
const bare = css({
  appearance: 'none',
  paddingInlineEnd: '8',
  textOverflow: 'ellipsis',
  '& option': { background: 'bg.popover', color: 'fg.default' },
})
