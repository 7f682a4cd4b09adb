import { DATE_FORMATS } from '@tocsin/core/form/schema'
import { Field } from '../ui/field'
import { useT } from '../words'
import { KINDS, kindOf, kindText } from './kinds'
import type { OpenField } from './open-field'
import { OptionSelect } from './option-select'

/** The type of a field. What the server does not offer is there only where the field has it already. */
export function TypeField({ of, offered }: { of: OpenField; offered: ReadonlySet<string> }) {
  const t = useT()
  const { builder, field, form, labelAt, problemAt } = of
  const { path: list } = builder.facts
  const path = `${of.path}.type`
  const kind = kindOf(field)
  const kinds = KINDS.filter((one) => one === kind || offered.has(one))
  return (
    <Field label={labelAt(path)} id={form.fieldId(path)} required problem={problemAt(path)}>
      {(control) => (
        <OptionSelect
          control={control}
          options={[
            ...(kinds.includes(kind) ? [] : [[kind, t('builder.notKnown', { type: kind })] as const]),
            ...kinds.map((one) => [one, kindText(form.resource, list, one, t)] as const),
          ]}
          value={kind}
          isFixed={form.blocked !== null}
          onChange={builder.retype}
        />
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
  const path = `${of.options}.format`
  const format = field.options?.['format']
  return (
    <Field label={labelAt(path)} id={form.fieldId(path)}>
      {(control) => (
        <OptionSelect
          control={control}
          options={[['', t('builder.dateDefault')], ...OFFERED_FORMATS.map((one) => [one, one] as const)]}
          value={typeof format === 'string' && format !== DEFAULT_FORMAT ? format : ''}
          isFixed={form.blocked !== null}
          onChange={(chosen) => builder.setOptions({ format: chosen === '' ? null : chosen })}
        />
      )}
    </Field>
  )
}
