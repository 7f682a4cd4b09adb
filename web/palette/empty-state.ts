import type { Translate } from '@tocsin/core/vocabulary/i18n'

/** The facts known while no row can be listed. */
export type Known = {
  /** The text for which no row was found; empty while nothing is typed. */
  query: string
  /** True where records are searched too. Commands, keys and resources need not be loaded. */
  ofRecords: boolean
  /** The state of the records' names; `behind` while they are read again because they may have changed. */
  names: { ready: boolean; behind: boolean; failure: unknown }
  /** True where the server is searched as well, at once or after a pause in typing. */
  asksServer: boolean
  /** The state of the server's search; `answered` once it has found records in place of names that are not loaded. */
  server: { searching: boolean; failure: unknown; answered: boolean }
}

export type EmptyState =
  | { kind: 'failed'; failure: unknown }
  /** The results are not complete yet, so an empty list does not mean that nothing matches. */
  | { kind: 'reading' | 'searching' }
  | { kind: 'none' | 'idle' }

/** Returns why there is no row. It is 'none' only where everything was searched. */
export function emptyStateOf({ query, ofRecords, names, asksServer, server }: Known): EmptyState {
  if (server.failure) return { kind: 'failed', failure: server.failure }
  if (ofRecords && (!names.ready || names.behind) && !names.failure && query !== '') return { kind: 'reading' }
  if (server.searching) return { kind: 'searching' }
  if (query === '') return { kind: 'idle' }
  // Without the names only the server finds records. A failure to read the names is not shown while it still may.
  if (ofRecords && !names.ready && !server.answered)
    return asksServer ? { kind: 'searching' } : { kind: 'failed', failure: names.failure }
  return { kind: 'none' }
}

/** Returns the number of rows in words. CLDR would use the singular for zero in Portuguese. */
export const countIn = (t: Translate, count: number): string =>
  t(count === 0 ? 'palette.results.none' : 'palette.results', { count })
