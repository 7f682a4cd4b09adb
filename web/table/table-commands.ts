import { formatCommand } from '@tocsin/core/command-line/commands'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { actionCommand, actionsFor } from '../commands/at-hand'
import type { Command, Group } from '../commands/command'
import type { Creation } from '../commands/creation'
import { isOffered } from '../commands/offered'
import { specOf } from '../commands/titles'
import { nameOf } from '../record/name-of'
import type { Row } from '../data/row'
import { countOf, type Targets } from '../commands/targets'
import type { IconName } from '../ui/icon'

/** Returns the command line that gives the same list in a terminal. */
export function listLine(resource: Resource, query: ListQuery): string {
  const values = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  return formatCommand(specOf(resource, 'list'), { noun: resource.name, verb: 'list', refs: [], values })
}

/** Returns the command line that gives these records. */
export function recordsLine(resource: Resource, targets: Targets): string {
  if (targets.kind === 'query') return listLine(resource, targets.query)
  const ids = targets.kind === 'ids' ? targets.ids : targets.rows.map(({ id }) => id)
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return verbLine(resource, 'get', only)
  return listLine(resource, { ids })
}

export const verbLine = (resource: Resource, verb: 'get' | 'update', id: number): string =>
  formatCommand(specOf(resource, verb), { noun: resource.name, verb, refs: [id], values: {} })

export type Acts = {
  open: ((row: Row) => void) | undefined
  edit: ((row: Row) => void) | undefined
  create: Creation | undefined
  preview: () => void
  refresh: () => void
  focusFilter: (() => void) | undefined
  showInactive: { on: boolean; flip: () => void } | undefined
  chooseSort: () => void
  chooseColumns: () => void
  selectMore: () => void
  /** Defined while something is selected and the list shows more than that. */
  showSelected: (() => void) | undefined
  copy: (what: 'ids' | 'line' | 'link' | 'row') => void
}

/** The properties of a command that changes nothing a terminal would see. */
const here = { asks: [], line: 'only-here', undo: 'nothing' } as const satisfies Partial<Command>

type Setup = {
  resource: Resource
  viewer: Viewer
  query: ListQuery
  /** Null while nothing is selected. */
  selection: Targets | null
  active: Row | undefined
  acts: Acts
}

/** Returns all commands on the selection, on the active row and on the list. */
export function tableCommands({ resource, viewer, query, selection, active, acts }: Setup): Command[] {
  const noun = resource.name
  const list = (name: string, icon: IconName, rest: Partial<Command> & Pick<Command, 'run'>): Command => ({
    id: `${noun}.list.${name}`,
    title: (t) => t(`table.${name}`),
    group: 'list',
    icon,
    ...here,
    ...rest,
  })
  const these: Targets | null = selection ?? (active ? { kind: 'rows', rows: [active] } : null)
  return [
    ...(selection
      ? actionsFor(resource, viewer, true)
          .filter((action) => selection.kind !== 'rows' || isOffered(resource, action, selection.rows))
          .map((action) => actionCommand(resource, action, selection, { group: 'selection' }))
      : []),
    ...(active ? recordCommands(resource, viewer, active, acts) : []),
    ...(these ? copyCommands(resource, these, selection ? 'selection' : 'record', acts) : []),
    list('refresh', 'refreshCw', { key: 'refresh', line: () => listLine(resource, query), run: acts.refresh }),
    ...(acts.create
      ? [
          {
            id: `${noun}.create`,
            title: (t) => t('table.create', { noun: t(`resources.${noun}.name`).toLowerCase() }),
            group: 'list',
            icon: 'plus',
            key: 'create',
            blocked: acts.create.blocked,
            asks: [],
            line: () => formatCommand(specOf(resource, 'create'), { noun, verb: 'create', refs: [], values: {} }),
            undo: 'nothing',
            run: acts.create.run,
          } satisfies Command,
        ]
      : []),
    ...(acts.focusFilter
      ? [list('filters', 'funnel', { key: 'filter', line: () => listLine(resource, query), run: acts.focusFilter })]
      : []),
    ...(acts.showInactive
      ? [
          list('showInactive', acts.showInactive.on ? 'eyeOff' : 'eye', {
            key: 'showInactive',
            run: acts.showInactive.flip,
          }),
        ]
      : []),
    list('chooseSort', 'arrowDown', { key: 'sort', run: acts.chooseSort }),
    list('columns', 'columns', { run: acts.chooseColumns }),
    list('selectAllLoaded', 'check', { key: 'selectAll', run: acts.selectMore }),
    ...(selection && acts.showSelected
      ? [
          list('showSelected', 'eye', {
            group: 'selection',
            line: () => recordsLine(resource, selection),
            run: acts.showSelected,
          }),
        ]
      : []),
  ]
}

function recordCommands(resource: Resource, viewer: Viewer, row: Row, acts: Acts): Command[] {
  const { open, edit } = acts
  const get = () => verbLine(resource, 'get', row.id)
  const one: Targets = { kind: 'rows', rows: [row] }
  const base = { group: 'record', asks: [], undo: 'nothing', note: (t: Translate) => nameOf(resource, row, t) } as const
  return [
    ...(open
      ? [
          {
            ...base,
            id: `${resource.name}.open`,
            title: (t) => t('table.openRecord'),
            icon: 'arrowUpRight',
            key: 'open',
            line: get,
            run: () => open(row),
          } satisfies Command,
        ]
      : []),
    ...(edit && mayDo(viewer, resource, 'update') && isOffered(resource, 'update', [row])
      ? [
          {
            ...base,
            id: `${resource.name}.edit`,
            title: (t) => t('table.editRecord'),
            icon: 'pencil',
            key: 'edit',
            line: () => verbLine(resource, 'update', row.id),
            run: () => edit(row),
          } satisfies Command,
        ]
      : []),
    {
      ...base,
      id: `${resource.name}.preview`,
      title: (t) => t('table.previewRecord'),
      icon: 'eye',
      key: 'preview',
      line: get,
      run: acts.preview,
    },
    ...actionsFor(resource, viewer, false, row)
      .filter((action) => isOffered(resource, action, [row]))
      .map((action) => actionCommand(resource, action, one, { group: 'record' })),
  ]
}

const COPIES = [
  ['ids', 'copyIds', 'hash'],
  ['line', 'copyLine', 'terminal'],
  ['link', 'copyLink', 'externalLink'],
  ['row', 'copyRow', 'copy'],
] as const

const copyCommands = (resource: Resource, targets: Targets, group: Group, acts: Acts): Command[] =>
  (targets.kind !== 'rows' ? COPIES.slice(1, 2) : COPIES).map(([what, name, icon]) => ({
    id: `${resource.name}.${name}`,
    title: (t) => t(`table.${name}`, { count: countOf(targets) }),
    group,
    icon,
    key: name,
    asks: [],
    line: () => recordsLine(resource, targets),
    undo: 'nothing',
    run: () => acts.copy(what),
  }))
