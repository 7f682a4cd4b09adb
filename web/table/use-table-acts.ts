import { useMemo } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Profile } from '@tocsin/core/api/session'
import { isOffered } from '../commands/offered'
import { nextOf, switchOf } from '../commands/switch-of'
import { blockedFor } from '../commands/why'
import { runAction } from '../commands/run-action'
import type { Row } from '../data/row'
import type { Targets } from '../commands/targets'
import { tellReason } from '../notices/toast'
import { markStale } from '../data/query'
import { fromHere } from '../navigation/leave-to'
import type { ActiveRow } from './active-row'
import type { Column } from './columns'
import { copyText } from '../notices/copy-text'
import { tsvOf } from './copy'
import type { RowSource } from './row-source'
import { countSelected, targetsOf, type Selection } from './selection'
import { actionsFor } from '../commands/at-hand'
import { recordsLine } from './table-commands'
import { toggleActive } from './toggle-active'
import { textOf, type Reader } from './value-text'

type Parts = {
  resource: Resource
  viewer: Profile
  query: ListQuery
  source: RowSource
  active: ActiveRow
  selection: Selection
  /** The selected rows that are not among the loaded ones. */
  unseen: ReadonlyMap<number, Row>
  shown: readonly Column[]
  reader: Reader
  openHref: ((row: Row) => string) | undefined
  editHref: ((row: Row) => string) | undefined
  /** Remembers the place in the list before it is left. */
  remember: () => void
  navigate: (href: string, options?: { state?: unknown }) => void
  /** Reads the names of the records that the rows point to anew. */
  again: () => void
}

/** The acts on the records of a list, shared by keys, buttons and the palette. */
export function useTableActs({
  resource,
  viewer,
  query,
  source,
  active,
  selection,
  unseen,
  shown,
  reader,
  openHref,
  editHref,
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
  /** Returns the targets of a key: the selection, else the row active at this moment. */
  const targets = (): Targets | null => {
    const row = source.at(active.index)
    return chosen ?? (row ? { kind: 'rows', rows: [row] } : null)
  }

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
  const edit = (row: Row) => {
    // The key of an edit that the row's client blocks gives the reason.
    const reason = isOffered(resource, 'update', [row]) ? null : blockedFor(resource, 'update', row)
    if (reason) tellReason(reason)
    else follow(editHref?.(row))
  }
  const refresh = () => {
    if (source.failure) source.retry()
    else void markStale(resource.name)
    again()
  }

  const copy = (what: 'ids' | 'line' | 'link' | 'row') => {
    const these = targets()
    if (!these) return
    if (what === 'line') return void copyText(recordsLine(resource, these))
    if (these.kind !== 'rows') return
    const { rows } = these
    if (what === 'ids') void copyText(rows.map(({ id }) => id).join(' '))
    else if (what === 'link') void copyText(rows.map((row) => location.origin + (openHref?.(row) ?? '')).join('\n'))
    else void copyText(tsvOf(rows.map((row) => shown.map((column) => textOf(row, column, reader)))))
  }
  const act = (action: string) => {
    const these = targets()
    const many = these !== null && (these.kind !== 'rows' || these.rows.length > 1)
    if (!these || !actionsFor(resource, viewer, many).includes(action)) return false
    void runAction(resource, action, these)
    return true
  }
  const flip = () => {
    const these = targets()
    const pair = switchOf(resource)
    if (!these || !pair) return false
    const next = (row: Row) => nextOf(resource, pair, row, viewer)
    const [only] = these.kind === 'rows' ? these.rows : []
    if (only && !chosen && resource.switch !== undefined) {
      if (!mayDo(viewer, resource, { action: next(only) })) return false
      void toggleActive(resource, only)
      return true
    }
    return act(these.kind !== 'rows' || these.rows.some((row) => next(row) === pair.off) ? pair.off : pair.on)
  }
  return { selected, chosen, follow, open, edit, refresh, copy, act, flip }
}
