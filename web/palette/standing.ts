import type { Translate } from '@tocsin/core/vocabulary/i18n'

/** What is known while nothing can be listed. */
export type Known = {
  /** What was typed and answered with no row; empty while nothing was. */
  query: string
  /** Records may be among what is looked for; commands, keys and nouns are all here from the beginning. */
  ofRecords: boolean
  /** The names of the records; `behind` while they are read anew because they may have changed. */
  names: { ready: boolean; behind: boolean; failure: unknown }
  /** The server is asked as well, at once or when nothing more was typed. */
  asksServer: boolean
  /** The server's own search; `answered` where it stood in for the names. */
  server: { searching: boolean; failure: unknown; answered: boolean }
}

export type Standing =
  | { kind: 'failed'; failure: unknown }
  /** An empty list proves nothing yet. */
  | { kind: 'reading' | 'searching' }
  | { kind: 'none' | 'idle' }

/** Why no row is there. That there is none is only said where everything was looked through. */
export function standingOf({ query, ofRecords, names, asksServer, server }: Known): Standing {
  if (server.failure) return { kind: 'failed', failure: server.failure }
  if (ofRecords && (!names.ready || names.behind) && !names.failure && query !== '') return { kind: 'reading' }
  if (server.searching) return { kind: 'searching' }
  if (query === '') return { kind: 'idle' }
  // Without the names the server alone knows; nobody is told of a failure that it may make up for.
  if (ofRecords && !names.ready && !server.answered)
    return asksServer ? { kind: 'searching' } : { kind: 'failed', failure: names.failure }
  return { kind: 'none' }
}

/** How many rows there are, in words; CLDR would have none of them in the singular in Portuguese. */
export const countIn = (t: Translate, count: number): string =>
  t(count === 0 ? 'palette.results.none' : 'palette.results', { count })
