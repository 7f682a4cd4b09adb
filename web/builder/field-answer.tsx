import { FormField } from '../form/form-field'
import { Field } from '../ui/field'
import { useT } from '../words'
import { DefaultValue } from './default-value'
import type { OpenField } from './open-field'
import { Options, pair, Part } from './panel-part'

/** How a field is answered: whether it must be, what it begins with, and the bounds of its answer. */
export function Answer({ of }: { of: OpenField }) {
  const t = useT()
  const { field, form, path, has } = of
  return (
    <Part title={t('builder.sections.answer')}>
      <div className={pair}>
        <FormField of={form.resource} name={`${path}.required`} form={form} />
        <Options of={of} names={[...(field.required === true ? ['requiredErrorText'] : []), 'placeholder']} />
        {has.has('defaultValue') && <DefaultField of={of} />}
        <Options of={of} names={['limit', 'min', 'max', 'step', 'lines', 'columns']} />
        <Options of={of} names={['allowSelectAll', 'allowComments', 'allowQrCode']} />
      </div>
    </Part>
  )
}

/** The answer that a question begins with. */
function DefaultField({ of }: { of: OpenField }) {
  const { builder, field, form, labelAt, problemAt } = of
  const path = `${of.options}.defaultValue`
  const label = labelAt(path)
  return (
    <Field label={label} id={form.fieldId(path)} problem={problemAt(path)}>
      {(control) => (
        <DefaultValue
          form={form}
          field={field}
          path={path}
          label={label}
          control={control}
          onChange={(defaultValue) => form.blocked === null && builder.setOptions({ defaultValue })}
          onLeave={() => form.touch(path)}
        />
      )}
    </Field>
  )
}
