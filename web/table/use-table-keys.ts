import type { RefObject } from 'react'
import type { Row } from '../data/row'
import { useKeys } from '../keys/use-keys'
import type { GridHandle } from './grid'

/** The acts behind the keys of a list. An undefined one cannot be done now: its key goes on to the next handler. */
type Parts = {
  grid: RefObject<GridHandle | null>
  /** Null where a list has no text filter. */
  filterInput: RefObject<HTMLInputElement | null> | null
  create: (() => void) | undefined
  edit: ((row: Row) => void) | undefined
  act: (action: string) => boolean
  copy: (what: 'ids' | 'line' | 'link' | 'row') => void
  /** Flips the switch `active`. */
  flip: () => boolean
  flipHidden: () => boolean
  refresh: () => void
  save: (() => void) | undefined
  onActions: (() => void) | undefined
  selectMore: (() => void) | undefined
  /** Returns whether a key is for the list's record, not the page's own: in a tab only while the focus is there. */
  isMine: () => boolean
  /** Returns whether a key that changes or deletes is meant for rows: one has the focus, or some are selected. */
  isAimed: () => boolean
  activeRow: () => Row | undefined
  preview: () => void
  closePreview: (() => void) | undefined
  /** Goes back from the list of selected records. */
  leaveSelected: (() => void) | undefined
  clearSelection: (() => void) | undefined
  clearFilter: (() => void) | undefined
  leaveFilter: () => void
}

/** Handles the keys of a list and its records; keys that move within it are the grid's. */
export function useTableKeys(parts: Parts): void {
  const { grid, filterInput, create, edit, act, copy, onActions, activeRow, isMine, isAimed } = parts
  useKeys('list', {
    filter: () => {
      if (!filterInput) return false
      filterInput.current?.focus()
      filterInput.current?.select()
    },
    ...(create ? { create } : {}),
    sort: () => grid.current?.focusHead() ?? false,
    showInactive: parts.flipHidden,
    refresh: parts.refresh,
    selectAll: () => {
      if (!parts.selectMore) return false
      parts.selectMore()
    },
    toggleActive: () => isAimed() && parts.flip(),
    approve: () => isAimed() && act('approve'),
    delete: () => isAimed() && act('delete'),
    restore: () => isAimed() && act('restore'),
    copyIds: () => isMine() && copy('ids'),
    copyLine: () => isMine() && copy('line'),
    copyLink: () => isMine() && copy('link'),
    copyRow: () => isMine() && copy('row'),
    ...(parts.save ? { export: parts.save } : {}),
    ...(onActions ? { actions: onActions } : {}),
    // Leaves one thing at a time, from the inside outwards.
    escape: () => {
      if (filterInput?.current && document.activeElement === filterInput.current) parts.leaveFilter()
      else if (parts.closePreview) parts.closePreview()
      else if (grid.current?.leaveCells()) return
      else if (parts.leaveSelected) parts.leaveSelected()
      else if (parts.clearSelection) parts.clearSelection()
      else if (parts.clearFilter) parts.clearFilter()
      else return false
    },
  })
  useKeys('row', {
    edit: () => {
      const row = activeRow()
      if (!edit || !row || !isMine()) return false
      edit(row)
    },
    preview: () => {
      if (!activeRow() || !isMine()) return false
      parts.preview()
    },
  })
}
