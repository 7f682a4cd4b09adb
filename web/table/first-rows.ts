import type { ListQuery, Page } from '@tocsin/core/api/client'
import { PAGE_SIZE } from '@tocsin/core/base/constants'
import type { Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { client } from '../data/api'
import { listKey } from '../data/hooks'
import { queryClient } from '../data/query'
import type { Row } from '../data/row'
import { entryId, recall } from '../navigation/entry'
import { readChoice } from './kept-choices'
import { createListUrl, type ListContext, type ListRequest } from './list-request'
import { GC_TIME } from './row-pages'
import { pagesWithin } from './row-source'
import type { RememberedList } from './use-memory'

export const PAGE_SIZES: readonly number[] = [10, PAGE_SIZE, 100]

/** Returns the page size: the account's choice for the list, else `PAGE_SIZE` if it is offered, else the first size. */
export function pageSizeOf(account: number, owner: string, sizes: readonly number[]): number {
  const chosen = readChoice(account, owner, 'pageSize')
  return sizes.find((one) => one === chosen) ?? sizes.find((one) => one === PAGE_SIZE) ?? sizes[0] ?? PAGE_SIZE
}

/** Returns how pages of a query are requested, and their keys in the cache. */
export function pagesOf(account: number, resource: Resource, query: ListQuery, pageSize: number) {
  const at = (offset: number): ListQuery => ({ ...query, limit: pageSize, offset })
  return {
    key: (offset: number) => listKey(account, resource.name, at(offset)),
    fetch: (offset: number, signal: AbortSignal) => client.list(resource, at(offset), signal) as Promise<Page<Row>>,
  }
}

/** Returns the state in which the list was left, if the present entry of the history remembers it for this request. */
export function keptList(entry: string, owner: string, { key }: ListRequest): RememberedList | undefined {
  const kept = recall<RememberedList>(entry, `table:${owner}`)
  return kept?.query === key ? kept : undefined
}

/**
 * Requests the rows that the list of a page shows first. The list finds them in the cache, and need not be drawn before
 * it asks.
 */
export function requestFirstRows(
  resource: Resource,
  viewer: Viewer & { id: number },
  { owner = resource.name, ...context }: ListContext & { owner?: string },
): void {
  const request = createListUrl(resource, viewer, context, '').read(location.search)
  const pageSize = pageSizeOf(viewer.id, owner, PAGE_SIZES)
  const pages = pagesOf(viewer.id, resource, request.query, pageSize)
  const start = keptList(entryId(), owner, request)?.index ?? request.state.offset
  for (const page of pagesWithin(start, start, pageSize))
    void queryClient.prefetchQuery({
      queryKey: pages.key(page * pageSize),
      queryFn: ({ signal }) => pages.fetch(page * pageSize, signal),
      gcTime: GC_TIME,
    })
}
