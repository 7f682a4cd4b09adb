import { hasLongRun, MARKS_IN_A_ROW } from '../base/normal-form'
import { FILE_ADDRESS } from './files'
import { BREAKS, CONTROLS, LIMITS, MAX_ID, PATTERNS, WEB_ADDRESS, WITHOUT_USER } from './kinds'
import type { Draft, Field, Reason } from './resource'
import { characters } from './rules'

export const wrongType: Reason = { key: 'formErrors.type' }

/** Returns the reason a text is too large to work on: it exceeds its limit, or has too many marks in a row. */
export function sizeReason(text: string, limit: number): Reason | null {
  if (text.length > limit && characters(text) > limit) return { key: 'formErrors.maxLength', values: { max: limit } }
  return hasLongRun(text) ? { key: 'formErrors.marks', values: { max: MARKS_IN_A_ROW } } : null
}

function textReason(field: Field, value: unknown, limit: number): Reason | null {
  if (typeof value !== 'string') return wrongType
  const size = sizeReason(value, limit)
  if (size) return size
  if (!isStorable(value)) return unstorable
  const oneLine = field.type === 'text' && !field.secret
  return oneLine && BREAK.test(value.trim()) && field.lines !== 'several' ? { key: 'formErrors.oneLine' } : null
}

const BREAK = new RegExp(`[${BREAKS}]`)

const CONTROL = new RegExp(`[${CONTROLS}]`)

/**
 * Returns whether a text can be stored: it has no control characters, and no half of a surrogate pair. PostgreSQL
 * refuses U+0000 and such halves: without this check the answer would be a 500.
 */
const isStorable = (text: string) => !CONTROL.test(text) && text.isWellFormed()
const unstorable: Reason = { key: 'formErrors.characters' }

const tooLarge: Reason = { key: 'formErrors.maxJson', values: { max: LIMITS.json } }

/**
 * Returns the reason free JSON does not fit into a jsonb column: its size, its depth, or a character that jsonb cannot
 * hold.
 */
function jsonReason(value: unknown): Reason | null {
  // Every value takes at least two characters, so no more values than this need be looked at.
  let left = LIMITS.json / 2
  const look = (one: unknown, depth: number): Reason | null => {
    if (--left < 0) return tooLarge
    if (typeof one === 'string') return isStorable(one) ? null : unstorable
    if (typeof one !== 'object' || one === null) return null
    if (depth >= LIMITS.depth) return { key: 'formErrors.depth', values: { max: LIMITS.depth } }
    for (const key of Object.keys(one)) {
      const reason = isStorable(key) ? look((one as Record<string, unknown>)[key], depth + 1) : unstorable
      if (reason) return reason
    }
    return null
  }
  return look(value, 0) ?? (JSON.stringify(value).length > LIMITS.json ? tooLarge : null)
}

/**
 * Returns whether a text is a date that exists. Date.parse takes the 31st of February for the 3rd of March; PostgreSQL
 * refuses it.
 */
function isDate(text: string): boolean {
  if (!PATTERNS.date.test(text)) return false
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Returns the reason a text is no web address, or null. */
function urlReason({ upload }: Field, text: string): Reason | null {
  if (upload && FILE_ADDRESS.test(text.trim())) return null
  if (!WEB_ADDRESS.test(text) || !URL.canParse(text)) return { key: 'formErrors.link' }
  return WITHOUT_USER.test(text) ? null : { key: 'formErrors.linkWithUser' }
}

/** Returns the reason a value is no whole number that fits an integer column, or null. */
function integerReason(value: unknown): Reason | null {
  if (!Number.isInteger(value)) return { key: 'formErrors.integer' }
  if ((value as number) > MAX_ID) return { key: 'formErrors.maxValue', values: { max: MAX_ID } }
  return (value as number) < -MAX_ID ? { key: 'formErrors.minValue', values: { min: -MAX_ID } } : null
}

/**
 * Returns the reason a value does not fit its kind, or null. It does not look into groups and lists, which `check`
 * does.
 */
export function kindReason(field: Field, value: unknown): Reason | null {
  switch (field.type) {
    case 'text':
    case 'longtext':
    case 'html':
      return textReason(field, value, LIMITS[field.type])
    case 'email':
    case 'phone':
    case 'color': {
      const reason = textReason(field, value, LIMITS.text)
      return reason ?? (PATTERNS[field.type].test(value as string) ? null : { key: `formErrors.${field.type}` })
    }
    case 'url':
      return textReason(field, value, LIMITS.url) ?? urlReason(field, value as string)
    case 'date':
      return typeof value === 'string' && isDate(value) ? null : { key: 'formErrors.date' }
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : { key: 'formErrors.number' }
    case 'integer':
      return integerReason(value)
    case 'boolean':
      return typeof value === 'boolean' ? null : wrongType
    case 'choice':
      return typeof value === 'string' && field.choices?.includes(value)
        ? null
        : { key: 'formErrors.oneOf', values: { choices: field.choices?.join(', ') ?? '' } }
    case 'ref':
      return isId(value) ? null : { key: 'formErrors.ref' }
    case 'refs':
      return Array.isArray(value) && value.length <= LIMITS.items && value.every((one) => isReference(field, one))
        ? null
        : { key: 'formErrors.ref' }
    case 'group':
      return isRecord(value) ? null : wrongType
    case 'list':
      if (!Array.isArray(value)) return wrongType
      return value.length > LIMITS.items ? { key: 'formErrors.maxItems', values: { max: LIMITS.items } } : null
    case 'tags':
      return tagsReason(value)
    case 'json':
      return jsonReason(value)
  }
}

/** Returns the reason a value is no list of tags, nor a text of tags between commas; null if it is one. */
function tagsReason(value: unknown): Reason | null {
  const isText = typeof value === 'string'
  if (!isText && !Array.isArray(value)) return wrongType
  const ofText = isText ? textReason({ type: 'text' }, value, LIMITS.text) : null
  if (ofText) return ofText
  const texts: readonly unknown[] = isText ? value.split(',') : value
  if (texts.length > LIMITS.tags) return { key: 'formErrors.maxItems', values: { max: LIMITS.tags } }
  for (const text of texts) {
    const reason = isText ? sizeReason(text as string, LIMITS.tag) : textReason({ type: 'text' }, text, LIMITS.tag)
    if (reason) return reason
    if (!isText && (text as string).includes(',')) return { key: 'formErrors.comma' }
  }
  return null
}

const isId = (value: unknown) => Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_ID

/** Returns whether a value is an id or, where answers tell of the records, one as an answer has it. */
const isReference = ({ told }: Field, value: unknown): boolean =>
  isId(value) ||
  (told !== undefined &&
    isRecord(value) &&
    isId(value['id']) &&
    Object.entries(value).every(([name, one]) => name === 'id' || (told.includes(name) && typeof one === 'string')))

export const isRecord = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
