import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { toast } from '../notices/toast'
import { client } from '../data/api'
import { listKey } from '../data/hooks'
import { queryClient } from '../data/query'
import { go } from '../navigation/go'

/** Reports that the record was created but was not found in the list, with a button that opens the record. */
export function tellOfRow(id: number, hrefOf: ((row: { id: number }) => string) | undefined): void {
  toast({
    tone: 'done',
    text: (t) => t('table.notShown'),
    ...(hrefOf ? { action: { label: (t) => t('table.openRecord'), run: () => go(hrefOf({ id })) } } : {}),
  })
}

/**
 * Returns the index of a record in a list, if it is on the page shown, the first page or the last page. A new record is
 * at one end of a list sorted by id, and a changed one is mostly where it was. Any other position would require reading
 * the whole list.
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
