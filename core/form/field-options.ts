import type { Locale } from '../base/constants'
import { isRecord } from '../vocabulary/kind-reasons'
import type { Draft } from '../vocabulary/resource'
import { FORM_FIELD_TYPES } from './schema'
import { formFieldWords } from './schema-messages'
import type { FieldType, FormField } from './types'

/** The path below the management API that gives the types of a form's field, and takes a sheet of choices. */
export const FIELD_OPTIONS_PATH = 'channels/params/options'
/** The name of the part of the form that has the sheet. */
export const CHOICES_PART = 'csvMultilayer'

/** The types whose choices lie in levels. */
const LEVELS: ReadonlySet<string> = new Set<FieldType>(['multilayer_dropdown', 'multilayer_dropdown_search'])
export const hasLevels = (type: string): boolean => LEVELS.has(type)

/** Returns the types of fields that a server offers by its flags, with their names in a language. */
export const fieldTypes = (
  features: Readonly<Record<string, boolean>>,
  locale: Locale,
): { id: FieldType; name: string }[] =>
  FORM_FIELD_TYPES.filter(
    (type) =>
      (type !== 'attachment' || features['attachments-field'] === true) &&
      (!hasLevels(type) || features['multilayer-dropdown'] === true),
  ).map((id) => ({ id, name: (formFieldWords[locale].choices['type'] as Record<FieldType, string>)[id] }))

const CHOICES = ['choices', 'hasOther', 'otherText'] as const
const ATTACHED = ['attachmentTypes', 'attachmentQty', 'attachmentMandatory', 'attachmentSizes'] as const
const SOURCES = ['allowCamera', 'allowMic', 'allowFile'] as const
/** The options that a field of any type but an attachment has. */
const ANSWERED = ['defaultValue', 'allowComments', 'allowAttachments'] as const

/** The options of each type, besides those that every field has. */
const OF_TYPE: Readonly<Record<FieldType, readonly string[]>> = {
  text: ['fieldType', 'placeholder', 'limit', 'validators', 'allowQrCode', ...ANSWERED],
  textarea: ['placeholder', 'lines', 'limit', 'validators', 'allowQrCode', ...ANSWERED],
  checkbox: ANSWERED,
  checkboxes: [...CHOICES, 'allowSelectAll', 'columns', ...ANSWERED],
  radios: [...CHOICES, 'columns', ...ANSWERED],
  dropdown: ['placeholder', ...CHOICES, ...ANSWERED],
  dropdown_search: ['placeholder', ...CHOICES, ...ANSWERED],
  multilayer_dropdown: ['placeholder', 'choices', ...ANSWERED],
  multilayer_dropdown_search: ['placeholder', 'choices', ...ANSWERED],
  rating: ['icon', 'min', 'max', 'step', ...ANSWERED],
  attachment: [...ATTACHED, ...SOURCES, 'allowComments'],
}

/** The options of each kind of text, besides those that every text has. */
const OF_TEXT: Readonly<Record<string, readonly string[]>> = {
  number: ['min', 'max', 'step'],
  date: ['format'],
  maskedText: ['mask'],
}
/** The options of a text that a number and a date do not have. */
const WRITTEN: ReadonlySet<string> = new Set(['limit', 'validators', 'allowQrCode'])

/**
 * Returns the options that a field has by its type: no list of choices on a text, no mask on a number. What a stored field
 * has besides stays.
 */
export function optionsOf({ type, options }: Pick<FormField, 'type' | 'options'>): ReadonlySet<string> {
  const given = isRecord(options) ? options : {}
  const own = Object.hasOwn(OF_TYPE, type) ? OF_TYPE[type] : []
  const kind = type === 'text' ? String(given['fieldType']) : ''
  const isCounted = kind === 'number' || kind === 'date'
  return new Set([
    ...own.filter((name) => !isCounted || !WRITTEN.has(name)),
    ...(Object.hasOwn(OF_TEXT, kind) ? OF_TEXT[kind]! : []),
    ...(type !== 'attachment' && given['allowAttachments'] === true ? [...ATTACHED, ...SOURCES] : []),
    'requiredErrorText',
    'visibleIfQuery',
  ])
}

/** The options that a field begins with once it takes attachments: FIELD-12 requires all of them. */
const FIRST_ATTACHMENTS: Draft = {
  attachmentTypes: ['image'],
  attachmentQty: 1,
  attachmentMandatory: 'none',
  attachmentSizes: { image: 8 },
}

/** Returns the options of a field that now takes attachments, with those that FIELD-12 requires. */
export const withAttachments = (options: Draft): Draft => ({ ...FIRST_ATTACHMENTS, ...options })

/** Returns the options of a field without those that its type does not have, and with those that it requires. */
export function fittingOptions(field: Pick<FormField, 'type' | 'options'>): Draft {
  const known = optionsOf(field)
  const kept = Object.entries(isRecord(field.options) ? field.options : {}).filter(([name]) => known.has(name))
  const options = Object.fromEntries(kept)
  return field.type === 'attachment' ? withAttachments(options) : options
}
