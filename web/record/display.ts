import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import type { Locale } from '@tocsin/core/base/constants'
import { knownText, type Translate } from '@tocsin/core/vocabulary/i18n'
import type { Field, Resource } from '@tocsin/core/vocabulary/resource'
import { htmlText } from '@tocsin/core/base/html'
import { nameBeside, nameWithin, targetOf } from '@tocsin/core/api/names'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { eventText } from './event-words'
import { choiceOf, fieldAt, valueAt, withoutPlaces } from './field-at'

/** The text for an empty value (SITE-03). */
export const EMPTY_TEXT = '-'
/** The text that hides a secret. */
const MASKED = '••••••'

export type DisplayOptions = {
  /** Returns the name of the record that a reference points to; undefined if it is unknown, and the id is shown. */
  name?: ((resource: string, id: number) => string | undefined) | undefined
  /** The whole record: a default has a translated name (PROJ-03), and the record it points to may be part of it. */
  row?: Record<string, unknown> | undefined
}

/**
 * Returns a value of a record as text in the reader's language, for facts, cells, the history and screen readers.
 * Groups and lists become one line. An empty value becomes `-`.
 */
export function displayValue(
  resource: Resource,
  path: string,
  value: unknown,
  t: Translate,
  locale: Locale,
  options: DisplayOptions = {},
): string {
  const translated =
    options.row &&
    (resource.name === 'audit-events'
      ? eventText(path, value, options.row, t)
      : (defaultText(resource.name, path, options.row, t) ?? roleText(resource.name, path, value, options.row, t)))
  if (translated !== undefined) return translated
  const field = fieldAt(resource, path)
  if (field?.text) return field.text(value, options.row ?? {}) || EMPTY_TEXT
  if (isEmpty(value)) return EMPTY_TEXT
  return field ? shown({ resource, path: withoutPlaces(path), t, locale, options }, field, value) : plain(value)
}

/** Returns the translated name of a record that is created by default with a client, at any path: `Project.name`. */
export function defaultText(
  resource: string,
  path: string,
  row: Record<string, unknown>,
  t: Translate,
): string | undefined {
  const at = path.lastIndexOf('.')
  const owner = at < 0 ? row : valueAt(row, path.slice(0, at))
  if (valueAt(owner, 'isDefault') !== true) return undefined
  // A record within another is named by its resource: `Project` of `projects`.
  const name = at < 0 ? resource : `${path.slice(0, at).toLowerCase()}s`
  return knownText(`resources.${name}.default.${path.slice(at + 1)}`, t)
}

/** Returns the name of a role in its kind of user: an admin of a client is its manager (PERM-05). */
function roleText(resource: string, path: string, value: unknown, row: Record<string, unknown>, t: Translate) {
  if (resource !== 'users' || path !== 'role' || typeof value !== 'string') return undefined
  return knownText(`roles.${String(row['userType'])}.${value}`, t)
}

type Context = { resource: Resource; path: string; t: Translate; locale: Locale; options: DisplayOptions }

function shown(context: Context, field: Field, value: unknown): string {
  const { resource, path, t, locale } = context
  if (isEmpty(value)) return EMPTY_TEXT
  if (field.secret) return MASKED
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? t(value ? 'record.yes' : 'record.no') : plain(value)
    case 'number':
    case 'integer':
      if (field.ofField !== undefined && typeof value === 'number') return nameOrId(context, field, value)
      // An id is written as it is typed, without separators.
      return typeof value === 'number' && path !== 'id' && !path.endsWith('Id')
        ? numberText(value + Number(field.ordinal === true), locale)
        : plain(value)
    case 'date':
      return typeof value === 'string' ? dateText(value, locale) : plain(value)
    case 'choice':
      return choiceOf(resource, path, plain(value), t)
    case 'json':
      return flat(value) ?? plain(value)
    case 'ref':
      return typeof value === 'number' ? nameOrId(context, field, value) : plain(value)
    case 'refs':
      return Array.isArray(value)
        ? value.map((one: unknown) => nameWithin(one) ?? shown(context, { ...field, type: 'ref' }, one)).join(', ')
        : plain(value)
    case 'tags':
      return Array.isArray(value) ? value.map((tag) => plain(tag)).join(', ') : plain(value)
    case 'group':
      return groupText(context, field, value)
    case 'list':
      return Array.isArray(value) ? value.map((item) => itemText(context, field, item)).join(', ') : plain(value)
    case 'html':
      return htmlText(plain(value))
    case 'text':
    case 'longtext':
    case 'url':
    case 'color':
    case 'phone':
    case 'email':
      return plain(value)
  }
}

/** Returns the name of the record that a field points to, else its id. */
function nameOrId({ path, options: { name, row } }: Context, field: Field, id: number): string {
  const target = targetOf(field, row ?? {})
  return (target === undefined ? undefined : name?.(target, id)) ?? nameBeside(row, path) ?? `#${id}`
}

/** Returns the one-line form of a group if it has one (an address), else its contents. */
function groupText(context: Context, field: Field, value: unknown): string {
  if (typeof value !== 'object' || value === null) return plain(value)
  const record = value as Record<string, unknown>
  if (fieldsOf(field)['formatted'] && !isEmpty(record['formatted'])) return plain(record['formatted'])
  const parts = Object.entries(fieldsOf(field)).flatMap(([name, inner]) =>
    isEmpty(record[name]) ? [] : [shown({ ...context, path: `${context.path}.${name}` }, inner, record[name])],
  )
  return parts.length > 0 ? parts.join(' · ') : EMPTY_TEXT
}

/** Returns the first text of an item of a list: a person's name, a code. */
function itemText(context: Context, field: Field, item: unknown): string {
  if (typeof item !== 'object' || item === null) return plain(item)
  const record = item as Record<string, unknown>
  const title = Object.entries(fieldsOf(field)).find(([name, inner]) => inner.type === 'text' && !isEmpty(record[name]))
  return title ? plain(record[title[0]]) : groupText(context, field, item)
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** Returns a number as the language writes it, with every digit it has. */
export function numberText(value: number, locale: Locale): string {
  let format = numbers.get(locale)
  if (!format) numbers.set(locale, (format = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })))
  return format.format(value)
}

/** Returns a day as the language writes it, or a time in the reader's zone. Text that is no date stays as it is. */
export function dateText(value: string, locale: Locale): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const time = new Date(value)
  if (Number.isNaN(time.getTime())) return value
  const key = `${locale} ${isDay}`
  let format = dates.get(key)
  if (!format) {
    // A day has no zone: it must not become the day before west of Greenwich.
    const options: Intl.DateTimeFormatOptions = isDay
      ? { dateStyle: 'short', timeZone: 'UTC' }
      : { dateStyle: 'short', timeStyle: 'short' }
    dates.set(key, (format = new Intl.DateTimeFormat(locale, options)))
  }
  return format.format(time)
}

/** Returns a flat JSON object as names with their values; null for anything else. */
function flat(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  if (entries.some(([, one]) => typeof one === 'object')) return null
  return entries.map(([name, one]) => `${name}: ${String(one)}`).join(', ')
}
