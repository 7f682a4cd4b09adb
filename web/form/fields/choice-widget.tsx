import { css, cx } from 'styled-system/css'
import { choiceOf } from '../../record/field-at'
import { input, pictured } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { choicesOf } from '../choices-of'
import type { WidgetProps } from './widget'

/** One of several, in the browser's own list. */
export function ChoiceWidget({ form, field, path, value, control, onChange, onLeave }: WidgetProps) {
  const t = useT()
  const chosen = typeof value === 'string' ? value : ''
  const isNeeded = control['aria-required'] === true
  return (
    <span className={pictured}>
      <select
        {...control}
        className={cx(input(), bare)}
        value={chosen}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        onBlur={onLeave}
      >
        {(!isNeeded || chosen === '') && <option value="">{t(isNeeded ? 'form.choose' : 'form.none')}</option>}
        {choicesOf(field, form.values, chosen, form.choices?.(path, form.values)).map((choice) => (
          <option key={choice} value={choice}>
            {choiceOf(form.resource, path, choice, t)}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" />
    </span>
  )
}

const bare = css({
  appearance: 'none',
  paddingInlineEnd: '8',
  textOverflow: 'ellipsis',
  '& option': { background: 'bg.popover', color: 'fg.default' },
})
