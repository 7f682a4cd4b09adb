import type { Draft, Reason, Rule } from './resource'
import { isEmpty } from './empty'

/** The types of attachment. */
const ATTACHMENT_TYPES = ['image', 'audio', 'video', 'file']

const OPERATORS = [
  'isEmpty',
  'isNotEmpty',
  'equals',
  'notEqual',
  'contains',
  'notContains',
  'anyOf',
  'allOf',
  'greater',
  'lesser',
  'greaterOrEqual',
  'lessOrEqual',
]
/** The operators that take no value. */
const ALONE = new Set(['isEmpty', 'isNotEmpty'])

/** The types of fields that are answered by choosing. */
export const CHOSEN_TYPES = [
  'checkboxes',
  'radios',
  'dropdown',
  'dropdown_search',
  'multilayer_dropdown',
  'multilayer_dropdown_search',
] as const
const CHOSEN = new Set<unknown>(CHOSEN_TYPES)

const isRecord = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Requires distinct names of the fields of a form: the name is the key of a field's answers (FIELD-06). */
export const distinctNames = (): Rule => (value) => {
  if (!Array.isArray(value)) return null
  const seen = new Set<unknown>()
  for (const field of value) {
    const name: unknown = isRecord(field) ? field['name'] : undefined
    if (typeof name !== 'string' || name === '') continue
    if (seen.has(name.trim())) return { key: 'formErrors.fieldNameTwice', values: { name: name.slice(0, 55) } }
    seen.add(name.trim())
  }
  return null
}

/**
 * Requires the types of a field that takes attachments (FIELD-12). It is a rule of `options` as a whole, since the type
 * of the field is beside them.
 */
export const attachmentsWanted = (): Rule => (value, field) => {
  const options = isRecord(value) ? value : {}
  const wanted = field['type'] === 'attachment' || options['allowAttachments'] === true
  return wanted && isEmpty(options['attachmentTypes']) ? { key: 'formErrors.attachmentTypes' } : null
}

/** Requires choices of a field that is answered by choosing. It is a rule of `options` as a whole as well. */
export const choicesWanted = (): Rule => (value, field) =>
  CHOSEN.has(field['type']) && isEmpty(isRecord(value) ? value['choices'] : null)
    ? { key: 'formErrors.choicesWanted' }
    : null

/** Requires number, mandatory part and sizes as soon as anything may be attached (FIELD-12). */
export const requiredForAttachments = (): Rule => (value, options) =>
  isEmpty(value) && !isEmpty(options['attachmentTypes']) ? { key: 'formErrors.required' } : null

/** Requires a list of types that can be attached, each once. */
export const attachmentTypes = (): Rule => (value) =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((type) => ATTACHMENT_TYPES.includes(type as string)))
    ? null
    : { key: 'formErrors.listOf', values: { choices: ATTACHMENT_TYPES.join(', ') } }

/** Requires at least as many attachments as types if each type is mandatory, else at least one (FIELD-13). */
export const enoughAttachments = (): Rule => (value, options) => {
  if (typeof value !== 'number') return null
  const types = options['attachmentTypes']
  const least = options['attachmentMandatory'] === 'all' && Array.isArray(types) ? Math.max(1, types.length) : 1
  return value < least ? { key: 'formErrors.minValue', values: { min: least } } : null
}

/** Requires the largest size in MB of each type that can be attached, at least 1 (FIELD-12). */
export const attachmentSizes = (): Rule => (value, options) => {
  if (value === null || value === undefined) return null
  const types = new Set<unknown>(Array.isArray(options['attachmentTypes']) ? options['attachmentTypes'] : [])
  const complete =
    isRecord(value) &&
    [...types].every((type) => Object.hasOwn(value, type as string)) &&
    Object.entries(value).every(([type, size]) => types.has(type) && typeof size === 'number' && size >= 1)
  return complete ? null : { key: 'formErrors.attachmentSizes' }
}

/** Requires a regular expression. */
export const regularExpression = (): Rule => (value) => {
  if (typeof value !== 'string') return null
  try {
    new RegExp(value, 'u')
    return null
  } catch {
    return { key: 'formErrors.regularExpression' }
  }
}

/**
 * Requires a query `{ combinator, rules }`, where each rule is a comparison or another query (A-086, FIELD-04,
 * FIELD-05). An empty query is valid.
 */
export const visibilityQuery = (): Rule => (value) =>
  value === null || value === undefined ? null : queryReason(value)

function queryReason(value: unknown): Reason | null {
  if (!isRecord(value)) return { key: 'formErrors.query' }
  const { combinator, rules } = value
  if ((combinator !== 'and' && combinator !== 'or') || !Array.isArray(rules)) return { key: 'formErrors.query' }
  for (const one of rules) {
    if (!isRecord(one)) return { key: 'formErrors.query' }
    const reason = Object.hasOwn(one, 'combinator') ? queryReason(one) : comparisonReason(one)
    if (reason) return reason
  }
  return null
}

function comparisonReason({ field, operator, value }: Draft): Reason | null {
  if (typeof field !== 'string' || field.trim() === '') return { key: 'formErrors.queryField' }
  if (!OPERATORS.includes(operator as string))
    return { key: 'formErrors.queryOperator', values: { choices: OPERATORS.join(', ') } }
  return value === undefined && !ALONE.has(operator as string)
    ? { key: 'formErrors.queryValue', values: { field } }
    : null
}
