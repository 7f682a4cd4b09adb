import { useMutation, useQuery } from '@tanstack/react-query'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import type { ApiError } from '@tocsin/core/base/errors'
import type { ListQuery, Page } from '@tocsin/core/api/client'
import type { Upload } from '@tocsin/core/api/multipart'
import type { Draft, RecordOf, Resource } from '@tocsin/core/vocabulary/resource'
import { useAccount } from './account'
import { client } from './api'
import { markStale, queryClient } from './query'

/** Returns the key of a page of a list. It contains the account, so that no account sees the rows of another. */
export const listKey = (account: number, resource: string, query: ListQuery) =>
  [account, resource, 'list', query] as const
export const oneKey = (account: number, resource: string, id: number) => [account, resource, 'one', id] as const

/** Reads a page of a resource. */
export function useList<D extends Resource>(resource: D, query: ListQuery, options: { enabled?: boolean } = {}) {
  const { id } = useAccount()
  return useQuery<Page<RecordOf<D>>, ApiError>({
    queryKey: listKey(id, resource.name, query),
    queryFn: ({ signal }) => client.list(resource, query, signal),
    enabled: options.enabled ?? true,
  })
}

/** Reads the first rows up to a limit, page by page, and their total. */
export function useSome<D extends Resource>(
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
export function useRecord<D extends Resource>(resource: D, id: number, options: { enabled?: boolean } = {}) {
  const account = useAccount()
  return useQuery<RecordOf<D>, ApiError>({
    queryKey: oneKey(account.id, resource.name, id),
    queryFn: () => client.get(resource, id),
    enabled: options.enabled ?? true,
  })
}

type Save = {
  id: number | null
  draft: Draft
  version?: number | undefined
  key?: string
  /** Files that are sent with the record, by the names that its fields have for them. */
  files?: Record<string, Upload> | undefined
}

export type CreateOptions = Pick<Save, 'key' | 'files'>

/**
 * Creates a record if there is no id, else updates the fields of the draft. `create` makes a record that takes more than
 * one call.
 */
export function useSave<D extends Resource>(
  resource: D,
  create: (draft: Draft, options: CreateOptions) => Promise<RecordOf<D>> = (draft, options) =>
    client.create(resource, draft, options),
) {
  const account = useAccount()
  return useMutation<RecordOf<D>, ApiError, Save>({
    mutationFn: ({ id, draft, version, key, files }) =>
      id === null
        ? create(draft, { files, ...(key === undefined ? {} : { key }) })
        : client.update(resource, id, draft, { files, ...(version === undefined ? {} : { version }) }),
    onSuccess: (row) => {
      const { id } = row as { id: number }
      queryClient.setQueryData(
        oneKey(account.id, resource.name, id),
        (old: object | undefined) => old && { ...old, ...row },
      )
      // The save does not wait for the lists to be read again.
      void markStale(resource.name)
    },
  })
}
