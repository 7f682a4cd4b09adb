import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@tocsin/core/errors'

/** The server's things as they were last seen, keyed `[account, noun, 'list' | 'one', …]`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 5 * 60_000,
      // Twice more where the same call may help, never where the server has said no.
      retry: (count, error) => count < 2 && error instanceof ApiError && error.temporary,
      retryDelay: (count) => 400 * 2 ** count,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** After a write everything read of a noun is stale, and what shows it from inside another noun as well. */
export async function markStale(noun: string): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => RELATED(noun).has(String(queryKey[1])) })
}

/** Sites and teams are one table under two names; every write leaves a trace in the history. */
const RELATED = (noun: string) =>
  new Set([noun, 'audit-events', ...(noun === 'sites' || noun === 'teams' ? ['sites', 'teams'] : [])])
