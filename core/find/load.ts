import { ApiError } from '../base/errors'
import type { Http } from '../api/http'
import type { IndexedRecord } from './records'

export type SearchIndex = { version: string; records: IndexedRecord[] }

/**
 * Loads everything that the user may find, page by page. Returns null if the index still has the version `held`. The
 * version is that of the first page: a record that changes while later pages are read makes the next check find another
 * version. `pause` is awaited before each page but the first.
 */
export async function loadSearchIndex(
  http: Http,
  options: { held?: string; signal?: AbortSignal; pause?: () => Promise<void> } = {},
): Promise<SearchIndex | null> {
  const { held, signal, pause } = options
  const records: IndexedRecord[] = []
  let version: string | undefined
  let after: string | undefined
  do {
    if (after !== undefined) await pause?.()
    const { data, meta, requestId } = await http<IndexedRecord[]>({
      method: 'GET',
      path: 'search-index',
      query: { after, ifVersion: after === undefined ? held : undefined },
      signal,
    })
    version ??= textOf(meta?.['version'])
    if (!Array.isArray(data) || version === undefined)
      throw new ApiError({ status: 502, code: 'INVALID_ANSWER', requestId })
    if (meta?.['unchanged'] === true) return null
    for (const record of data) records.push(record)
    after = textOf(meta?.['next'])
  } while (after !== undefined)
  return { version, records }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
