import { useCallback, useMemo } from 'react'
import { useAtomValue } from 'jotai/react'
import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import type { Targets } from '../commands/targets'
import { locksAtom } from '../data/locked-clients'
import type { Row } from '../data/row'
import { labelOf } from '../record/field-at'
import { useT } from '../words'
import { tsvOf } from './copy'
import type { ListView } from './list'
import { listCommands, type Acts } from './list-commands'
import type { useColumns } from './use-columns'
import { loadListActions, useListActions, withListActions, type ListActions } from './use-list-actions'
import { usePaletteCommands } from './use-palette-commands'
import { textOf } from './value-text'

type Parts = {
  resource: Resource
  viewer: Profile
  owner: string
  view: ListView
  columns: ReturnType<typeof useColumns>
  /** The selection as targets; null while nothing is selected. */
  chosen: Targets | null
  activeRow: Row | undefined
  acts: Omit<Acts, 'openHref' | 'editHref' | 'sheetOf'>
  /** True while a text typed into a filter matches no record: the list then shows no rows. */
  hasUnmatchedFilter: boolean
  exportable: boolean
  more: readonly Command[] | undefined
  ofRow: ((row: Row) => readonly Command[]) | undefined
}

type TableCommands = {
  /** Returns the current commands on the list. */
  onList: () => readonly Command[]
  /** Returns the current commands on a row. They are fetched first if they are not here. */
  commandsOn: (row: Row | undefined) => readonly Command[] | Promise<readonly Command[]>
  /** Saves the list as a file; null where that is not possible. */
  save: (() => void) | null
}

/** Returns a list's current commands on a row, and adds those on the active row to the palette. */
export function useTableCommands({
  resource,
  viewer,
  owner,
  view: {
    request: { query },
    selected,
  },
  columns: { shown, reader, openHref, editHref, learn },
  chosen,
  activeRow,
  acts,
  hasUnmatchedFilter,
  exportable,
  more,
  ofRow,
}: Parts): TableCommands {
  const t = useT()
  const locks = useAtomValue(locksAtom)
  const actions = useListActions()
  const exportIn = useCallback(
    ({ listExportCommand }: ListActions) =>
      listExportCommand({
        of: resource,
        query,
        chosen,
        columns: shown.map((column) => ({
          path: column.path,
          label: labelOf(resource, column.path, t),
          text: (row) => textOf(row as Row, column, reader),
        })),
        ready: (rows) => learn(rows as Row[]),
      }),
    [resource, query, chosen, shown, reader, learn, t],
  )
  const all: Acts = {
    ...acts,
    openHref,
    editHref,
    sheetOf: (rows) => tsvOf(rows.map((row) => shown.map((column) => textOf(row, column, reader)))),
  }
  const isSaved = exportable && !hasUnmatchedFilter
  const commandsIn = (loaded: ListActions, row: Row | undefined): readonly Command[] => [
    ...loaded.tableCommands({ resource, viewer, query, selection: chosen, active: row, acts: all }),
    isSaved ? exportIn(loaded) : loaded.unsaved(hasUnmatchedFilter),
    ...(row && ofRow ? ofRow(row) : []),
    ...(more ?? []),
  ]
  const { create, selectMore, showSelected, showInactive } = acts
  const offers = JSON.stringify([
    create?.blocked,
    selectMore !== undefined,
    showSelected !== undefined,
    showInactive?.on,
    hasUnmatchedFilter,
  ])
  const facts = useMemo(
    () => ({ actions, query, chosen, viewer, exportIn, isSaved, more, ofRow, openHref, editHref, locks, offers }),
    [actions, query, chosen, viewer, exportIn, isSaved, more, ofRow, openHref, editHref, locks, offers],
  )
  const commandsHere = (row: Row | undefined) => (actions ? commandsIn(actions, row) : [])
  usePaletteCommands({ owner, resource, selected, activeRow, commandsOn: commandsHere, facts })
  return {
    onList: () => listCommands(resource, query, all),
    commandsOn: (row) =>
      actions ? commandsIn(actions, row) : loadListActions().then((loaded) => commandsIn(loaded, row)),
    save: isSaved ? () => withListActions((loaded) => exportIn(loaded).run({})) : null,
  }
}
