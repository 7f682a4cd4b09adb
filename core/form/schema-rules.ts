import { fold } from '../base/fold'
import { FORBIDDEN_KEYS } from '../base/forbidden-keys'
import type { Draft, Reason, Rule } from '../vocabulary/resource'
import { isEmpty } from '../vocabulary/empty'
import { isRecord } from '../vocabulary/kind-reasons'
import { MAX_CHOICES, MAX_FIELD_NAME, MAX_FIELDS, MAX_FORM } from './limits'
import { hasPatterns, MAX_PATTERN, patternFor } from './patterns'
import { isProfileProperty } from './query-subjects'
import { defaultAnswer, isFieldType } from './validate'
import { ALONE, LISTED, MAX_QUERY_DEPTH, MAX_QUERY_RULES, OPERATORS } from './query'

/** The types of attachment. */
export const ATTACHMENT_TYPES: readonly string[] = ['image', 'audio', 'video', 'file']

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

/** A problem between fields of a form, at the field with this place. */
export type ProblemBetween = Reason & { at: number; path: 'name' | 'options.visibleIfQuery' | 'options.defaultValue' }

/**
 * Returns the problems of a form's fields that no part of one shows alone: two have the same name, which is the key of their
 * answers (FIELD-06), a rule looks at fields that are not there or do not come before, or at a choice that is none, or
 * a field does not take its own default value.
 */
export function problemsBetween(fields: unknown): ProblemBetween[] {
  if (!Array.isArray(fields)) return []
  const problems: ProblemBetween[] = []
  const all = new Set(fields.map(nameIn))
  const earlier = new Map<string, Draft>()
  for (const [at, field] of fields.entries()) {
    if (!isRecord(field)) continue
    const name = nameIn(field)
    if (name !== '' && earlier.has(name))
      problems.push({ at, path: 'name', key: 'formErrors.fieldNameTwice', values: { name: shortened(name) } })
    for (const other of new Set(namesIn(queryOf(field)).filter((one) => !earlier.has(one))))
      problems.push({
        at,
        path: 'options.visibleIfQuery',
        key: all.has(other) ? 'formErrors.ruleField' : 'formErrors.ruleUnknown',
        values: { name: shortened(field['name']), other: shortened(other) },
      })
    for (const { other, value } of strangeChoices(queryOf(field), earlier))
      problems.push({
        at,
        path: 'options.visibleIfQuery',
        key: 'formErrors.ruleChoice',
        values: { name: shortened(field['name']), other: shortened(other), value: shortened(value) },
      })
    if (!takesDefault(field))
      problems.push({
        at,
        path: 'options.defaultValue',
        key: 'formErrors.defaultRefused',
        values: { name: shortened(field['name']) },
      })
    earlier.set(name, field)
  }
  return problems
}

const nameIn = (field: unknown): string =>
  isRecord(field) && typeof field['name'] === 'string' ? field['name'].trim() : ''

const queryOf = (field: Draft): unknown => (isRecord(field['options']) ? field['options']['visibleIfQuery'] : null)

/** The types whose answers are values of one list of choices. */
const LISTED_TYPES: ReadonlySet<unknown> = new Set(['checkboxes', 'radios', 'dropdown', 'dropdown_search'])

/** Returns the values in the comparisons of a query that no choice of the field has which is compared. */
function strangeChoices(query: unknown, earlier: ReadonlyMap<string, Draft>): { other: string; value: string }[] {
  if (!isRecord(query)) return []
  const { rules, field, operator, value } = query
  if (Array.isArray(rules)) return rules.flatMap((one) => strangeChoices(one, earlier))
  const other = earlier.get(String(field))
  const options = other?.['options']
  if (!LISTED_TYPES.has(other?.['type']) || !isRecord(options) || options['hasOther'] === true) return []
  const choices = options['choices']
  if (ALONE.has(String(operator)) || isEmpty(choices) || !areChoices(choices)) return []
  // As a query compares them.
  const known = new Set((choices as Draft[]).map((choice) => fold(String(choice['value']).trim())))
  return (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    isEmpty(one) || known.has(fold(String(one).trim())) ? [] : [{ other: String(field), value: String(one) }],
  )
}

/** Returns whether a field takes its default value, as far as its options can be read. */
function takesDefault({ type, name, options }: Draft): boolean {
  if (!isRecord(options) || isEmpty(options['defaultValue']) || type === 'attachment') return true
  if (!isFieldType(type) || !areChoices(options['choices'])) return true
  return defaultAnswer({ type, name: String(name), title: '', options }) !== undefined
}

const areChoices = (given: unknown): boolean =>
  isEmpty(given) || (Array.isArray(given) && given.every((one) => isRecord(one) && areChoices(one['choices'])))

const firstBetween =
  (path: ProblemBetween['path']): Rule =>
  (value) => {
    const found = problemsBetween(value).find((one) => one.path === path)
    return found ? { key: found.key, ...(found.values ? { values: found.values } : {}) } : null
  }

/** Requires a name under which an answer can be sent. */
export const answerable = (): Rule => (value) =>
  typeof value === 'string' && FORBIDDEN_KEYS.has(value.trim())
    ? { key: 'formErrors.fieldReserved', values: { name: value.trim() } }
    : null

