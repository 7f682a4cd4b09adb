import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '@tocsin/core/base/errors'
import { store } from '../store'
import { writesAtom } from './written'

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

/**
 * After a write everything read of a noun is stale, and what shows it from inside another noun as well. `listed`: its
 * lists show the change already, and are asked for again only when somebody comes back to them. `gone`: these records are
 * no more, so that nobody asks for them again.
 */
export async function markStale(
  noun: string,
  options: { listed?: boolean; gone?: readonly number[] } = {},
): Promise<void> {
  store.set(writesAtom, (count) => count + 1)
  const { gone = [] } = options
  const isListed = (key: readonly unknown[]) =>
    options.listed === true && key[1] !== 'audit-events' && key[2] === 'list'
  const isGone = (key: readonly unknown[]) => ONE.has(key[2]) && gone.includes(key[3] as number)
  const related = (key: readonly unknown[]) => RELATED(noun).has(String(key[1])) && !isGone(key)
  if (gone.length > 0)
    forget(
      ({ queryKey }) => RELATED(noun).has(String(queryKey[1])) && queryKey[1] !== 'audit-events' && isGone(queryKey),
    )
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => related(queryKey) && !isListed(queryKey) }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => related(queryKey) && isListed(queryKey),
      refetchType: 'none',
    }),
  ])
}

/** What is kept of a single record, by the third part of its key. */
const ONE: ReadonlySet<unknown> = new Set(['one', 'pointed'])

/** Forgets what nobody looks at, and what is still looked at as soon as nobody does. */
function forget(predicate: (query: Query) => boolean): void {
  const cache = queryClient.getQueryCache()
  for (const query of cache.findAll({ predicate })) {
    const isSeen = () => query.getObserversCount() > 0
    if (!isSeen()) {
      cache.remove(query)
      continue
    }
    const stop = cache.subscribe((event) => {
      if (event.query !== query || isSeen()) return
      stop()
      cache.remove(query)
    })
  }
}

type Listed = { rows: { id: number }[]; total: number }

/** Shows a record as the server has answered it, in its place wherever it is listed, and on its own page. */
export function showRow(account: number, noun: string, row: { id: number }): void {
  queryClient.setQueriesData<Listed>({ queryKey: [account, noun, 'list'] }, (page) =>
    page?.rows.some(({ id }) => id === row.id)
      ? { ...page, rows: page.rows.map((one) => (one.id === row.id ? row : one)) }
      : page,
  )
  queryClient.setQueriesData<{ id: number }>({ queryKey: [account, noun, 'one', row.id] }, (before) =>
    before ? row : before,
  )
}

/** Sites and teams are one table under two names; every write leaves a trace in the history. */
const RELATED = (noun: string) =>
  new Set([noun, 'audit-events', ...(noun === 'sites' || noun === 'teams' ? ['sites', 'teams'] : [])])
