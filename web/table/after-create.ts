import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { toast } from '../notices/toast'
import { client } from '../data/api'
import { listKey } from '../data/hooks'
import { queryClient } from '../data/query'
import { go } from '../navigation/go'

/** Returns the record named by the hash of an address (`#row=12`): the one just made, to be shown in its list. */
export function rowInHash(hash: string): number | null {
  const [, id] = /^#row=(\d{1,10})$/.exec(hash) ?? []
  return id === undefined ? null : Number(id)
}

/** Tells that the record was made but that the list, for its filters and order, does not show it; with a link to it. */
export function tellOfRow(id: number, hrefOf: ((row: { id: number }) => string) | undefined): void {
  toast({
    tone: 'done',
    text: (t) => t('table.notShown'),
    ...(hrefOf ? { action: { label: (t) => t('table.openRecord'), run: () => go(hrefOf({ id })) } } : {}),
  })
}

/**
 * Returns the index of a record in a list, looked for on the page shown, the first and the last: a new record is at one
 * end of a list by id, a changed one is mostly where it was, and any other place would take reading the whole list.
 */
export async function findPlace(
  account: number,
  resource: Resource,
  query: ListQuery,
  pageSize: number,
  total: number,
  id: number,
  shown = 0,
): Promise<number | undefined> {
  const pageOf = (index: number) => Math.floor(Math.max(0, index) / pageSize) * pageSize
  for (const offset of new Set([pageOf(shown), 0, pageOf(total - 1)])) {
    const page: ListQuery = { ...query, limit: pageSize, offset }
    const { rows } = await queryClient.fetchQuery({
      queryKey: listKey(account, resource.name, page),
      queryFn: ({ signal }) => client.list(resource, page, signal) as Promise<{ rows: Row[]; total: number }>,
    })
    const at = rows.findIndex((row) => row.id === id)
    if (at >= 0) return offset + at
  }
  return undefined
}
