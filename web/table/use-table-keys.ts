import type { RefObject } from 'react'
import { openPalette } from '../commands/open-palette'
import type { Command } from '../commands/command'
import { useCommandKeys } from '../commands/use-commands'
import { useKeys } from '../keys/use-keys'
import type { GridHandle } from './grid'

type Parts = {
  grid: RefObject<GridHandle | null>
  filterInput: RefObject<HTMLInputElement | null>
  /** Returns the commands on the list itself. */
  onList: () => readonly Command[]
  /** Returns the commands on the selection, else on the row active at this moment, and on the list. */
  commands: () => readonly Command[] | Promise<readonly Command[]>
  /** Returns whether a key is for a row, not the record of the page: in a tab only while the focus is in the list. */
  isForRow: () => boolean
  /** Returns whether there are rows that a key may change or delete: a row has the focus, or some are selected. */
  hasTargetRows: () => boolean
  /** Returns whether a key belongs to the list, even where it does nothing: the focus is in it, or rows are selected. */
  belongsToList: () => boolean
  /** True where a command copies a row. */
  hasCopy: boolean
  closePreview: (() => void) | undefined
  /** Leaves the list of the selected records. */
  leaveSelected: (() => void) | undefined
  clearSelection: (() => void) | undefined
  clearFilter: (() => void) | undefined
  leaveFilter: () => void
}

const OF_LIST = ['filter', 'create', 'sort', 'showInactive', 'refresh', 'selectAll'] as const
const CHANGING = ['toggleActive', 'approve', 'delete', 'restore'] as const
const COPYING = ['copyIds', 'copyLine', 'copyLink', 'copyRow'] as const

/** Handles the keys of a list and its records; the grid handles the keys that move within it. */
export function useTableKeys(parts: Parts): void {
  const { grid, filterInput, onList, commands, isForRow, hasTargetRows, belongsToList } = parts
  const has = (keys: readonly string[], key: string) => keys.includes(key)
  useCommandKeys({ scope: 'list', keys: OF_LIST, now: onList })
  useCommandKeys({
    scope: 'list',
    keys: ['export', ...CHANGING, ...COPYING],
    now: commands,
    isMeant: (key) => (has(CHANGING, key) ? hasTargetRows() : !has(COPYING, key) || isForRow()),
    // In a tab of a record, a key pressed in the list must not act on the record around it.
    keeps: (key) => (has(CHANGING, key) || has(COPYING, key)) && belongsToList(),
  })
  useCommandKeys({ scope: 'row', keys: ['edit', 'preview'], now: commands, isMeant: isForRow, keeps: hasTargetRows })
  // The browser copies a text that is selected.
  useCommandKeys({
    scope: 'row',
    keys: parts.hasCopy ? ['copy'] : [],
    now: commands,
    isMeant: () => grid.current?.inBody() === true && getSelection()?.isCollapsed !== false,
  })
  useKeys('list', {
    actions: () => openPalette({ scope: 'at-hand' }),
    // Each press leaves one thing, the innermost first.
    escape: () => {
      if (filterInput.current && document.activeElement === filterInput.current) parts.leaveFilter()
      else if (parts.closePreview) parts.closePreview()
      else if (grid.current?.leaveCells()) return
      else if (parts.leaveSelected) parts.leaveSelected()
      else if (parts.clearSelection) parts.clearSelection()
      else if (parts.clearFilter) parts.clearFilter()
      else return false
    },
  })
}
