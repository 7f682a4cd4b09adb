import type { MouseEvent, RefObject } from 'react'
import type { Row } from '../data/row'
import type { ActiveRow } from './active-row'
import { CONTROLS, type GridMotion } from './grid-motion'
import type { Panels } from './panels'
import type { RowSource } from './row-source'

type Parts = {
  motion: GridMotion
  source: RowSource
  active: ActiveRow
  column: RefObject<string | null>
  onOpen: (row: Row, where: 'here' | 'tab') => void
  onTick: (row: Row, index: number) => void
  onExtend: (from: number, to: number) => void
  onLift: ((row: Row) => void) | undefined
  panels: Panels | undefined
  onFollow: (href: string) => void
  onToggle: (row: Row) => void
}

/** Handles a click within the rows, by the element clicked. A key that presses a control causes a click too. */
export function pressInGrid(
  event: MouseEvent<HTMLElement>,
  { motion, source, active, column, onOpen, onTick, onExtend, onLift, panels, onFollow, onToggle }: Parts,
): void {
  const target = event.target as HTMLElement
  const element = target.closest<HTMLElement>('[data-index]')
  if (!element || event.defaultPrevented) return
  const index = Number(element.dataset['index'])
  const row = source.at(index)
  const from = active.index
  // The cell of a tick or of a switch is as large as a finger: a press beside the control is meant for it.
  const control =
    target.closest<HTMLElement>(CONTROLS) ??
    target.closest('[role=gridcell]')?.querySelector<HTMLElement>('[data-select], [data-toggle]')
  const modified = event.ctrlKey || event.metaKey || event.shiftKey
  if (control?.dataset['toggle'] !== undefined) {
    if (row) onToggle(row)
    return
  }
  column.current = null
  motion.move(index, { focus: !control })
  if (!row) return
  if (control?.dataset['select'] !== undefined) {
    if (event.shiftKey) onExtend(from, index)
    else onTick(row, index)
    motion.focusRow()
  } else if (control?.dataset['lift'] !== undefined) {
    motion.focusRow()
    onLift?.(row)
  } else if (control?.dataset['panel'] !== undefined) {
    motion.focusRow()
    panels?.set(row, panels.open !== row.id)
  } else if (!control || control.dataset['open'] !== undefined) {
    // A drag of the mouse that selected text does not open the row.
    if (!control && String(getSelection()).length > 0) return
    if (modified || event.button !== 0) {
      if (!control) onOpen(row, 'tab')
      return
    }
    event.preventDefault()
    onOpen(row, 'here')
  } else if (control.dataset['link'] !== undefined && !modified) {
    event.preventDefault()
    onFollow(control.getAttribute('href') ?? '')
  }
}
