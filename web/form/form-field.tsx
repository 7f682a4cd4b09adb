import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import type { Field as Declared, Resource } from '@tocsin/core/vocabulary/resource'
import { fieldIn, withoutPlaces } from '@tocsin/core/vocabulary/field-words'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { labelIn } from '@tocsin/core/vocabulary/kind-words'
import { may, mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../data/account'
import { findResource } from '../data/resources'
import { fieldAt, valueAt } from '../record/field-at'
import { Field, type ControlProps } from '../ui/field'
import { Toggle } from '../ui/toggle'
import { useT } from '../words'
import { noLongerAmong, noLongerFitting, ofOtherKind } from './choices-of'
import { leftBehind } from './choices-within'
import { withValue } from '@tocsin/core/vocabulary/changes'
import { applies, around, isRequired } from './draft'
import { ChoiceWidget } from './fields/choice-widget'
import { whole } from './fields/columns'
import { ColorWidget } from './fields/color-widget'
import { FileWidget } from './fields/file-widget'
import { GroupFields } from './fields/group-fields'
import { JsonList } from './fields/json-list'
import { HtmlWidget } from './fields/html-widget'
import { JsonWidget } from './fields/json-widget'
import { ListFields } from './fields/list-fields'
import { LockedValue } from './fields/locked-value'
import { NumberWidget } from './fields/number-widget'
import { ReferenceWidget } from './fields/reference-widget'
import { SecretWidget } from './fields/secret-widget'
import { LongTextWidget, TextWidget } from './fields/text-widget'
import type { WidgetProps } from './fields/widget'
import { problemText } from '../notices/problem-text'
import { lockOf } from './lock-of'
import type { Form } from './use-draft'
import { Was } from './was'

type Props = {
  of: Resource
  /** A path: `name`, `location.city`. */
  name: string
  form: Form
  help?: ReactNode
  notes?: Notes | undefined
}

/** The content under fields and those within them, in step with the draft, by the field's path. */
export type Notes = Readonly<Record<string, (form: Form) => ReactNode>>

/**
 * A field of the declaration with its label, the control of its kind and its problem; nothing where it does not apply
 * to this draft.
 */
export function FormField({ of, name, form, notes, help = notes?.[name]?.(form) }: Props): ReactNode {
  const t = useT()
  const account = useAccount()
  const field = fieldAt(of, name)
  if (!field || !applies(field, form.values, name) || form.hides?.(name, form.values)) return null
  if (field.can !== undefined && !may(account, field.can)) return null
  // Addresses of other kinds take no file.
  const upload = fieldIn(of.fields, withoutPlaces(name), form.values)?.upload
  const label = labelIn(of, name, form.values, t)
  const value = valueAt(form.values, name)
  const target = field.of === undefined ? undefined : findResource(field.of)
  const lock = lockOf({
    resource: of,
    path: name,
    isNew: form.id === null,
    byAccount: account.userType === 'client',
    maySeeTarget: field.of === undefined || (target !== undefined && mayDo(account, target, 'view')),
  })
  const why = lock ? t(`form.locked.${lock}`) : form.fixed?.[name]
  const locked = why !== undefined || form.blocked !== null
  const reason = form.problemAt(name)
  const problem = reason ? problemText(reason, label, t) : null
  const change = (next: unknown) =>
    form.setAll({
      ...leftBehind(of, name, findResource),
      ...noLongerFitting(of, name, form.values, withValue(form.values, name, next)),
      ...noLongerAmong(of, name, form.values, withValue(form.values, name, next)),
      ...ofOtherKind(of, name, withValue(form.values, name, next)),
      ...form.follows?.(name, next),
      [name]: next,
    })
  const inside = fieldsOf(field, around(form.values, name))
  const inner = (path: string) => <FormField key={path} of={of} name={path} form={form} notes={notes} />

  if (field.type === 'group')
    return (
      <GroupFields id={form.fieldId(name)} label={label}>
        {Object.keys(inside).map((part) => inner(`${name}.${part}`))}
      </GroupFields>
    )
  if (field.type === 'list' && form.asJson?.includes(name) && !locked)
    return <JsonList form={form} path={name} label={label} value={value} problem={problem} onChange={change} />
  if (field.type === 'list')
    return (
      <ListFields
        id={form.fieldId(name)}
        label={label}
        problem={problem}
        items={Array.isArray(value) ? value : []}
        locked={locked}
        onChange={change}
      >
        {(at) => Object.keys(inside).map((part) => inner(`${name}.${at}.${part}`))}
      </ListFields>
    )
  const control = (
    <Field
      label={label}
      id={form.fieldId(name)}
      beside={field.type === 'boolean'}
      required={!locked && isRequired(field, { ...form.values, id: form.id }, name)}
      problem={problem}
      help={why ?? help}
      was={form.marksChanges && Object.hasOwn(form.changes, name) ? <Was form={form} path={name} /> : undefined}
    >
      {(control: ControlProps) => {
        if (field.type === 'boolean')
          return (
            <span>
              <Toggle
                id={control.id}
                label={label}
                on={value === true}
                blocked={why ?? form.blocked}
                onChange={change}
              />
            </span>
          )
        if (locked) return <LockedValue form={form} field={field} path={name} value={value} control={control} />
        const Widget = form.widgets?.[name] ?? widgetOf(field)
        const props = { form, field, path: name, label, value, control, onChange: change }
        const onLeave = () => form.touch(name)
        return upload ? (
          <FileWidget {...props} upload={upload} onLeave={onLeave} />
        ) : (
          <Widget {...props} onLeave={onLeave} />
        )
      }}
    </Field>
  )
  // A control of its own for tags offers all of them.
  const isWide = WIDE.has(field.type) || (field.type === 'tags' && form.widgets?.[name] !== undefined)
  return <div className={isWide ? whole : narrow}>{control}</div>
}

const WIDE: ReadonlySet<string> = new Set(['longtext', 'url', 'html', 'json', 'refs'])
const narrow = css({ minWidth: '0' })

function widgetOf(field: Declared): (props: WidgetProps) => ReactNode {
  if (field.secret) return SecretWidget
  switch (field.type) {
    case 'longtext':
      return LongTextWidget
    case 'html':
      return HtmlWidget
    case 'number':
    case 'integer':
      return NumberWidget
    case 'choice':
      return ChoiceWidget
    case 'color':
      return ColorWidget
    case 'json':
      return JsonWidget
    case 'ref':
    case 'refs':
      return ReferenceWidget
    default:
      return TextWidget
  }
}
