import { ApiError } from '../base/errors'
import type { Http } from '../api/http'
import { MAX_QUERY } from './fold'
import type { IndexedRecord } from './records'

/** The resources and the client whose records are wanted; undefined for all. */
type Within = { nouns?: readonly string[] | undefined; client?: number | undefined }

export type SearchIndex = { version: string; records: IndexedRecord[] }

/**
 * Asks the server for the records whose texts contain all words of a query; `names`: also those that are only shown with the
 * name of a site or client that does. Returns null if they are too many for one page. The caller ranks them: initials, typos
 * and words of one or two characters are not looked for.
 */
export async function loadContaining(
  http: Http,
  query: string,
  { nouns, client, names = false }: Within & { names?: boolean } = {},
): Promise<IndexedRecord[] | null> {
  const { data, meta, requestId } = await http<IndexedRecord[]>({
    method: 'GET',
    path: 'search-index',
    query: { q: query.slice(0, MAX_QUERY), noun: nouns?.join(','), client, ...(names ? { names } : {}) },
  })
  if (!Array.isArray(data)) throw new ApiError({ status: 502, code: 'INVALID_ANSWER', requestId })
  return textOf(meta?.['next']) === undefined ? data : null
}

/**
 * Loads everything that the user may find, page by page. Returns null if the index still has the version `held`. The
 * version is that of the first page: a record that changes while later pages are read makes the next check find another
 * version. A part of the index, of some resources or of one client, has no version, which is then empty. `pause` is awaited before each page but the first.
 */
export async function loadSearchIndex(
  http: Http,
  options: Within & { held?: string; signal?: AbortSignal; pause?: () => Promise<void> } = {},
): Promise<SearchIndex | null> {
  const { held, nouns, client, signal, pause } = options
  const records: IndexedRecord[] = []
  let version: string | undefined
  let after: string | undefined
  do {
    if (after !== undefined) await pause?.()
    const { data, meta, requestId } = await http<IndexedRecord[]>({
      method: 'GET',
      path: 'search-index',
      query: { after, noun: nouns?.join(','), client, ifVersion: after === undefined ? held : undefined },
      signal,
    })
    version ??= nouns || client !== undefined ? '' : textOf(meta?.['version'])
    if (!Array.isArray(data) || version === undefined)
      throw new ApiError({ status: 502, code: 'INVALID_ANSWER', requestId })
    if (meta?.['unchanged'] === true) return null
    for (const record of data) records.push(record)
    after = textOf(meta?.['next'])
  } while (after !== undefined)
  return { version, records }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
