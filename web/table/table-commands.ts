import type { ListQuery } from '@tocsin/core/api/client'
import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import { copyCommands } from '../commands/copies'
import { define, defineActions, type At } from '../commands/define'
import { recordsLine, verbLine } from '../commands/lines'
import type { Targets } from '../commands/targets'
import type { Row } from '../data/row'
import { filtersOf } from './address'
import { filterLabel } from './filter-label'
import { addWords } from '../words'
import { messages } from './command-messages'
import { here, listCommands, type Acts } from './list-commands'

// These words come with the commands, after the first rows.
addWords('tableCommands', messages)

type Setup = {
  resource: Resource
  viewer: Profile
  query: ListQuery
  /** Null while nothing is selected. */
  selection: Targets | null
  active: Row | undefined
  acts: Acts
}

/** Returns all commands on the selection, on the active row and on the list. */
export function tableCommands({ resource, viewer, query, selection, active, acts }: Setup): Command[] {
  const row: Targets | null = active ? { kind: 'rows', rows: [active] } : null
  const these = selection ?? row
  const copying = { group: selection ? 'selection' : 'record', hrefOf: acts.openHref, sheetOf: acts.sheetOf } as const
  return [
    ...(selection ? defineActions(resource, { group: 'selection', targets: selection }, viewer) : []),
    ...(row && active ? rowCommands(resource, viewer, row, active, acts, selection !== null) : []),
    ...(these ? copyCommands(resource, these, copying) : []),
    ...listCommands(resource, query, acts).map((command) => foundByFilters(resource, command)),
    ...(acts.clearFilter ? [clearFilter(acts.clearFilter)] : []),
    ...(selection && acts.showSelected ? [showSelected(resource, selection, acts.showSelected)] : []),
  ]
}

function rowCommands(
  resource: Resource,
  viewer: Profile,
  targets: Targets,
  row: Row,
  { openHref, editHref, follow, preview }: Acts,
  hasSelection: boolean,
): Command[] {
  const at: At = {
    group: 'record',
    targets,
    hrefs: { get: openHref?.(row), update: editHref?.(row) },
    follow,
  }
  const actions = defineActions(resource, at, viewer)
  return [
    ...['get', 'update'].flatMap((verb) => define(resource, verb, at, viewer) ?? []),
    {
      ...here,
      id: 'record.preview',
      title: (t) => t('table.previewRecord'),
      group: 'record',
      icon: 'eye',
      key: 'preview',
      line: () => verbLine(resource, 'get', row.id),
      run: preview,
    },
    // While there is a selection, keys that change records act on it and not on the row.
    ...(hasSelection ? actions.map(({ key: _, ...command }) => command) : actions),
  ]
}

/** Returns the command of the filters, found by the name of each. */
const foundByFilters = (resource: Resource, command: Command): Command =>
  command.id === 'list.filters'
    ? {
        ...command,
        names: (t) => [t('tableCommands.filterBy', { filter: '' })],
        keywords: (t) =>
          Object.keys(filtersOf(resource, {}))
            .map((name) => t('tableCommands.filterBy', { filter: filterLabel(resource, name)(t).toLowerCase() }))
            .join(' '),
      }
    : command

const clearFilter = (run: () => void): Command => ({
  ...here,
  id: 'list.clear-filter',
  title: (t) => t('table.noMatch.clear'),
  group: 'list',
  icon: 'x',
  run,
})

const showSelected = (resource: Resource, selection: Targets, run: () => void): Command => ({
  ...here,
  id: 'list.show-selected',
  title: (t) => t('table.showSelected'),
  group: 'selection',
  icon: 'eye',
  line: () => recordsLine(resource, selection),
  run,
})

/** Replaces the export of a list that cannot be saved as a file: its key shows the reason. */
export const unsaved = (hasUnmatchedFilter: boolean): Command => ({
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
