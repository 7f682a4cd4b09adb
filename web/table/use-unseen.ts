import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { recordsById } from '@tocsin/core/api/names'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { useAccount } from '../data/account'
import { client } from '../data/api'
import { listKey } from '../data/hooks'
import type { List, ListView } from './list'
import { countSelected, dropRows, isOfOtherList, selectRows } from './selection'

// A list without a selection needs none of these.
const selectedRows = () => import('./selected-rows')

/**
 * Reads the selected records that are not among the loaded rows, and counts those that the list does not match. Deleted
 * records leave the selection. A selection of everything in another list is replaced by its records.
 */
export function useUnseen(
  resource: Resource,
  { select }: List,
  { request: { query }, source, settled, selection }: ListView,
): {
  fresh: ReadonlyMap<number, Row>
  outside: number
} {
  const account = useAccount()
  const unseen = useMemo(() => {
    if (selection.kind === 'all' || !settled) return []
    const shown = new Set(source.loaded().map(({ id }) => id))
    return [...selection.rows.keys()].filter((id) => !shown.has(id)).toSorted((one, other) => one - other)
  }, [selection, settled, source])
  const enabled = unseen.length > 0
  const { order: _, ...filter } = query
  const now = useQuery({
    queryKey: listKey(account.id, resource.name, { unseen }),
    queryFn: async ({ signal }) => {
      const rows = (await recordsById(client, resource, unseen, signal)) as Row[]
      return { rows, total: rows.length }
    },
    enabled,
    placeholderData: keepPreviousData,
  })
  const matched = useQuery({
    queryKey: listKey(account.id, resource.name, { ...filter, matched: unseen }),
    queryFn: async ({ signal }) => (await selectedRows()).matchedOf(resource, filter, unseen, signal),
    enabled,
  })
  const fresh = useMemo(() => new Map(now.data?.rows.map((row) => [row.id, row])), [now.data])

  useEffect(() => {
    if (!enabled || now.data === undefined || now.isFetching || now.isPlaceholderData) return
    const gone = unseen.filter((id) => !fresh.has(id))
    if (gone.length > 0)
      select((before) =>
        dropRows(
          before,
          gone.map((id) => ({ id })),
        ),
      )
  }, [enabled, unseen, fresh, now.data, now.isFetching, now.isPlaceholderData, select])

  const isOther = isOfOtherList(selection, query)
  useEffect(() => {
    if (!isOther) return
    let isStill = true
    const rows = selectedRows().then(({ gathered }) => gathered(resource, selection))
    void rows.then(
      (rows) => {
        if (rows && isStill) select((before) => (before === selection ? selectRows(rows) : before))
      },
      // Where the request fails, the selection stays a filter of the other list.
      () => {},
    )
    return () => {
      isStill = false
    }
  }, [isOther, resource, selection, select])

  const inside = matched.data && new Set(matched.data.rows.map(({ id }) => id))
  const outside =
    selection.kind === 'all'
      ? isOther
        ? countSelected(selection, selection.of)
        : 0
      : inside
        ? unseen.filter((id) => !inside.has(id)).length
        : 0
  return { fresh, outside }
}
