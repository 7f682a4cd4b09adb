import type { ListQuery } from '@tocsin/core/api/client'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Row } from '../data/row'
import type { Targets } from '../commands/targets'

/** The selection: records; or everything that a list matches except some records, which is stored as a filter. */
export type Selection =
  | { kind: 'rows'; rows: ReadonlyMap<number, Row>; stretch: Stretch | null }
  | { kind: 'all'; of: Matched; except: ReadonlySet<number> }

/** The query of a list, and the number of rows it matched. */
export type Matched = { query: ListQuery; total: number }

/** A stretch that is being extended: its start, and the rows selected before it. */
type Stretch = { anchor: number; before: ReadonlyMap<number, Row> }

export const EMPTY_SELECTION: Selection = { kind: 'rows', rows: new Map(), stretch: null }
export const everything = (of: Matched): Selection => ({ kind: 'all', of, except: new Set() })

/** Returns the part of a query that decides its rows, without their order. */
export const matchingOf = ({ order: _, ...query }: ListQuery): string => JSON.stringify(query)

/** Returns whether everything of another list is selected, so that no row of this one counts as selected. */
export const isOfOtherList = (selection: Selection, query: ListQuery): boolean =>
  selection.kind === 'all' && matchingOf(selection.of.query) !== matchingOf(query)

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'all' ? !selection.except.has(id) : selection.rows.has(id)

/** Counts the selected rows. Where everything in the list shown is selected, its present total counts. */
export const countSelected = (selection: Selection, shown: Matched): number => {
  if (selection.kind === 'rows') return selection.rows.size
  const { total } = isOfOtherList(selection, shown.query) ? selection.of : shown
  return Math.max(0, total - selection.except.size)
}

/** Ticks or unticks a row; the next stretch extends from it. */
export function toggleRow(selection: Selection, row: Row, index: number): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except)
    if (!except.delete(row.id)) except.add(row.id)
    return { ...selection, except }
  }
  const rows = new Map(selection.rows)
  if (!rows.delete(row.id)) rows.set(row.id, row)
  return { kind: 'rows', rows, stretch: { anchor: index, before: rows } }
}

/**
 * Extends the selection from the anchor (else from `from`) to a row. A step back deselects rows that the stretch took.
 * Rows that are not loaded are not taken.
 */
export function extendTo(
  selection: Selection,
  from: number,
  to: number,
  at: (index: number) => Row | undefined,
): Selection {
  const stretch: Stretch =
    selection.kind === 'rows' && selection.stretch
      ? selection.stretch
      : { anchor: from, before: selection.kind === 'rows' ? selection.rows : new Map() }
  const rows = new Map(stretch.before)
  for (let index = Math.min(stretch.anchor, to); index <= Math.max(stretch.anchor, to); index++) {
    const row = at(index)
    if (row) rows.set(row.id, row)
  }
  return { kind: 'rows', rows, stretch }
}

export const selectRows = (rows: Iterable<Row>): Selection => ({
  kind: 'rows',
  rows: new Map([...rows].map((row) => [row.id, row])),
  stretch: null,
})

/** Returns the selection with these rows added. */
export const addRows = (selection: Selection, rows: readonly Row[]): Selection =>
  selectRows([...(selection.kind === 'rows' ? selection.rows.values() : []), ...rows])

/** Returns the selection without these rows; rows selected in other lists stay. */
export const dropRows = (selection: Selection, rows: readonly Row[]): Selection => {
  if (selection.kind === 'all') return EMPTY_SELECTION
  const gone = new Set(rows.map(({ id }) => id))
  return selectRows([...selection.rows.values()].filter(({ id }) => !gone.has(id)))
}

/** Returns whether all loaded rows are selected, so that the only larger selection is everything that matches. */
export const hasAllOf = (selection: Selection, loaded: readonly Row[]): boolean =>
  selection.kind === 'rows' && loaded.length > 0 && loaded.every(({ id }) => selection.rows.has(id))

/** Returns the targets of an action. Rows that were loaded again are taken in their latest version. */
export function targetsOf(selection: Selection, shown: Matched, fresh: (id: number) => Row | undefined): Targets {
  if (selection.kind === 'all') {
    const of = isOfOtherList(selection, shown.query) ? selection.of : shown
    return { kind: 'query', ...of, except: [...selection.except] }
  }
  return { kind: 'rows', rows: [...selection.rows.values()].map((row) => fresh(row.id) ?? row) }
}

/** A selection in the form that is stored with an entry of the browser history. */
export type KeptSelection =
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'all'; of: Matched; except: readonly number[] }

export const keptOf = (selection: Selection): KeptSelection =>
  selection.kind === 'all'
    ? { ...selection, except: [...selection.except] }
    : { kind: 'rows', rows: [...selection.rows.values()] }

export const fromKept = (kept: KeptSelection): Selection =>
  kept.kind === 'all' ? { ...kept, except: new Set(kept.except) } : selectRows(kept.rows)

/** Returns how many rows are selected, in words. `outside` of them are not in the list that is shown. */
export function textOfSelection(
  { selection, request, selected }: { selection: Selection; request: { query: ListQuery }; selected: number },
  outside: number,
  t: Translate,
): string {
  if (isOfOtherList(selection, request.query)) return t('table.foreignSelected', { count: selected })
  if (selection.kind === 'all') return t('table.allSelected', { count: selected })
  const text = t('table.selected', { count: selected })
  return outside > 0 ? t('table.selectedOutside', { selected: text, count: outside }) : text
}
