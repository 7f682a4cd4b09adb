import { MAX_FIELD_NAME } from './limits'
import {
  answerable,
  attachmentSizes,
  attachmentsWanted,
  attachmentTypes,
  CHOSEN_TYPES,
  choicesWanted,
  distinctNames,
  distinctValues,
  earlierFields,
  fewChoices,
  fittingDefaults,
  formSize,
  enoughAttachments,
  notBelowMin,
  regularExpression,
  requiredForAttachments,
  visibilityQuery,
} from './schema-rules'
import type { Fields } from '../vocabulary/resource'
import { above, max, min, pattern, required } from '../vocabulary/rules'

/** The types of a form's field (clients §9). */
export const FORM_FIELD_TYPES = ['text', 'textarea', 'checkbox', ...CHOSEN_TYPES, 'rating', 'attachment'] as const

/** Pictures of a rating: the seven that are named, and others of their kind. */
export const RATING_ICONS = [
  'grade',
  'star_rate',
  'favorite',
  'favorite_border',
  'thumb_up',
  'check_circle',
  'verified',
  'star_border',
  'star_half',
  'thumb_down',
  'mood',
  'mood_bad',
  'sentiment_satisfied',
  'sentiment_neutral',
  'sentiment_dissatisfied',
  'local_fire_department',
  'warning',
  'bolt',
  'flag',
  'bookmark',
  'lightbulb',
  'diamond',
  'emoji_events',
  'pets',
  'water_drop',
] as const

/** The formats of a date. Three are offered; a field without a format has the fourth. */
export const DATE_FORMATS = ['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy/MM/dd', 'dd-MM-yyyy'] as const

const choice: Fields = {
  text: { type: 'text', rules: [required()] },
  value: { type: 'text', rules: [required()] },
}
/** Up to three levels, one within the other (clients §9). */
const secondLevel: Fields = { ...choice, choices: { type: 'list', fields: choice, rules: [distinctValues()] } }
const firstLevel: Fields = { ...choice, choices: { type: 'list', fields: secondLevel, rules: [distinctValues()] } }

const options: Fields = {
  placeholder: { type: 'text' },
  defaultValue: { type: 'json' },
  fieldType: { type: 'choice', choices: ['number', 'date', 'maskedText'] },
  mask: { type: 'text' },
  format: { type: 'choice', choices: DATE_FORMATS },
  min: { type: 'number' },
  max: { type: 'number', rules: [notBelowMin()] },
  limit: { type: 'integer', rules: [min(1)] },
  step: { type: 'number', rules: [above(0)] },
  columns: { type: 'integer', rules: [min(1)] },
  lines: { type: 'integer', rules: [min(1)] },
  icon: { type: 'choice', choices: RATING_ICONS },
  choices: { type: 'list', fields: firstLevel, rules: [fewChoices(), distinctValues()] },
  hasOther: { type: 'boolean' },
  otherText: { type: 'text' },
  allowSelectAll: { type: 'boolean' },
  requiredErrorText: { type: 'text' },
  validators: {
    type: 'list',
    fields: {
      type: { type: 'choice', choices: ['regex', 'cpf', 'cnpj'], rules: [required()] },
      regex: {
        type: 'text',
        rules: [required(), regularExpression()],
        when: (validator) => validator['type'] === 'regex',
      },
      text: { type: 'text' },
    },
  },
  visibleIfQuery: { type: 'json', query: 'form', rules: [visibilityQuery()] },
  allowComments: { type: 'boolean' },
  allowQrCode: { type: 'boolean' },
  allowAttachments: { type: 'boolean' },
  allowCamera: { type: 'boolean' },
  allowMic: { type: 'boolean' },
  allowFile: { type: 'boolean' },
  attachmentTypes: { type: 'json', rules: [attachmentTypes()] },
  attachmentQty: { type: 'integer', rules: [requiredForAttachments(), enoughAttachments()] },
  attachmentMandatory: { type: 'choice', choices: ['all', 'some', 'none'], rules: [requiredForAttachments()] },
  attachmentSizes: { type: 'json', rules: [requiredForAttachments(), attachmentSizes()] },
}

/**
 * A field of a dynamic form, declared once for every form of the specification: registration forms, alert channels, surveys, the
 * form of a recognised face (clients §3, FIELD-01 to FIELD-14).
 */
export const formField: Fields = {
  // The key of its answer.
  name: {
    type: 'text',
    rules: [required(), max(MAX_FIELD_NAME), pattern(/^[A-Za-z0-9_]+$/, 'formErrors.fieldName'), answerable()],
  },
  tag: { type: 'text', tied: true, rules: [max(32), pattern(/^[A-Za-zÀ-ÖØ-öø-ÿ0-9_\s]+$/, 'formErrors.fieldTag')] },
  type: { type: 'choice', choices: FORM_FIELD_TYPES, rules: [required()] },
  title: { type: 'text' },
  required: { type: 'boolean' },
  pageBreak: { type: 'boolean' },
  options: { type: 'group', fields: options, rules: [attachmentsWanted(), choicesWanted()] },
}

/** A form's own two parts: its heading and its fields. */
export const formSchema: Fields = {
  title: { type: 'text' },
  fields: {
    type: 'list',
    default: [],
    fields: formField,
    rules: [formSize(), distinctNames(), earlierFields(), fittingDefaults()],
  },
}
