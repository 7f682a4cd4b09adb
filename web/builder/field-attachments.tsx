import { useState } from 'react'
import { css } from 'styled-system/css'
import { withAttachments } from '@tocsin/core/form/field-options'
import { formField } from '@tocsin/core/form/schema'
import { ATTACHMENT_TYPES } from '@tocsin/core/form/schema-rules'
import { NumberWidget } from '../form/fields/number-widget'
import { FormField } from '../form/form-field'
import { Field } from '../ui/field'
import { input } from '../ui/input-look'
import { Toggle } from '../ui/toggle'
import { useT } from '../words'
import type { OpenField } from './open-field'
import { Lockable, pair, Part } from './panel-part'

type Props = {
  of: OpenField
  /** True where the types, which of them are mandatory and their sizes can be chosen. */
  perType: boolean
}

/** The options for attachments: a switch where the field has an answer besides, then types, number and sizes. */
export function FieldAttachments({ of, perType }: Props) {
  const t = useT()
  const { builder, field, form, has, labelAt } = of
  const path = `${of.options}.allowAttachments`
  return (
    <Part title={t('builder.sections.attachments')}>
      <div className={pair}>
        {has.has('allowAttachments') && (
          <Field label={labelAt(path)} id={form.fieldId(path)} help={form.blocked}>
            {({ id }) => (
              <span>
                <Toggle
                  id={id}
                  label={labelAt(path)}
                  on={field.options?.['allowAttachments'] === true}
                  blocked={form.blocked}
                  onChange={(on) =>
                    builder.setOptions(
                      on ? withAttachments({ ...field.options, allowAttachments: true }) : { allowAttachments: null },
                    )
                  }
                />
              </span>
            )}
          </Field>
        )}
        {has.has('attachmentTypes') && <Attachments of={of} perType={perType} />}
      </div>
    </Part>
  )
}

/** The attachments that a field takes: which types, how many, which are mandatory, and how large (FIELD-12). */
function Attachments({ of, perType }: Props) {
  const t = useT()
  const { builder, field, form, options: path, labelAt, problemAt } = of
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
          <legend className={legend}>{labelAt(at('attachmentTypes'))}</legend>
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
                  <Lockable isFixed>
                    <input {...control} className={input()} readOnly value={String(sizes[type] ?? '')} />
                  </Lockable>
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
