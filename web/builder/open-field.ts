import { optionsOf } from '@tocsin/core/form/field-options'
import type { FormField } from '@tocsin/core/form/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Form } from '../form/use-draft'
import { problemText } from '../notices/problem-text'
import { labelOf } from '../record/field-at'
import type { Builder } from './use-builder'
import { isMissing } from './use-facts'

/** The open field, as the parts of its panel know it. */
export type OpenField = {
  builder: Builder
  field: FormField
  /** The form of the record, which shows the problems of the field at once. */
  form: Form
  /** The paths of the field and of its options in the record. */
  path: string
  options: string
  /** The names of the options that the type of the field has. */
  has: ReadonlySet<string>
  /** Returns the label of a path in the record, and its problem as a sentence. */
  labelAt: (path: string) => string
  problemAt: (path: string) => string | null
}

/** Returns what the parts of the panel need of a field. */
export function openField(builder: Builder, field: FormField, t: Translate): OpenField {
  const { facts, at } = builder
  const whole: Form = { ...facts.form, blocked: facts.blocked }
  const path = `${facts.path}.${at}`
  // Problems are shown at once, except those of a new field that is not filled in yet.
  const reasonAt = (to: string) => {
    const reason = whole.problems[to]
    const isHidden = reason && isMissing(reason) && facts.isFresh(field) && whole.problemAt(to) === null
    return reason && !isHidden ? reason : null
  }
  const labelAt = (to: string) => labelOf(whole.resource, to, t)
  return {
    builder,
    field,
    form: { ...whole, problemAt: reasonAt },
    path,
    options: `${path}.options`,
    has: optionsOf(field),
    labelAt,
    problemAt: (to) => {
      const reason = reasonAt(to)
      return reason ? problemText(reason, labelAt(to), t) : null
    },
  }
}