/** Requires distinct names of the fields of a form. */
export const distinctNames = (): Rule => firstBetween('name')

/** Requires that the rules of each field of a form look at earlier fields alone. */
export const earlierFields = (): Rule => firstBetween('options.visibleIfQuery')

/** Requires that each field of a form takes its own default value. */
export const fittingDefaults = (): Rule => firstBetween('options.defaultValue')

/** Requires a largest value that is not below the least one. */
export const notBelowMin = (): Rule => (value, options) => {
  const least = options['min']
  return typeof value === 'number' && typeof least === 'number' && value < least
    ? { key: 'formErrors.minValue', values: { min: least } }
    : null
}

/** Requires distinct values of the choices of a level: answers and rules have the value alone. */
export const distinctValues = (): Rule => (choices) => {
  const seen = new Set<unknown>()
  for (const choice of Array.isArray(choices) ? choices : []) {
    const value: unknown = isRecord(choice) ? choice['value'] : null
    if (isEmpty(value)) continue
    if (seen.has(value)) return { key: 'formErrors.choiceTwice', values: { value: String(value).slice(0, 100) } }
    seen.add(value)
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

/** Requires a pattern that the engine takes. Without the engine, which a browser loads late, the server decides. */
export const regularExpression = (): Rule => (value) => {
  if (typeof value !== 'string') return null
  if (value.length > MAX_PATTERN) return { key: 'formErrors.maxLength', values: { max: MAX_PATTERN } }
  return hasPatterns() && patternFor(value) === null ? { key: 'formErrors.regularExpression' } : null
}

/** Requires a query as `queryProblems` describes it. An empty query is valid. */
export const visibilityQuery = (): Rule => (value) => queryProblems(value)[0] ?? null

/**
 * Returns the problems of a query `{ combinator, rules }`, where each rule is a comparison or another query (A-086, FIELD-04,
 * FIELD-05), with at most ten groups within each other and a hundred comparisons.
 */
export function queryProblems(query: unknown): Reason[] {
  if (query === null || query === undefined) return []
  let comparisons = 0
  const problemsOf = (value: unknown, depth: number): Reason[] => {
    if (!isRecord(value)) return [{ key: 'formErrors.query' }]
    if (depth > MAX_QUERY_DEPTH) return [{ key: 'formErrors.queryDepth', values: { max: MAX_QUERY_DEPTH } }]
    const { combinator, rules } = value
    if ((combinator !== 'and' && combinator !== 'or') || !Array.isArray(rules)) return [{ key: 'formErrors.query' }]
    return rules.flatMap((one): Reason[] => {
      if (!isRecord(one)) return [{ key: 'formErrors.query' }]
      if (Object.hasOwn(one, 'combinator')) return problemsOf(one, depth + 1)
      if (++comparisons === MAX_QUERY_RULES + 1)
        return [{ key: 'formErrors.queryRules', values: { max: MAX_QUERY_RULES } }]
      const reason = comparisons > MAX_QUERY_RULES ? null : comparisonReason(one)
      return reason ? [reason] : []
    })
  }
  return problemsOf(query, 1)
}

function comparisonReason({ field, operator, value }: Draft): Reason | null {
  if (typeof field !== 'string' || field.trim() === '') return { key: 'formErrors.queryField' }
  if (!OPERATORS.some((known) => known === operator))
    return { key: 'formErrors.queryOperator', values: { choices: OPERATORS.join(', ') } }
  if (value === undefined && !ALONE.has(operator as string)) return { key: 'formErrors.queryValue', values: { field } }
  return LISTED.has(operator as string) && !Array.isArray(value)
    ? { key: 'formErrors.queryList', values: { field, operator } }
    : null
}

/** Requires that a query names properties of a profile alone. */
export const profileNames = (): Rule => (value) => {
  const other = namesIn(value).find((name) => !isProfileProperty(name))
  return other === undefined ? null : { key: 'formErrors.ruleProfile', values: { other: shortened(other) } }
}

/** Returns the names in the comparisons of a query, which may be none. */
export function namesIn(query: unknown): string[] {
  if (!isRecord(query)) return []
  if (!Array.isArray(query['rules'])) return typeof query['field'] === 'string' ? [query['field']] : []
  return query['rules'].flatMap(namesIn)
}

const shortened = (name: unknown): string => String(name).slice(0, MAX_FIELD_NAME)

/** Requires a form of at most so many fields and characters. */
export const formSize = (): Rule => (value) => {
  if (!Array.isArray(value)) return null
  if (value.length > MAX_FIELDS) return { key: 'formErrors.maxItems', values: { max: MAX_FIELDS } }
  return JSON.stringify(value).length > MAX_FORM ? { key: 'formErrors.maxJson', values: { max: MAX_FORM } } : null
}

/** Requires at most a thousand choices, those of all levels together. */
export const fewChoices = (): Rule => (value) =>
  countOf(value) > MAX_CHOICES ? { key: 'formErrors.choicesMany', values: { max: MAX_CHOICES } } : null

const countOf = (choices: unknown): number =>
  Array.isArray(choices)
    ? choices.reduce<number>((sum, choice) => sum + 1 + countOf(isRecord(choice) ? choice['choices'] : null), 0)
    : 0
