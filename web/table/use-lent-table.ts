import { useMemo } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import { useLentCommands } from '../commands/lent'
import type { Row } from '../data/row'
import type { Targets } from '../commands/targets'
import { useT } from '../words'
import { tableCommands, type Acts } from './table-commands'
import { useLatest } from '../ui/use-latest'

type Parts = {
  owner: string
  resource: Resource
  viewer: Viewer
  query: ListQuery
  chosen: Targets | null
  selected: number
  activeRow: Row | undefined
  acts: Acts
  exporting: Command | null
  more: readonly Command[] | undefined
}

/** Lends the list's commands to the palette: anew for another row once the moving pauses, never for a new function. */
export function useLentTable({
  owner,
  resource,
  viewer,
  query,
  chosen,
  selected,
  activeRow,
  acts,
  exporting,
  more,
}: Parts): void {
  const t = useT()
  const now = useLatest(acts)
  const [opens, edits, creates, filters, shows] = [
    acts.open,
    acts.edit,
    acts.create,
    acts.focusFilter,
    acts.showSelected,
  ].map((one) => one !== undefined)
  const blocked = acts.create?.blocked ?? null
  const hiddenShown = acts.showInactive?.on
  const lent = useMemo(() => {
    const steady: Acts = {
      open: opens ? (row) => now().open?.(row) : undefined,
      edit: edits ? (row) => now().edit?.(row) : undefined,
      create: creates ? { blocked, run: () => now().create?.run() } : undefined,
      preview: () => now().preview(),
      refresh: () => now().refresh(),
      focusFilter: filters ? () => now().focusFilter?.() : undefined,
      showInactive: hiddenShown === undefined ? undefined : { on: hiddenShown, flip: () => now().showInactive?.flip() },
      chooseSort: () => now().chooseSort(),
      chooseColumns: () => now().chooseColumns(),
      selectMore: () => now().selectMore(),
      showSelected: shows ? () => now().showSelected?.() : undefined,
      copy: (what) => now().copy(what),
    }
    return {
      chips: [
        { id: `list:${owner}`, label: t(`resources.${resource.name}.names`) },
        ...(selected > 0 ? [{ id: `selected:${owner}`, label: t('table.selected', { count: selected }) }] : []),
      ],
      commands: [
        ...tableCommands({ resource, viewer, query, selection: chosen, active: activeRow, acts: steady }),
        ...(exporting ? [exporting] : []),
        ...(more ?? []),
      ],
    }
  }, [
    now,
    opens,
    edits,
    creates,
    blocked,
    filters,
    shows,
    hiddenShown,
    owner,
    t,
    resource,
    selected,
    viewer,
    query,
    chosen,
    activeRow,
    more,
    exporting,
  ])
  useLentCommands(`table:${owner}`, lent)
}
