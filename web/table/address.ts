import { filterFields } from '@tocsin/core/vocabulary/filters'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { declaredSpelling } from '@tocsin/core/base/naming'
import type { Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { columnAt } from './columns'

/** The state of a list in the URL. An invalid value counts as missing. */
export type ListState = {
  q: string
  filters: Readonly<Record<string, FilterValue>>
  /** The order as `field DIRECTION`; null for the default order. */
  order: string | null
  /** The index of the first visible row. */
  offset: number
  /** The ids of individually chosen records; null if the list is not limited to any. */
  ids: readonly number[] | null
}
export type FilterValue = string | number | boolean

/** The longest search text the server takes. */
const MAX_SEARCH_LENGTH = 255

/** Returns the filters of a list except those that its page already fixes. */
export function filtersOf(resource: Resource, where: Readonly<Record<string, unknown>>): Fields {
  const fixed = new Set(Object.keys(where))
  return Object.fromEntries(Object.entries(filterFields(resource)).filter(([name]) => !fixed.has(name)))
}

const wholeNumber = (text: string | null, most: number): number | undefined =>
  text !== null && /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : undefined

function readFilter(field: Field, text: string): FilterValue | undefined {
  switch (field.type) {
    case 'boolean':
      return text === 'true' ? true : undefined
    case 'choice':
      return field.choices?.includes(text) ? text : undefined
    case 'ref':
      return wholeNumber(text, MAX_ID) || undefined
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
    case 'date':
      return /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
    default:
      return text.trim() === '' || text.length > MAX_SEARCH_LENGTH ? undefined : text
  }
}

/** Returns the declared filters found in an address, each with its text. */
function filtersIn(params: URLSearchParams, prefix: string, filters: Fields) {
  const declared = new Map(Object.entries(filters))
  return [...params].flatMap(([key, text]) => {
    if (!key.startsWith(prefix)) return []
    const name = declaredSpelling(key.slice(prefix.length), declared)
    const field = declared.get(name)
    return field ? [{ name, field, text }] : []
  })
}

/** Returns the filters in the URL with invalid values, such as an unknown role or a client id that is no number. */
export const invalidFiltersIn = (
  params: URLSearchParams,
  filters: Fields,
  prefix = '',
): { name: string; text: string }[] =>
  filtersIn(params, prefix, filters).flatMap(({ name, field, text }) =>
    text.trim() === '' || (field.type === 'boolean' && text === 'false') || readFilter(field, text) !== undefined
      ? []
      : [{ name, text }],
  )

/** Reads ids such as `3,7,9`. Returns null if one is invalid, or if there are more than the server takes at once. */
function readIds(text: string | null): readonly number[] | null {
  const ids = (text ?? '').split(',').map((part) => wholeNumber(part, MAX_ID))
  return ids.length <= PAGE_SIZE_MAX && ids.every((id) => id !== undefined) ? ids : null
}

/** Reads `name ASC`; null unless the server can order by that column. */
export function readOrder(resource: Resource, text: string | null): string | null {
  const [, path = '', direction = ''] = /^(\S+) (ASC|DESC)$/i.exec(text ?? '') ?? []
  return columnAt(resource, path)?.sortable ? `${path} ${direction.toUpperCase()}` : null
}

/** Reads the state of a list from the URL. `prefix` distinguishes two lists on one page. */
export function readAddress(params: URLSearchParams, resource: Resource, filters: Fields, prefix = ''): ListState {
  const found: Record<string, FilterValue> = {}
  for (const { name, field, text } of filtersIn(params, prefix, filters)) {
    const value = readFilter(field, text)
    if (value !== undefined) found[name] = value
  }
  // No stored text contains a NUL, and the server rejects it.
  const q = (params.get(`${prefix}q`) ?? '').replaceAll('\0', '')
  return {
    q: q.length > MAX_SEARCH_LENGTH ? '' : q,
    filters: found,
    order: readOrder(resource, params.get(`${prefix}order`)),
    offset: wholeNumber(params.get(`${prefix}offset`), MAX_ID) ?? 0,
    ids: readIds(params.get(`${prefix}ids`)),
  }
}

/** Returns the URL parameters with the state. Omits default values and keeps the parameters of others. */
export function writeAddress(params: URLSearchParams, state: ListState, filters: Fields, prefix = ''): URLSearchParams {
  const written = new URLSearchParams(params)
  const declared = new Map(Object.entries(filters))
  for (const key of params.keys())
    if (key.startsWith(prefix) && declared.has(declaredSpelling(key.slice(prefix.length), declared)))
      written.delete(key)
  const put = (name: string, value: FilterValue | null) => {
    if (value === null || value === '' || value === 0 || value === false) written.delete(prefix + name)
    else written.set(prefix + name, String(value))
  }
  put('q', state.q)
  put('order', state.order)
  put('offset', state.offset)
  put('ids', state.ids?.join(',') ?? null)
  for (const [name, value] of Object.entries(state.filters)) put(name, value)
  return written
}
