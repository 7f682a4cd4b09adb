import { useQuery } from '@tanstack/react-query'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import type { ApiError } from '@tocsin/core/base/errors'
import type { ListQuery, Page } from '@tocsin/core/api/client'
import type { Face, RecordOf } from '@tocsin/core/vocabulary/resource'
import { useAccount } from './account'
import { client } from './api'

/** Returns the key of a page of a list. It contains the account, so that no account sees the rows of another. */
export const listKey = (account: number, resource: string, query: ListQuery) =>
  [account, resource, 'list', query] as const
export const oneKey = (account: number, resource: string, id: number) => [account, resource, 'one', id] as const

/** Reads a page of a resource; with `every` again after that time (ms), while the page can be seen. */
export function useList<D extends Face>(
  resource: D,
  query: ListQuery,
  options: { enabled?: boolean; every?: number } = {},
) {
  const { id } = useAccount()
  return useQuery<Page<RecordOf<D>>, ApiError>({
    queryKey: listKey(id, resource.name, query),
    queryFn: ({ signal }) => client.list(resource, query, signal),
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
  })
}

/** Reads the first rows up to a limit, page by page, and their total. */
export function useSome<D extends Face>(
  resource: D,
  query: ListQuery,
  most: number,
  options: { enabled?: boolean } = {},
) {
  const { id } = useAccount()
  return useQuery<Page<RecordOf<D>>, ApiError>({
    queryKey: listKey(id, resource.name, { ...query, most }),
    queryFn: async () => {
      const rows: RecordOf<D>[] = []
      let total: number | undefined
      for await (const page of client.all(resource, query, PAGE_SIZE_MAX)) {
        total ??= page.total
        rows.push(...page.rows)
        if (rows.length >= most) break
      }
      return { rows: rows.slice(0, most), total: total ?? 0 }
    },
    enabled: options.enabled ?? true,
  })
}

/** Reads one record. */
export function useRecord<D extends Face>(resource: D, id: number, options: { enabled?: boolean } = {}) {
  const account = useAccount()
  return useQuery<RecordOf<D>, ApiError>({
    queryKey: oneKey(account.id, resource.name, id),
    queryFn: () => client.get(resource, id),
    enabled: options.enabled ?? true,
  })
}
