import type { RefObject } from 'react'
import type { Row } from '../data/row'
import { useKeys } from '../keys/use-keys'
import type { ActiveRow } from './active-row'
import type { GridMotion } from './grid-motion'
import type { Panels } from './panels'
import type { RowSource } from './row-source'

type Parts = {
  motion: GridMotion
  source: RowSource
  active: ActiveRow
  column: RefObject<string | null>
  count: number
  narrow: boolean
  selectable: boolean
  /** True while a heading has the focus. */
  inHead: boolean
  onOpen: (row: Row, where: 'here' | 'tab') => void
  onTick: (row: Row, index: number) => void
  onExtend: (from: number, to: number) => void
  onLift: ((row: Row) => void) | undefined
  panels: Panels | undefined
  onPressHead: (id: string) => void
}

/** Handles the keys of a grid: on rows, within a row, and in the headings. */
export function useGridKeys({
  motion,
  source,
  active,
  column,
  count,
  narrow,
  selectable,
  inHead,
  onOpen,
  onTick,
  onExtend,
  onLift,
  panels,
  onPressHead,
}: Parts): void {
  const { step, page, goToRow, move, goToCell, goToHeading } = motion
  const firstOrLast = (last: boolean) =>
    column.current === null ? goToRow(last ? count - 1 : 0) : goToCell((_, end) => (last ? end : 0))
  const open = (where: 'here' | 'tab') => {
    const row = source.at(active.index)
    if (inHead || !row || motion.inControl()) return false
    onOpen(row, where)
    return true
  }
  const extend = (by: number) => {
    if (inHead || !selectable || count === 0) return false
    // As with every other key, the first one only focuses the row that is seen to be active.
    if (!motion.within()) return motion.focusRow()
    const from = active.index
    // A selection holds loaded rows alone, so that it ends where they do.
    while (by !== 0 && !source.at(from + by)) by -= Math.sign(by)
    move(from + by)
    onExtend(from, active.index)
    return true
  }

  /** Opens the panel of the row that has the focus, or closes it; false where it is so already. */
  const setPanel = (open: boolean) => {
    const row = source.at(active.index)
    if (!panels || !row || !motion.inBody() || column.current !== null || (panels.open === row.id) === open)
      return false
    panels.set(row, open)
    return true
  }

  useKeys('list', {
    down: () => step(1),
    up: () => {
      if (inHead) return true
      return motion.within() && active.index === 0 && !narrow ? goToHeading(motion.sortedHeading) : step(-1)
    },
    pageDown: () => step(page()),
    pageUp: () => step(-page()),
    first: () => (inHead ? goToHeading(() => 0) : firstOrLast(false)),
    last: () => (inHead ? goToHeading((_, last) => last) : firstOrLast(true)),
    top: () => goToRow(0),
    bottom: () => goToRow(count - 1),
  })
  useKeys('row', {
    open: () => open('here'),
    openInTab: () => open('tab'),
    ...(onLift && {
      lift: () => {
        const row = source.at(active.index)
        if (inHead || !row || !motion.within()) return false
        onLift(row)
      },
    }),
    toggleRow: () => {
      const row = source.at(active.index)
      if (inHead || !row || !selectable) return false
      onTick(row, active.index)
    },
    extendDown: () => extend(1),
    extendUp: () => extend(-1),
    extendPageDown: () => extend(page()),
    extendPageUp: () => extend(-page()),
    intoCells: () => setPanel(true) || goToCell((at, last) => Math.min(at + 1, last)),
    outOfCells: () => setPanel(false) || goToCell((at) => at - 1),
  })
  useKeys(
    'header',
    {
      nextColumn: () => goToHeading((at) => at + 1),
      previousColumn: () => goToHeading((at) => at - 1),
      sortColumn: () => {
        const id = (document.activeElement as HTMLElement).dataset['heading']
        if (id) onPressHead(id)
      },
      escape: () => void motion.focusRow(),
    },
    { enabled: inHead },
  )
}
