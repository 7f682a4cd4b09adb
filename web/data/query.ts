import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '@tocsin/core/base/errors'
import type { Face } from '@tocsin/core/vocabulary/resource'
import { store } from '../store'
import { everyFace, findFace } from './resources'
import { writesAtom } from './written'

/** The server's records as last seen, keyed `[account, resource, 'list' | 'one', …]`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 5 * 60_000,
      // Two retries if the error is temporary, none if the server has refused.
      retry: (count, error) => count < 2 && error instanceof ApiError && error.temporary,
      retryDelay: (count) => 400 * 2 ** count,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Marks everything read of a resource as stale after a write, and the related resources too. `listed`: the lists of the
 * resource show the change already, and are read again only when they are next opened. `gone`: the ids of deleted
 * records, which are not read again.
 */
export async function markStale(
  resource: string,
  options: { listed?: boolean; gone?: readonly number[] } = {},
): Promise<void> {
  store.set(writesAtom, (count) => count + 1)
  const { gone = [] } = options
  const same = twins(resource)
  const isListed = (key: readonly unknown[]) =>
    options.listed === true && same.includes(String(key[1])) && key[2] === 'list'
  const isGone = (key: readonly unknown[]) =>
    same.includes(String(key[1])) && ONE.has(key[2]) && gone.includes(key[3] as number)
  const names = relatedTo(resource)
  const related = (key: readonly unknown[]) => names.has(String(key[1])) && !isGone(key)
  if (gone.length > 0) forget(({ queryKey }) => isGone(queryKey))
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => related(queryKey) && !isListed(queryKey) }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => related(queryKey) && isListed(queryKey),
      refetchType: 'none',
    }),
  ])
}

/** The third parts of the keys that hold a single record. */
const ONE: ReadonlySet<unknown> = new Set(['one', 'pointed'])

/** Forgets queries without an observer at once, and the others as soon as they lose theirs. */
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

/** Shows a record as the server returned it, in its place in every list and on its own page. */
export function showRow(account: number, resource: string, row: { id: number }): void {
  queryClient.setQueriesData<Listed>({ queryKey: [account, resource, 'list'] }, (page) =>
    page?.rows.some(({ id }) => id === row.id)
      ? { ...page, rows: page.rows.map((one) => (one.id === row.id ? row : one)) }
      : page,
  )
  queryClient.setQueriesData<{ id: number }>({ queryKey: [account, resource, 'one', row.id] }, (before) =>
    before ? row : before,
  )
}

/**
 * Returns the resources whose records a write may change: a part says something of its whole and of the other parts of
 * that, and every write adds to the history.
 */
function relatedTo(resource: string): ReadonlySet<string> {
  const wholesOf = ({ fields = {} }: Face) =>
    Object.values(fields).flatMap(({ partOf, of }) => (partOf && of ? [of] : []))
  const declared = findFace(resource)
  const wholes = new Set([resource, ...(declared ? wholesOf(declared) : [])])
  const parts = everyFace().filter((other) => wholesOf(other).some((whole) => wholes.has(whole)))
  return new Set(['audit-events', ...wholes, ...parts.map(({ name }) => name), ...twins(resource)])
}

/** Returns the names of the table that a resource lies in: sites and teams are one. */
const twins = (resource: string): readonly string[] =>
  resource === 'sites' || resource === 'teams' ? ['sites', 'teams'] : [resource]
