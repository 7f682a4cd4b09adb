import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { hasLongRun } from '@tocsin/core/base/normal-form'
import { filterFields } from '@tocsin/core/vocabulary/filters'
import { kindReason } from '@tocsin/core/vocabulary/kind-reasons'
import { LIMITS, MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { clientFieldOf, type Draft, type Field, type Fields } from '@tocsin/core/vocabulary/resource'
import { WHERE_LENGTH } from '@tocsin/core/vocabulary/where'
import { badParameter } from '../http/failures'
import { foldSpelling, readJson, recordOf, refuseKey } from '../http/input'
import type { ServedResource } from './served-resource'

/** The parameters of every list. The data layer calls them `page`, `perPage` and `sort`. */
const EVERY_LIST: Fields = {
  limit: { type: 'integer' },
  offset: { type: 'integer' },
  page: { type: 'integer' },
  perPage: { type: 'integer' },
  order: { type: 'text' },
  sort: { type: 'text' },
  q: { type: 'text' },
  where: { type: 'longtext' },
  ids: { type: 'refs' },
  /** Only rows after this id, for clients that read page by page: no page is slow. It requires the order by id. */
  after: { type: 'integer' },
  /** Only rows up to this id: a list that grows holds still for its reader, while the later ones can be counted. */
  upTo: { type: 'integer' },
}

/** Returns one query parameter as the value of its field. Throws ApiError 400 with the name of the parameter. */
function parameter(name: string, field: Field, text: string): unknown {
  switch (field.type) {
    case 'integer': {
      if (!/^\d{1,10}$/.test(text)) throw badParameter(name)
      return Number(text)
    }
    case 'boolean':
      if (text === 'true' || text === '1') return true
      if (text === 'false' || text === '0' || text === '') return false
      throw badParameter(name)
    case 'ref':
    case 'refs':
      return idsParameter(name, text)
    case 'choice': {
      const choices = text.split(',')
      if (choices.some((choice) => !field.choices?.includes(choice))) throw badParameter(name)
      return choices
    }
    case 'date':
      if (kindReason(field, text) !== null) throw badParameter(name)
      return text
    case 'longtext':
      return textParameter(name, text, WHERE_LENGTH)
    default:
      return textParameter(name, text)
  }
}

/** Returns the ids of a query string, with commas between them. Throws ApiError 400 with the name of the parameter. */
export function idsParameter(name: string, text: string): number[] {
  if (text === '') return []
  const ids = text.split(',').map((part) => part.trim())
  if (ids.length > PAGE_SIZE_MAX || ids.some((id) => !/^\d{1,10}$/.test(id) || Number(id) > MAX_ID))
    throw badParameter(name)
  return ids.map(Number)
}

/**
 * Returns a text of a query string. Throws ApiError 400 if it is longer than stored texts, or has characters that they
 * cannot have.
 */
export function textParameter(name: string, text: string, max: number = LIMITS.text): string {
  if (text.length > max || text.includes('\u0000') || !text.isWellFormed() || hasLongRun(text)) throw badParameter(name)
  return text
}

/**
 * Returns the query with the contents of `filter` among its own parameters, since the data layer puts all filters there
 * . In a query of clients, `ClientId` becomes their filter `client` (API-30).
 */
function withFilters(served: ServedResource, { filter, ...query }: Record<string, unknown>): Record<string, unknown> {
  const own = clientFieldOf(served.resource) === 'id' ? 'client' : undefined
  const all: [string, unknown][] = [...Object.entries(query), ...(filter === undefined ? [] : filtersIn(filter))]
  const merged: Record<string, unknown> = {}
  for (const [given, value] of all) {
    refuseKey(given)
    const name = own && /^clientid$/i.test(given) ? own : given
    if (Object.hasOwn(merged, name) && merged[name] !== value)
      throw new ApiError({ status: 400, code: 'CONFLICTING_VALUES', details: { key: name.slice(0, 100) } })
    merged[name] = value
  }
  return merged
}

/**
 * Returns the parameters in a filter: those of a JSON object, whose lists become texts with commas as in a query
 * string, or else one text to search for.
 */
function filtersIn(filter: unknown): [string, unknown][] {
  if (typeof filter !== 'string') throw badParameter('filter')
  if (!filter.trimStart().startsWith('{')) return [['q', filter]]
  let filters: Draft
  try {
    filters = recordOf(readJson(filter))
  } catch {
    throw badParameter('filter')
  }
  return Object.entries(filters)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const isPlain = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one)
      if (!(Array.isArray(value) ? value.every(isPlain) : isPlain(value))) throw badParameter(name)
      return [name, String(value)]
    })
}

/**
 * Reads the query string as values. Throws ApiError 400 for an unknown parameter: a filter that is silently ignored
 * would show too much.
 */
export function readQuery(served: ServedResource, query: Record<string, unknown>): Draft {
  const filters = filterFields(served.resource)
  const known = new Map(Object.entries({ ...EVERY_LIST, ...filters }))
  if (served.resource.unsearched) known.delete('q')
  const values: Draft = {}
  for (const [name, text] of Object.entries(foldSpelling(withFilters(served, query), known))) {
    const field = known.get(name)
    if (!field) throw badParameter(name, 'UNKNOWN_PARAMETER')
    if (typeof text !== 'string') throw badParameter(name) // given twice
    // An empty filter narrows nothing, but an empty list of ids means no rows.
    if (text !== '' || name === 'ids') values[name] = parameter(name, field, text)
  }
  return values
}
