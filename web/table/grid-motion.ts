import type { RefObject } from 'react'
import type { ActiveRow } from './active-row'
import type { Sort } from './sort'
import type { RowPainter } from './row-painter'
import type { RowWindow } from './use-window'

/** The elements within a cell that handle keys themselves. */
export const CONTROLS = 'a, button, input, select'

type Parts = {
  scroller: RefObject<HTMLElement | null>
  /** The column whose cell has the focus; null while the row itself has it. */
  column: RefObject<string | null>
  active: ActiveRow
  painter: RowPainter
  rows: RowWindow
  count: number
  rowHeight: number
  sort: Sort | null
  selectable: boolean
}

export type GridMotion = ReturnType<typeof gridMotion>

/** Moves the focus among rows, cells and headings. A move changes two rows of the DOM and does not involve React. */
export function gridMotion({ scroller, column, active, painter, rows, count, rowHeight, sort, selectable }: Parts) {
  const headings = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-heading]') ?? [])]
  const within = () => scroller.current?.contains(document.activeElement) ?? false
  const inHead = () => document.activeElement?.closest('[data-head]') != null && within()
  const inBody = () => within() && document.activeElement?.closest('[role=row]') != null && !inHead()
  const last = () => Math.max(0, count - 1)
  const clamp = (index: number) => Math.max(0, Math.min(index, last()))

  const focusRow = (): boolean => {
    const row = painter.at(active.index)
    const cell = column.current && row?.querySelector<HTMLElement>(`[data-column="${column.current}"]`)
    const target = cell ? (cell.querySelector<HTMLElement>(CONTROLS) ?? cell) : row
    target?.focus({ preventScroll: true })
    return target !== null
  }

  /** Makes a row active once it is mounted, and focuses it. */
  const move = (to: number, { focus = true }: { focus?: boolean } = {}) => {
    const next = clamp(to)
    // Unmarks the row before another row takes over its element and before anything is written: the browser checks at
    // once whether the focused element may keep the focus.
    if (active.index !== next) painter.setTabStop(null)
    active.move(next)
    rows.reveal(next, () => painter.setTabStop(next))
    if (focus) focusRow()
  }

  /**
   * Makes a row active, also from within an effect. The focus follows only if another row has it: keys act on the
   * active row, so that row must be the one with the visible focus.
   */
  const show = (index: number) => {
    const next = clamp(index)
    const wasHere = inBody()
    painter.setTabStop(null)
    active.move(next)
    rows.reveal(next)
    painter.setTabStop(next)
    if (wasHere) focusRow()
  }

  /** Moves the active row by a number of rows. If the focus is outside the rows, it only focuses the active row. */
  const step = (by: number) => {
    if (count === 0) return false
    if (!within() || inHead()) return focusRow()
    move(active.index + by)
    return true
  }
  const page = () => Math.max(1, Math.floor(rows.viewport() / rowHeight) - 1)
  const goToRow = (to: number) => {
    if (count === 0) return false
    move(to)
    return true
  }

  const goToCell = (to: (at: number, last: number) => number): boolean => {
    if (!within() || inHead()) return false
    const cells = [...(painter.at(active.index)?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    const at = to(
      cells.findIndex((cell) => cell.dataset['column'] === column.current),
      cells.length - 1,
    )
    column.current = cells[at]?.dataset['column'] ?? null
    return focusRow()
  }

  const goToHeading = (to: (at: number, last: number) => number): boolean => {
    const all = headings()
    const at = all.findIndex((one) => one === document.activeElement)
    all[Math.max(0, Math.min(to(at, all.length - 1), all.length - 1))]?.focus({ preventScroll: true })
    return true
  }

  /** Returns the index of the heading of the sorted column, else of the first heading besides the ticks. */
  const sortedHeading = (): number => {
    const at = headings().findIndex(({ dataset }) => dataset['heading'] === sort?.path)
    return at < 0 ? (selectable ? 1 : 0) : at
  }

  /** Moves the focus from a cell to its row; false where the row itself has the focus. */
  const leaveCells = () => {
    if (column.current === null) return false
    column.current = null
    return focusRow()
  }
  /** Returns whether a control within a cell has the focus and so handles its own keys. */
  const inControl = () => column.current !== null && document.activeElement?.matches(CONTROLS) === true

  return {
    focusRow,
    move,
    show,
    step,
    page,
    goToRow,
    last,
    goToCell,
    headings,
    goToHeading,
    sortedHeading,
    leaveCells,
    inControl,
    within,
    inBody,
    inHead,
  }
}
