import { fold } from '../base/fold'
import { isEmpty } from '../vocabulary/empty'

/** The operators of a comparison (FIELD-04). */
export const OPERATORS = [
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
] as const
export type Operator = (typeof OPERATORS)[number]

/** The operators that take no value, and those that take a list of values. */
export const ALONE: ReadonlySet<string> = new Set<Operator>(['isEmpty', 'isNotEmpty'])
export const LISTED: ReadonlySet<string> = new Set<Operator>(['anyOf', 'allOf'])

export type Comparison = { field: string; operator: Operator; value?: unknown }
/** A group of rules; each rule is a comparison or another group (A-086, FIELD-05). */
export type Query = { combinator: 'and' | 'or'; rules: readonly (Comparison | Query)[] }

/** The answers of a form, or the properties of a profile, by name. */
export type Answers = Readonly<Record<string, unknown>>

/** The most groups within each other, and the most comparisons of a query. */
export const MAX_QUERY_DEPTH = 10
export const MAX_QUERY_RULES = 100

export const isGroup = (rule: Comparison | Query): rule is Query => Object.hasOwn(rule, 'combinator')

/**
 * Returns whether a query holds for some answers. A query without rules always holds, a group without rules within another
 * one as well, and an unknown field counts as empty.
 */
export function evaluate(query: Query | null | undefined, answers: Answers): boolean {
  if (!query || query.rules.length === 0) return true
  const holds = (rule: Comparison | Query): boolean =>
    isGroup(rule) ? evaluate(rule, answers) : compare(rule, answers)
  return query.combinator === 'and' ? query.rules.every(holds) : query.rules.some(holds)
}

function compare({ field, operator, value }: Comparison, answers: Answers): boolean {
  const answer = Object.hasOwn(answers, field) ? answers[field] : undefined
  switch (operator) {
    case 'isEmpty':
      return isEmpty(answer)
    case 'isNotEmpty':
      return !isEmpty(answer)
    case 'equals':
      return equals(answer, value)
    case 'notEqual':
      return !equals(answer, value)
    case 'contains':
      return contains(answer, value)
    case 'notContains':
      return !contains(answer, value)
    case 'anyOf':
      return listOf(value).some((one) => listOf(answer).some((given) => isSame(given, one)))
    case 'allOf':
      return listOf(value).every((one) => listOf(answer).some((given) => isSame(given, one)))
    case 'greater':
      return order(answer, value) > 0
    case 'lesser':
      return order(answer, value) < 0
    case 'greaterOrEqual':
      return order(answer, value) >= 0
    case 'lessOrEqual':
      return order(answer, value) <= 0
    default:
      // A stored operator that nobody knows any more holds for nobody.
      return false
  }
}

const listOf = (value: unknown): readonly unknown[] => (isEmpty(value) ? [] : Array.isArray(value) ? value : [value])

/** Matches a number as it is written without a sign of plus and without leading zeros, which a code may have. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/

function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : null
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? fold(value.trim()) : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Returns whether two single values are the same: as numbers if both are, else as text without case and accents. */
function isSame(one: unknown, other: unknown): boolean {
  const [first, second] = [numberIn(one), numberIn(other)]
  return first !== null && second !== null ? first === second : textOf(one) === textOf(other)
}

/** Returns whether an answer equals a value. Two lists are equal if they have the same items, in any order. */
function equals(answer: unknown, value: unknown): boolean {
  const [given, wanted] = [listOf(answer), listOf(value)]
  const holds = (some: readonly unknown[], all: readonly unknown[]) =>
    all.every((one) => some.some((other) => isSame(other, one)))
  return given.length === wanted.length && holds(given, wanted) && holds(wanted, given)
}

/** Returns whether a list has a value, or a text has a part. Nothing contains an empty value. */
function contains(answer: unknown, value: unknown): boolean {
  if (isEmpty(value) || isEmpty(answer)) return false
  if (Array.isArray(answer)) return listOf(value).every((one) => answer.some((given) => isSame(given, one)))
  return textOf(answer).includes(textOf(value))
}

/**
 * Returns how an answer stands to a value: below 0, 0 or above 0; NaN where nothing can be said. Dates are ISO texts, whose
 * order is that of time.
 */
function order(answer: unknown, value: unknown): number {
  if (
    isEmpty(answer) ||
    isEmpty(value) ||
    [answer, value].some((one) => typeof one === 'boolean' || Array.isArray(one))
  )
    return Number.NaN
  const [first, second] = [numberIn(answer), numberIn(value)]
  if (first !== null && second !== null) return first - second
  // A number and a text have no order.
  if (first !== null || second !== null) return Number.NaN
  const [one, other] = [textOf(answer), textOf(value)]
  return one === other ? 0 : one < other ? -1 : 1
}
