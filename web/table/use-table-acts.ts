import { useMemo } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Targets } from '../commands/targets'
import { markStale } from '../data/query'
import type { Row } from '../data/row'
import { fromHere } from '../navigation/leave-to'
import type { RowSource } from './row-source'
import { countSelected, targetsOf, type Selection } from './selection'

type Parts = {
  resource: Resource
  query: ListQuery
  source: RowSource
  selection: Selection
  /** The selected rows that are not among the loaded ones. */
  unseen: ReadonlyMap<number, Row>
  openHref: ((row: Row) => string) | undefined
  /** Remembers the place in the list before it is left. */
  remember: () => void
  navigate: (href: string, options?: { state?: unknown }) => void
  /** Reads the names of the records that the rows point to anew. */
  again: () => void
}

/** The selection as targets, and the ways out of a list. */
export function useTableActs({
  resource,
  query,
  source,
  selection,
  unseen,
  openHref,
  remember,
  navigate,
  again,
}: Parts) {
  const total = source.total ?? 0
  const selected = countSelected(selection, { query, total })
  const chosen = useMemo<Targets | null>(() => {
    if (selected === 0) return null
    const rows = new Map(source.loaded().map((row) => [row.id, row]))
    return targetsOf(selection, { query, total }, (id) => rows.get(id) ?? unseen.get(id))
  }, [selected, selection, query, total, source, unseen])

  const follow = (href: string | undefined) => {
    if (href === undefined) return
    remember()
    navigate(href, { state: fromHere() })
  }
  const open = (row: Row, way: 'here' | 'tab') => {
    const href = openHref?.(row)
    if (way === 'here' || href === undefined) return follow(href)
    remember()
    window.open(href, '_blank', 'noopener')
  }
  const refresh = () => {
    if (source.failure) source.retry()
    else void markStale(resource.name)
    again()
  }
  return { selected, chosen, follow, open, refresh }
}
