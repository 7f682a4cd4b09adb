import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { useAccount } from '../data/account'
import { client } from '../data/api'
import { listKey } from '../data/hooks'
import { queryClient } from '../data/query'
import { createRowPages } from './row-pages'
import type { RowSource } from './row-source'

/**
 * Returns the rows of a query, loaded by pages as they come into view. The rows of the query before stay until a new
 * one has answered; `settled` is true once the rows are those of the query asked for.
 */
export function useRows(
  resource: Resource,
  query: ListQuery,
  pageSize: number,
  start = 0,
): { source: RowSource; settled: boolean } {
  const { id: account } = useAccount()
  const asked = JSON.stringify([account, resource.name, query, pageSize])
  const pages = useMemo(
    () => {
      const at = (offset: number): ListQuery => ({ ...query, limit: pageSize, offset })
      return createRowPages({
        queries: queryClient,
        key: (offset) => listKey(account, resource.name, at(offset)),
        fetch: (offset, signal) => client.list(resource, at(offset), signal) as Promise<{ rows: Row[]; total: number }>,
        pageSize,
        start,
      })
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `asked` is the query; where it starts matters only at the start
    [asked],
  )
  const source = useSyncExternalStore(pages.subscribe, pages.source)
  const settled = source.total !== undefined || source.failure !== undefined
  const before = useRef<{ of: string; source: RowSource } | null>(null)
  const of = `${account} ${resource.name}`
  useLayoutEffect(() => {
    if (settled) before.current = { of, source }
  }, [of, settled, source])
  return { source: settled || before.current?.of !== of ? source : before.current.source, settled }
}
