import { CODE_LENGTH, PASSWORD_LENGTH } from '../base/constants'
import { htmlText } from '../base/html'
import { isEmpty, VISIBLE } from './empty'
import { isNumeric, TEXT_TYPES } from './kinds'
import type { Reason, Rule } from './resource'

type Keywords = NonNullable<Rule['schema']>

function rule(test: (value: unknown, record: Record<string, unknown>) => Reason | null, schema?: Keywords): Rule {
  return schema ? Object.assign(test, { schema }) : test
}

/** Counts the characters that a person sees as such: code points, as PostgreSQL and JSON Schema count. */
export function characters(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) === 0xd800) count--
  return count
}

/**
 * Requires a value: empty, null, white space and invisible characters alone fail with formErrors.required (clients §5).
 */
export function required(): Rule {
  const test = (value: unknown) => (isEmpty(value) ? { key: 'formErrors.required' } : null)
  const schema: Keywords = (type) =>
    TEXT_TYPES.has(type)
      ? { allOf: [{ pattern: VISIBLE.source }] }
      : type === 'tags'
        ? { minItems: 1, allOf: [{ pattern: VISIBLE.source }] }
        : type === 'list' || type === 'refs'
          ? { minItems: 1 }
          : {}
  return Object.assign(test, { required: true as const, schema })
}

/** Requires words in HTML: tags and blanks alone fail as an empty text does (TERM-03, DOC-03). */
export const written = (): Rule =>
  rule((value) => (typeof value === 'string' && isEmpty(htmlText(value)) ? { key: 'formErrors.required' } : null))

/** Requires the plus of a phone, where a number without it could be local or a mistake (MFA-24). */
export const withPlus = (): Rule =>
  Object.assign(pattern(/^[\s().-]*\+/, 'formErrors.phone'), { asksPlus: true as const })

/** Requires at most `limit`: characters of a text, the value of a number, items of a list. */
export function max(limit: number): Rule {
  return rule(
    (value) => {
      if (typeof value === 'number')
        return value > limit ? { key: 'formErrors.maxValue', values: { max: limit } } : null
      if (typeof value === 'string')
        return value.length > limit && characters(value) > limit
          ? { key: 'formErrors.maxLength', values: { max: limit } }
          : null
      if (Array.isArray(value) && value.length > limit) return { key: 'formErrors.maxItems', values: { max: limit } }
      return null
    },
    (type) =>
      isNumeric(type)
        ? { maximum: limit }
        : type === 'list' || type === 'refs'
          ? { maxItems: limit }
          : { maxLength: limit },
  )
}

/** Requires at least `limit`: characters of a text, the value of a number, items of a list. */
export function min(limit: number): Rule {
  return rule(
    (value) => {
      if (typeof value === 'number')
        return value < limit ? { key: 'formErrors.minValue', values: { min: limit } } : null
      if (typeof value === 'string')
        return characters(value) < limit ? { key: 'formErrors.minLength', values: { min: limit } } : null
      if (Array.isArray(value) && value.length < limit) return { key: 'formErrors.minItems', values: { min: limit } }
      return null
    },
    (type) =>
      isNumeric(type)
        ? { minimum: limit }
        : type === 'list' || type === 'refs'
          ? { minItems: limit }
          : { minLength: limit },
  )
}

/** Requires a number above `limit`, never equal to it. */
export function above(limit: number): Rule {
  return rule(
    (value) => (typeof value === 'number' && value <= limit ? { key: 'formErrors.above', values: { limit } } : null),
    () => ({ exclusiveMinimum: limit }),
  )
}

/** Requires text written as the pattern says; `key` is the message that explains it. The pattern must be anchored. */
export function pattern(expression: RegExp, key = 'formErrors.regex', values?: Record<string, unknown>): Rule {
  return rule(
    (value) => (typeof value === 'string' && !expression.test(value) ? { key, ...(values ? { values } : {}) } : null),
    () => ({ allOf: [{ pattern: expression.source }] }),
  )
}

/** Requires the form of a registration or public code. It may be typed in capitals or small letters. */
export const codeForm = (): Rule => pattern(new RegExp(`^[A-Za-z0-9]{${CODE_LENGTH}}$`), 'formErrors.code')

/**
 * Returns the rules of a back-office password (console §5, VAL-04, VAL-05). Each failure has the specification's own
 * code.
 */
export function password(): Rule[] {
  const { min: shortest, max: longest } = PASSWORD_LENGTH
  const wants = (test: (text: string) => boolean, key: string, values?: Record<string, unknown>): Rule =>
    rule((value) => (typeof value === 'string' && !test(value) ? { key, ...(values ? { values } : {}) } : null))
  return [
    wants((text) => characters(text) >= shortest, 'formErrors.tooShort', { min: shortest }),
    wants((text) => characters(text) <= longest, 'formErrors.tooLong', { max: longest }),
    wants((text) => /\p{Lu}/u.test(text), 'formErrors.atLeastOneUppercase'),
    wants((text) => /\p{Ll}/u.test(text), 'formErrors.atLeastOneLowercase'),
    wants((text) => /\d/.test(text), 'formErrors.atLeastOneNumber'),
  ]
}

/** Requires equality with another field of the same record, if either is given (VAL-06). */
export function equals(other: string, key: string): Rule {
  const given = (value: unknown) => (value === undefined || value === '' ? null : value)
  return rule((value, record) => (given(record[other]) === given(value) ? null : { key }))
}

/** Requires a value of a new record. The value is optional on a stored record, which has an id. */
export function requiredOnCreate(): Rule {
  const test = rule((value, record) =>
    isEmpty(value) && (record['id'] === undefined || record['id'] === null) ? { key: 'formErrors.required' } : null,
  )
  return Object.assign(test, { requiredOnCreate: true as const })
}

/** Requires a value as soon as another field is given: a longitude without its latitude says nothing. */
export function requiredWith(other: string): Rule {
  return rule((value, record) => (isEmpty(value) && !isEmpty(record[other]) ? { key: 'formErrors.required' } : null))
}

const zones = new Map<string, string | null>()
/** Other names of zones, written as the list writes them: `Asia/Kolkata`, which ICU calls `Asia/Calcutta`. */
const OTHER_NAME = /^[A-Z][a-z]+([/_-]([A-Z]?[a-z]+))+$/

/** The longest text that may be a zone. The longest name has 32 characters. */
const ZONE_LENGTH = 64

/** Returns a time zone as the IANA list spells it, given in any case; null where there is none of that name. */
export function zoneNamed(text: string): string | null {
  // Longer texts are no zones, and are not cached either.
  if (text.length > ZONE_LENGTH) return null
  let known = zones.get(text)
  if (known === undefined) {
    try {
      const zone = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone
      known = /^[A-Za-z]/.test(text) ? (OTHER_NAME.test(text) ? text : zone) : null
    } catch {
      known = null
    }
    if (zones.size < 1000) zones.set(text, known)
  }
  return known
}

/** Requires a time zone of the IANA list. */
export function timezone(): Rule {
  return rule((value) =>
    typeof value !== 'string' || zoneNamed(value) !== null ? null : { key: 'formErrors.timezone' },
  )
}

/** Requires free JSON to be an object, and no list or bare value. */
export function jsonObject(): Rule {
  return rule(
    (value) =>
      value === null || value === undefined || (typeof value === 'object' && !Array.isArray(value))
        ? null
        : { key: 'formErrors.record' },
    () => ({ type: ['object', 'null'] }),
  )
}
