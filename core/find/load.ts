import { ApiError } from '../base/errors'
import type { Http } from '../api/http'
import type { IndexedRecord } from './records'

export type SearchIndex = { version: string; records: IndexedRecord[] }

/**
 * Loads everything that the user may find, page by page. Returns null if the index still has the version `held`. Starts
 * over if the version changes between two pages; the third attempt returns whatever it has read.
 */
export async function loadSearchIndex(
  http: Http,
  options: { held?: string; signal?: AbortSignal } = {},
): Promise<SearchIndex | null> {
  const { held, signal } = options
  for (let attempt = 1; ; attempt++) {
    let index: SearchIndex | null = null
    let after: string | undefined
    let changed = false
    do {
      const { data, meta, requestId } = await http<IndexedRecord[]>({
        method: 'GET',
        path: 'search-index',
        query: { after, ifVersion: held },
        signal,
      })
      const version = meta?.['version']
      if (!Array.isArray(data) || typeof version !== 'string')
        throw new ApiError({ status: 502, code: 'INVALID_ANSWER', requestId })
      if (meta?.['unchanged'] === true) return null
      changed = index !== null && index.version !== version
      index ??= { version, records: [] }
      for (const record of data) index.records.push(record)
      const next = meta?.['next']
      after = typeof next === 'string' ? next : undefined
    } while (after !== undefined && !(changed && attempt < 3))
    if (!changed || attempt === 3) return index
  }
}
