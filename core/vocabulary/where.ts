import { fieldIn } from './field-words'
import { fieldsOf } from './fields-of'
import { kindReason } from './kind-reasons'
import { isNumeric } from './kinds'
import type { Field, FieldType, Fields } from './resource'

/** The comparisons of a condition; `~` finds a text within another, whatever its case and accents. */
export const COMPARISONS = ['!=', '!~', '>=', '<=', '=', '~', '>', '<'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** A condition on a field of a list: the path of the field, and the value as its kind has it; null for an empty one. */
export type FieldCondition = {
  path: string
  comparison: Comparison
  value: string | number | boolean | null
}

/** The most characters of a `where`, and conditions in it. */
export const WHERE_LENGTH = 1_000
const MOST_CONDITIONS = 10

/** A `where` that cannot be read: the key and values of the reason, and the part at fault. */
export class WhereError extends Error {
  readonly key: string
  readonly values: Record<string, unknown>
  constructor(key: string, values: Record<string, unknown>) {
    super(key)
    this.key = `where.${key}`
    this.values = values
  }
}

const EQUALITY: readonly Comparison[] = ['=', '!=']
const ORDER: readonly Comparison[] = [...EQUALITY, '>', '>=', '<', '<=']
const TEXT: readonly Comparison[] = [...ORDER, '~', '!~']

/** The comparisons of each kind of field. A kind that is absent cannot be compared. */
const COMPARED: { readonly [type in FieldType]?: readonly Comparison[] } = {
  text: TEXT,
  longtext: TEXT,
  url: TEXT,
  email: TEXT,
  phone: TEXT,
  color: EQUALITY,
  choice: EQUALITY,
  boolean: EQUALITY,
  ref: EQUALITY,
  number: ORDER,
  integer: ORDER,
  date: ORDER,
}

/** Returns the fields that a condition can name; those within groups by a dot. */
export function comparablePaths(fields: Fields, path = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.secret) return []
    if (field.type === 'group') return comparablePaths(fieldsOf(field), `${path}${name}.`)
    return isComparable(field, path !== '') ? [path + name] : []
  })
}

/** Within a group every value is stored as text, whose order is not that of numbers and dates. */
const isComparable = ({ type }: Field, isWithin: boolean): boolean =>
  COMPARED[type] !== undefined && !(isWithin && (isNumeric(type) || type === 'date'))

const START = new RegExp(`\\s*([A-Za-z][\\w.]{0,99})\\s*(${COMPARISONS.join('|')})\\s*`, 'y')

/**
 * Reads conditions such as `active=false and tag~Norte and createdAt>=2026-01-01`. A value with ` and ` in it stands in
 * quotes; an empty value means that the field is empty. Throws WhereError.
 */
export function readWhere(fields: Fields, text: string): FieldCondition[] {
  if (text.length > WHERE_LENGTH) throw new WhereError('tooLong', { max: WHERE_LENGTH })
  const conditions: FieldCondition[] = []
  for (let at = 0; ;) {
    START.lastIndex = at
    const [start, path = '', comparison] = START.exec(text) ?? []
    if (start === undefined) throw new WhereError('unreadable', { text: text.slice(at, at + 40).trim() })
    const { value, end } = valueAt(text, at + start.length)
    conditions.push(conditionOf(fields, path, comparison as Comparison, value))
    if (conditions.length > MOST_CONDITIONS) throw new WhereError('tooMany', { max: MOST_CONDITIONS })
    if (end >= text.length) return conditions
    at = end
  }
}

/** Returns the value that begins at a place, and the place of the next condition. */
function valueAt(text: string, at: number): { value: string; end: number } {
  const quote = text[at]
  if (quote !== '"' && quote !== "'") {
    const next = / and /i.exec(text.slice(at))
    const end = next ? at + next.index : text.length
    const value = text.slice(at, end).trim()
    // A second condition that this language does not know would be part of the value, and find nothing.
    if (/\sor\s|\sand$/i.test(value)) throw new WhereError('unreadable', { text: value.slice(0, 40) })
    return { value, end: next ? end + next[0].length : end }
  }
  const close = text.indexOf(quote, at + 1)
  const rest = close < 0 ? null : /^\s*(?:and\s|$)/i.exec(text.slice(close + 1))
  if (!rest) throw new WhereError('unreadable', { text: text.slice(at, at + 40) })
  return { value: text.slice(at + 1, close), end: close + 1 + rest[0].length }
}

function conditionOf(fields: Fields, path: string, comparison: Comparison, text: string): FieldCondition {
  const known = comparablePaths(fields)
  const field = known.includes(path) ? fieldIn(fields, path) : undefined
  const compared = field && COMPARED[field.type]
  if (!compared) throw new WhereError('unknownField', { field: path, fields: known.join(', ') })
  const allowed = text === '' ? EQUALITY : compared
  if (!allowed.includes(comparison))
    throw new WhereError('comparison', { field: path, comparison, choices: allowed.join(' ') })
  if (text === '') return { path, comparison, value: null }
  const value = typed(field, text)
  // Any part of a text may be looked for.
  if (value === undefined || (compared !== TEXT && kindReason(field, value)))
    throw new WhereError('value', {
      field: path,
      value: text,
      choices: field.choices?.join(', ') ?? EXAMPLES[field.type],
    })
  return { path, comparison, value }
}

const EXAMPLES: { readonly [type in FieldType]?: string } = {
  boolean: 'true, false',
  date: '2026-01-31, 2026-01-31T08:30:00Z',
  number: '0.5',
  integer: '7',
  ref: '7',
  color: '#1b7f4f',
}

/** Returns a text as the value of a kind; undefined for one that a boolean cannot have. */
function typed({ type }: Field, text: string): string | number | boolean | undefined {
  if (isNumeric(type) || type === 'ref') return Number(text)
  if (type !== 'boolean') return text
  return text === 'true' ? true : text === 'false' ? false : undefined
}
