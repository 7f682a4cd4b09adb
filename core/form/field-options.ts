import type { Locale } from '../base/constants'
import { FORM_FIELD_TYPES } from './schema'
import { formFieldWords } from './schema-messages'
import type { FieldType } from './types'

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
