import type { ListQuery } from '@tocsin/core/api/client'
import type { Row } from '../data/row'
import type { Targets } from '../commands/targets'

/** What is selected: records, or everything that one list matches save some, which is kept as the filter it is. */
export type Selection =
  | { kind: 'rows'; rows: ReadonlyMap<number, Row>; reach: Reach | null }
  | { kind: 'all'; of: Matched; except: ReadonlySet<number> }

/** What a list was asked for, and how many rows it matched. */
export type Matched = { query: ListQuery; total: number }

/** A stretch that is being extended: from where, and what was selected before it. */
type Reach = { anchor: number; before: ReadonlyMap<number, Row> }

export const NOTHING: Selection = { kind: 'rows', rows: new Map(), reach: null }
export const everything = (of: Matched): Selection => ({ kind: 'all', of, except: new Set() })

/** What decides which rows a list has, whatever their order. */
export const matchingOf = ({ order: _, ...query }: ListQuery): string => JSON.stringify(query)

/** Whether everything of some other list is selected, so that no row of this one can be said to be. */
export const isForeign = (selection: Selection, query: ListQuery): boolean =>
  selection.kind === 'all' && matchingOf(selection.of.query) !== matchingOf(query)

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'all' ? !selection.except.has(id) : selection.rows.has(id)

/** How many. Of everything that the list shown now matches, as many as that is by now. */
export const countSelected = (selection: Selection, shown: Matched): number => {
  if (selection.kind === 'rows') return selection.rows.size
  const { total } = isForeign(selection, shown.query) ? selection.of : shown
  return Math.max(0, total - selection.except.size)
}

/** Ticks or unticks a row, which a stretch is extended from next. */
export function toggleRow(selection: Selection, row: Row, index: number): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except)
    if (!except.delete(row.id)) except.add(row.id)
    return { ...selection, except }
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

/** These rows as well. */
export const addRows = (selection: Selection, rows: readonly Row[]): Selection =>
  selectRows([...(selection.kind === 'rows' ? selection.rows.values() : []), ...rows])

/** Without these; those selected in other lists stay. */
export const dropRows = (selection: Selection, rows: readonly Row[]): Selection => {
  if (selection.kind === 'all') return NOTHING
  const gone = new Set(rows.map(({ id }) => id))
  return selectRows([...selection.rows.values()].filter(({ id }) => !gone.has(id)))
}

/** Whether all that are loaded are selected, so that only everything that matches is more. */
export const hasAllOf = (selection: Selection, loaded: readonly Row[]): boolean =>
  selection.kind === 'rows' && loaded.length > 0 && loaded.every(({ id }) => selection.rows.has(id))

/** What an action is done to. Rows that were loaded anew since are taken as they are now. */
export function targetsOf(selection: Selection, shown: Matched, fresh: (id: number) => Row | undefined): Targets {
  if (selection.kind === 'all') {
    const of = isForeign(selection, shown.query) ? selection.of : shown
    return { kind: 'query', ...of, except: [...selection.except] }
  }
  return { kind: 'rows', rows: [...selection.rows.values()].map((row) => fresh(row.id) ?? row) }
}

/** As it can be kept with an entry of the history. */
export type KeptSelection =
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'all'; of: Matched; except: readonly number[] }

export const keptOf = (selection: Selection): KeptSelection =>
  selection.kind === 'all'
    ? { ...selection, except: [...selection.except] }
    : { kind: 'rows', rows: [...selection.rows.values()] }

export const fromKept = (kept: KeptSelection): Selection =>
  kept.kind === 'all' ? { ...kept, except: new Set(kept.except) } : selectRows(kept.rows)
