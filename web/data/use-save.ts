import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '@tocsin/core/base/errors'
import type { Upload } from '@tocsin/core/api/multipart'
import type { Draft, RecordOf, Resource } from '@tocsin/core/vocabulary/resource'
import { useAccount } from './account'
import { client } from './api'
import { oneKey } from './hooks'
import { markStale, queryClient } from './query'

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
