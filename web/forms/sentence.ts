import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { FieldType, FormField } from '@tocsin/core/form/types'
import type { AnswerProblem } from '@tocsin/core/form/validate'
import { textOption } from './options'
import { formatOf } from './written'

const REQUIRED: Partial<Record<FieldType, string>> = {
  checkbox: 'problems.tick',
  checkboxes: 'problems.choose',
  radios: 'problems.choose',
  dropdown: 'problems.choose',
  dropdown_search: 'problems.choose',
  multilayer_dropdown: 'problems.choose',
  multilayer_dropdown_search: 'problems.choose',
  rating: 'problems.choose',
  attachment: 'problems.attach',
}

/** Returns a format of dates as a person reads it: dd/mm/aaaa. */
export const dateFormat = (field: FormField, t: Translate): string =>
  formatOf(textOption(field, 'format')).replace(/dd|MM|yyyy/g, (part) => t(`dateParts.${part}`))

/** Returns a list of types of attachments in words. */
const inWords = (types: unknown, t: Translate): string =>
  String(types)
    .split(', ')
    .map((type) => t(`types.${type}`))
    .join(', ')

/** Returns the sentence of a problem, for the person who answers: that of the form's author where there is one. */
export function sentenceOf({ key, values = {}, said }: AnswerProblem, field: FormField, t: Translate): string {
  if (said !== undefined) return said
  const name = key.replace('formErrors.', '')
  if (name === 'required') return t(REQUIRED[field.type] ?? 'problems.required')
  if (name === 'day') return t('problems.day', { format: dateFormat(field, t) })
  if (name === 'attachmentMissing') return t('problems.attachmentMissing', { types: inWords(values['types'], t) })
  if (name === 'listOf') return t('problems.listOf', { types: inWords(values['choices'], t) })
  return t(`problems.${name}`, values)
}
