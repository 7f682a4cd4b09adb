import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import { lines } from '../commands/line'
import type { Row } from '../data/row'
import type { IconName } from '../ui/icon'

/** The acts of a list. An undefined one is not possible here or now. */
export type Acts = {
  openHref: ((row: Row) => string) | undefined
  editHref: ((row: Row) => string) | undefined
  follow: (href: string) => void
  create: Command | undefined
  preview: () => void
  refresh: (() => void) | undefined
  focusFilter: (() => void) | undefined
  /** Defined while the list is narrowed. */
  clearFilter: (() => void) | undefined
  showInactive: { on: boolean; flip: () => void } | undefined
  chooseSort: () => void
  chooseColumns: (() => void) | undefined
  selectMore: (() => void) | undefined
  /** Defined while something is selected and the list shows more than that. */
  showSelected: (() => void) | undefined
  sheetOf: (rows: readonly Row[]) => string
}

/** The properties of a command that changes nothing a terminal would see. */
export const here = { asks: [], line: 'only-here', undo: 'nothing' } as const satisfies Partial<Command>

/** Returns the commands on the list itself. They are here before those on its records. */
export function listCommands(resource: Resource, query: ListQuery, acts: Acts): Command[] {
  const list = (name: string, icon: IconName, rest: Partial<Command> & Pick<Command, 'run'>): Command => ({
    id: `list.${name}`,
    title: (t) => t(`table.${name}`),
    group: 'list',
    icon,
    ...here,
    ...rest,
  })
  const { create, focusFilter, showInactive, selectMore } = acts
  const line = () => lines().listLine(resource, query)
  return [
    ...(acts.refresh ? [list('refresh', 'refreshCw', { key: 'refresh', line, run: acts.refresh })] : []),
    ...(create ? [create] : []),
    ...(focusFilter ? [list('filters', 'funnel', { key: 'filter', line, run: focusFilter })] : []),
    ...(showInactive
      ? [
          list('showInactive', showInactive.on ? 'eyeOff' : 'eye', {
            id: 'list.show-inactive',
            key: 'showInactive',
            run: showInactive.flip,
          }),
        ]
      : []),
    list('chooseSort', 'arrowDown', { id: 'list.sort', key: 'sort', run: acts.chooseSort }),
    ...(acts.chooseColumns ? [list('columns', 'columns', { run: acts.chooseColumns })] : []),
    ...(selectMore
      ? [list('selectAllLoaded', 'check', { id: 'list.select-all', key: 'selectAll', run: selectMore })]
      : []),
  ]
}
