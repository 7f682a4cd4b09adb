import { css } from 'styled-system/css'
import { DATE_FORMATS } from '@tocsin/core/form/schema'
import { cx } from '../ui/cx'
import { Field } from '../ui/field'
import { Icon } from '../ui/icon'
import { input, pictured } from '../ui/input-look'
import { useT } from '../words'
import { KINDS, kindOf, kindText } from './kinds'
import type { OpenField } from './open-field'

/** The type of a field. What the server does not offer is there only where the field has it already. */
export function TypeField({ of, offered }: { of: OpenField; offered: ReadonlySet<string> }) {
  const t = useT()
  const { builder, field, form, labelAt, problemAt } = of
  const { blocked } = form
  const { path: list } = builder.facts
  const path = `${of.path}.type`
  const kind = kindOf(field)
  const kinds = KINDS.filter((one) => one === kind || offered.has(one))
  return (
    <Field label={labelAt(path)} id={form.fieldId(path)} required problem={problemAt(path)}>
      {(control) => (
        <span className={pictured}>
          <select
            {...control}
            className={cx(input(), bare)}
            aria-disabled={blocked !== null || undefined}
            value={kind}
            onChange={({ target }) => blocked === null && builder.retype(target.value)}
          >
            {!kinds.includes(kind) && <option value={kind}>{t('builder.notKnown', { type: kind })}</option>}
            {kinds.map((one) => (
              <option key={one} value={one}>
                {kindText(form.resource, list, one, t)}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" />
        </span>
      )}
    </Field>
  )
}

/** The formats that are offered; a date without one has the last. */
const OFFERED_FORMATS = DATE_FORMATS.slice(0, 3)
const [DEFAULT_FORMAT] = DATE_FORMATS.slice(3)

/** The format in which a date is written. */
export function FormatField({ of }: { of: OpenField }) {
  const t = useT()
  const { builder, field, form, labelAt } = of
  const { blocked } = form
  const path = `${of.options}.format`
  const format = field.options?.['format']
  return (
    <Field label={labelAt(path)} id={form.fieldId(path)}>
      {(control) => (
        <span className={pictured}>
          <select
            {...control}
            className={cx(input(), bare)}
            aria-disabled={blocked !== null || undefined}
            value={typeof format === 'string' && format !== DEFAULT_FORMAT ? format : ''}
            onChange={({ target }) =>
              blocked === null && builder.setOptions({ format: target.value === '' ? null : target.value })
            }
          >
            <option value="">{t('builder.dateDefault')}</option>
            {OFFERED_FORMATS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" />
        </span>
      )}
    </Field>
  )
}

const bare = css({
  appearance: 'none',
  paddingInlineEnd: '8',
  textOverflow: 'ellipsis',
  '& option': { background: 'bg.popover', color: 'fg.default' },
})
