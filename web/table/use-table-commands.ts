import { useMemo } from 'react'
import { useAtomValue } from 'jotai/react'
import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import type { Targets } from '../commands/targets'
import { locksAtom } from '../data/locked-clients'
import type { Row } from '../data/row'
import { listExportCommand } from '../sheets/sheet-commands'
import { useT } from '../words'
import { tsvOf } from './copy'
import type { ListView } from './list'
import { tableCommands, type Acts } from './table-commands'
import type { useColumns } from './use-columns'
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
}: Parts): { commandsOn: (row: Row | undefined) => readonly Command[]; exporting: Command | null } {
  const t = useT()
  const locks = useAtomValue(locksAtom)
  const exporting = useMemo(
    () =>
      exportable
        ? listExportCommand({
            of: resource,
            query,
            chosen,
            columns: shown.map((column) => ({
              path: column.path,
              label: t(column.label),
              text: (row) => textOf(row as Row, column, reader),
            })),
            ready: (rows) => learn(rows as Row[]),
          })
        : null,
    [exportable, resource, query, chosen, shown, reader, learn, t],
  )
  const all: Acts = {
    ...acts,
    openHref,
    editHref,
    sheetOf: (rows) => tsvOf(rows.map((row) => shown.map((column) => textOf(row, column, reader)))),
  }
  const commandsOn = (row: Row | undefined): readonly Command[] => [
    ...tableCommands({ resource, viewer, query, selection: chosen, active: row, acts: all }),
    hasUnmatchedFilter || !exporting ? unsaved(hasUnmatchedFilter) : exporting,
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
    () => ({ query, chosen, viewer, exporting, more, openHref, editHref, locks, offers }),
    [query, chosen, viewer, exporting, more, openHref, editHref, locks, offers],
  )
  usePaletteCommands({ owner, resource, selected, activeRow, commandsOn, facts })
  return { commandsOn, exporting: hasUnmatchedFilter ? null : exporting }
}

/** Replaces the export of a list that cannot be saved as a file: its key shows the reason. */
const unsaved = (hasUnmatchedFilter: boolean): Command => ({
  id: 'list.export',
  title: (t) => t('table.export'),
  group: 'list',
  icon: 'download',
  key: 'export',
  hidden: true,
  blocked: { key: hasUnmatchedFilter ? 'table.notApplied' : 'table.notSaved' },
  asks: [],
  line: 'only-here',
  undo: 'nothing',
  run: () => {},
})
