import { useState } from 'react'
import { css } from 'styled-system/css'
import { formField } from '@tocsin/core/form/schema'
import { ATTACHMENT_TYPES } from '@tocsin/core/form/schema-rules'
import type { FormField as Declared } from '@tocsin/core/form/types'
import { NumberWidget } from '../form/fields/number-widget'
import { FormField } from '../form/form-field'
import type { Form } from '../form/use-draft'
import { labelOf } from '../record/field-at'
import { Field } from '../ui/field'
import { input } from '../ui/input-look'
import { useT } from '../words'
import type { Builder } from './use-builder'

type Props = {
  builder: Builder
  form: Form
  field: Declared
  /** The path of the options in the record. */
  path: string
  /** True where the types, which of them are mandatory and their sizes can be chosen. */
  perType: boolean
  problemAt: (path: string) => string | null
}

/** The attachments that a field takes: which types, how many, which are mandatory, and how large (FIELD-12). */
export function Attachments({ builder, form, field, path, perType, problemAt }: Props) {
  const t = useT()
  const options = field.options ?? {}
  const types = Array.isArray(options['attachmentTypes']) ? (options['attachmentTypes'] as unknown[]) : []
  const given = options['attachmentSizes']
  const sizes = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>
  /** The sizes on arrival, which a type has again when it comes back. */
  const [former] = useState(sizes)
  const at = (name: string) => `${path}.${name}`
  const typesProblem = problemAt(at('attachmentTypes')) ?? problemAt(path)
  const sizesProblem = problemAt(at('attachmentSizes'))
  const least = options['attachmentMandatory'] === 'all' && types.length > 1 ? types.length : null

  const choose = (type: string, on: boolean) => {
    const next = ATTACHMENT_TYPES.filter((one) => (one === type ? on : types.includes(one)))
    const largest = Object.fromEntries(next.map((one) => [one, sizes[one] ?? former[one] ?? 8]))
    builder.setOptions({ attachmentTypes: next, attachmentSizes: largest })
  }
  return (
    <>
      {perType && (
        <fieldset className={boxes} id={form.fieldId(at('attachmentTypes'))} tabIndex={-1}>
          <legend className={legend}>{labelOf(form.resource, at('attachmentTypes'), t)}</legend>
          {ATTACHMENT_TYPES.map((type, index) => (
            <label key={type} className={box}>
              <input
                {...(index === 0 ? { id: form.fieldId(path) } : {})}
                type="checkbox"
                aria-disabled={form.blocked !== null || undefined}
                aria-describedby={typesProblem === null ? undefined : form.fieldId(`${path}-problem`)}
                checked={types.includes(type)}
                onChange={({ target }) => form.blocked === null && choose(type, target.checked)}
              />
              {t(`builder.types.${type}`)}
            </label>
          ))}
          {typesProblem !== null && (
            <p className={trouble} id={form.fieldId(`${path}-problem`)}>
              {typesProblem}
            </p>
          )}
        </fieldset>
      )}
      <FormField
        of={form.resource}
        name={at('attachmentQty')}
        form={form}
        help={least === null ? undefined : t('builder.least', { min: least })}
      />
      {perType && <FormField of={form.resource} name={at('attachmentMandatory')} form={form} />}
      {perType &&
        ATTACHMENT_TYPES.filter((type) => types.includes(type)).map((type, index) => {
          const label = t('builder.sizeOf', { type: t(`builder.types.${type}`) })
          const isWrong = sizesProblem !== null && !(typeof sizes[type] === 'number' && sizes[type] >= 1)
          return (
            <Field
              key={type}
              label={label}
              problem={isWrong ? sizesProblem : null}
              required
              id={index === 0 ? form.fieldId(at('attachmentSizes')) : form.fieldId(at(`attachmentSizes.${type}`))}
            >
              {(control) =>
                form.blocked === null ? (
                  <NumberWidget
                    form={form}
                    field={formField['title']!}
                    path={at('attachmentSizes')}
                    label={label}
                    value={sizes[type]}
                    control={control}
                    onChange={(size) => builder.setOptions({ attachmentSizes: { ...sizes, [type]: size } })}
                    onLeave={() => form.touch(at('attachmentSizes'))}
                  />
                ) : (
                  <input {...control} className={input()} readOnly value={String(sizes[type] ?? '')} />
                )
              }
            </Field>
          )
        })}
      {(['allowCamera', 'allowMic', 'allowFile'] as const).map((name) => (
        <FormField key={name} of={form.resource} name={at(name)} form={form} />
      ))}
    </>
  )
}

const boxes = css({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '4',
  gridColumn: '1 / -1',
  margin: '0',
  padding: '0',
  border: 'none',
  minWidth: '0',
})
const legend = css({ fontWeight: 'medium', padding: '0', marginBottom: '1' })
const box = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'control', _narrow: 'touch' },
})
const trouble = css({ width: 'full', textStyle: 'small', color: 'danger.fg' })
