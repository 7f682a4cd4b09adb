import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import { IDS_AT_ONCE, PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { recordsById } from '@tocsin/core/api/names'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { rowsOf } from '../commands/targets'
import { useAccount } from '../data/account'
import { client } from '../data/api'
import { listKey } from '../data/hooks'
import type { List, ListView } from './list'
import { countSelected, dropRows, isOfOtherList, selectRows, targetsOf, type Selection } from './selection'

/** Returns everything that a list matches as records; null for more than PAGE_SIZE_MAX of them. */
export async function gathered(resource: Resource, selection: Selection): Promise<readonly Row[] | null> {
  if (selection.kind !== 'all' || countSelected(selection, selection.of) > PAGE_SIZE_MAX) return null
  const rows: Row[] = []
  for await (const page of rowsOf(
    resource,
    targetsOf(selection, selection.of, () => undefined),
  ))
    rows.push(...page)
  return rows
}

/** Returns those of the records that a list matches. A request by ids alone returns inactive ones too. */
async function matchedOf(resource: Resource, query: ListQuery, ids: readonly number[], signal: AbortSignal) {
  const chosen = query.ids && new Set(query.ids)
  const isAllShown = chosen !== undefined || query['showInactive'] === true
  const wanted = chosen ? ids.filter((id) => chosen.has(id)) : ids
  const rows: Row[] = []
  for (let at = 0; at < wanted.length; at += IDS_AT_ONCE) {
    const some = wanted.slice(at, at + IDS_AT_ONCE)
    const page = await client.list(resource, { ...query, ids: some, limit: some.length, offset: 0 }, signal)
    rows.push(...(page.rows as Row[]).filter(({ active }) => isAllShown || active !== false))
  }
  return { rows, total: rows.length }
}

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
    queryFn: ({ signal }) => matchedOf(resource, filter, unseen, signal),
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
    void gathered(resource, selection).then(
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
