import type { ListQuery } from '@tocsin/core/client'
import type { Row, Targets } from '../acts/targets'

/** What is selected: records, or everything that the list matches save some, which is kept as the filter it is. */
export type Selection =
  { kind: 'rows'; rows: ReadonlyMap<number, Row>; reach: Reach | null } | { kind: 'all'; except: ReadonlySet<number> }

/** A stretch that is being extended: from where, and what was selected before it. */
type Reach = { anchor: number; before: ReadonlyMap<number, Row> }

export const NOTHING: Selection = { kind: 'rows', rows: new Map(), reach: null }
export const EVERYTHING: Selection = { kind: 'all', except: new Set() }

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'all' ? !selection.except.has(id) : selection.rows.has(id)

/** How many; `total` is what the list matches. */
export const countSelected = (selection: Selection, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.rows.size

/** Ticks or unticks a row, which a stretch is extended from next. */
export function toggleRow(selection: Selection, row: Row, index: number): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except)
    if (!except.delete(row.id)) except.add(row.id)
    return { kind: 'all', except }
  }
  const rows = new Map(selection.rows)
  if (!rows.delete(row.id)) rows.set(row.id, row)
  return { kind: 'rows', rows, reach: { anchor: index, before: rows } }
}

/**
 * Extends from the anchor (else from `from`) to a row. Turning back gives up again what the stretch had taken. Rows that
 * are not loaded are not taken.
 */
export function extendTo(
  selection: Selection,
  from: number,
  to: number,
  at: (index: number) => Row | undefined,
): Selection {
  const reach: Reach =
    selection.kind === 'rows' && selection.reach
      ? selection.reach
      : { anchor: from, before: selection.kind === 'rows' ? selection.rows : new Map() }
  const rows = new Map(reach.before)
  for (let index = Math.min(reach.anchor, to); index <= Math.max(reach.anchor, to); index++) {
    const row = at(index)
    if (row) rows.set(row.id, row)
  }
  return { kind: 'rows', rows, reach }
}

export const selectRows = (rows: Iterable<Row>): Selection => ({
  kind: 'rows',
  rows: new Map([...rows].map((row) => [row.id, row])),
  reach: null,
})

/** First all that are loaded; again, or where that is all there is to take, everything that matches. */
export function selectMore(selection: Selection, loaded: readonly Row[], total: number): Selection {
  const has = selection.kind === 'rows' && loaded.length > 0 && loaded.every(({ id }) => selection.rows.has(id))
  return has && loaded.length < total ? EVERYTHING : selectRows(loaded)
}

/** What an action is done to. Rows that were loaded anew since are taken as they are now. */
export function targetsOf(
  selection: Selection,
  query: ListQuery,
  total: number,
  fresh: (id: number) => Row | undefined,
): Targets {
  if (selection.kind === 'all') return { kind: 'query', query, except: [...selection.except], total }
  return { kind: 'rows', rows: [...selection.rows.values()].map((row) => fresh(row.id) ?? row) }
}

/** As it can be kept with an entry of the history. */
export type KeptSelection = { kind: 'rows'; rows: readonly Row[] } | { kind: 'all'; except: readonly number[] }

export const keptOf = (selection: Selection): KeptSelection =>
  selection.kind === 'all'
    ? { kind: 'all', except: [...selection.except] }
    : { kind: 'rows', rows: [...selection.rows.values()] }

export const fromKept = (kept: KeptSelection): Selection =>
  kept.kind === 'all' ? { kind: 'all', except: new Set(kept.except) } : selectRows(kept.rows)
