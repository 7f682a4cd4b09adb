import { formatCommand, type Flag } from '@tocsin/core/command-line/commands'
import { inverseOf } from '@tocsin/core/vocabulary/deletion'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Profile } from '@tocsin/core/api/session'
import { go } from '../navigation/go'
import { editHref, here } from '../navigation/hrefs'
import type { KeyId } from '../keys/map'
import { iconOfAction } from './action-icons'
import type { Ask, Command, Group } from './command'
import { copyText } from '../notices/copy-text'
import { isOffered } from './offered'
import { blockedFor, blockedForAll } from './why'
import { lineOf, specOf, titleOf } from './titles'
import { runAction } from './run-action'
import { nameOf } from '../record/name-of'
import { switchOf } from './switch-of'
import type { Row } from '../data/row'
import type { Targets } from './targets'

const KEYS: Readonly<Record<string, KeyId>> = {
  delete: 'delete',
  approve: 'approve',
  restore: 'restore',
}

/** Returns the key that runs an action wherever its records are at hand. */
function keyOf(resource: Resource, name: string): KeyId | undefined {
  const pair = switchOf(resource)
  return name === pair?.on || name === pair?.off ? 'toggleActive' : KEYS[name]
}

type Options = {
  group: Group
  /** Called after a deletion: leads to the list, since the record's own page has no subject any more. */
  afterDelete?: () => void
}

/** Returns the declared actions, and `delete`, that the viewer may run: on many, on one, or on this one if given. */
export function actionsFor(resource: Resource, viewer: Viewer, many: boolean, row?: Row): string[] {
  const names = Object.entries(resource.actions)
    .filter(([name, { many: takesMany }]) => (takesMany || !many) && mayDo(viewer, resource, { action: name }, row))
    .map(([name]) => name)
  return mayDo(viewer, resource, 'delete') ? [...names, 'delete'] : names
}

/**
 * Returns the commands on a record's page: every declared action that this account may use, and delete, edit and copy.
 * An action that only leads from one state to another is offered in the former state alone.
 */
export function commandsAtHand(resource: Resource, row: Row, account: Profile, options: Options): Command[] {
  const targets: Targets = { kind: 'rows', rows: [row] }
  const commands = actionsFor(resource, account, false, row)
    .filter((name) => {
      const { blocked, patch, undo } = resource.actions[name] ?? {}
      if (!isOffered(resource, name, [row])) return false
      return !blocked?.(row, account) || undo === undefined || !(patch ?? resource.actions[undo]?.patch)
    })
    .map((name) => actionCommand(resource, name, targets, options))
  if (mayDo(account, resource, 'update') && isOffered(resource, 'update', [row]))
    commands.push(editCommand(resource, row))
  return [...commands, copyCommand(resource, row)]
}

/** Makes the command of an action on records at hand, or on all that match; blocked where none of them allows it. */
export function actionCommand(
  resource: Resource,
  name: string,
  targets: Targets,
  { group, afterDelete }: Options,
): Command {
  const inverse = inverseOf(resource, name)
  const blocked = blockedForAll(resource, name, targets)
  const key = keyOf(resource, name)
  const { danger, flags } = specOf(resource, name)
  return {
    id: `${resource.name}.${name}${group === 'selection' ? '.selected' : ''}`,
    title: titleOf(resource, name, targets),
    note: (t: Translate) => t(inverse === 'irreversible' ? 'acts.irreversible' : 'acts.reversible'),
    group,
    icon: iconOfAction(name),
    ...(key ? { key } : {}),
    ...(blocked ? { blocked } : {}),
    asks: flags.map((flag) => askFor(resource, name, flag)),
    line: (values) => lineOf(resource, name, targets, values),
    undo: inverse === 'irreversible' ? inverse : `${resource.name}.${inverse}`,
    ...(danger ? { danger } : {}),
    run: async (values) => {
      const wasDone = await runAction(resource, name, targets, { values })
      if (wasDone && name === 'delete') afterDelete?.()
    },
  }
}

/** Returns one ask of an action, with the rules that its page checks. */
function askFor(resource: Resource, name: string, flag: Flag): Ask {
  const field = resource.actions[name]?.input?.[flag.path]
  return {
    flag,
    label: (t) => t(`resources.${resource.name}.parts.${name}.${flag.path}`),
    ...(field ? { field } : {}),
    ...(field?.default === undefined ? {} : { preset: field.default }),
    ...(field?.type === 'longtext' ? { long: true as const } : {}),
  }
}

function editCommand(resource: Resource, row: Row): Command {
  const spec = specOf(resource, 'update')
  const blocked = blockedFor(resource, 'update', row)
  return {
    id: `${resource.name}.update`,
    title: titleOf(resource, 'update', { kind: 'rows', rows: [row] }),
    group: 'record',
    icon: iconOfAction('update'),
    key: 'edit',
    ...(blocked ? { blocked } : {}),
    asks: [],
    line: () => formatCommand(spec, { noun: resource.name, verb: 'update', refs: [row.id], values: {} }),
    undo: 'nothing',
    run: () => go(`${editHref(resource.name, row.id)}?redirect=${encodeURIComponent(here())}`),
  }
}

const copyCommand = (resource: Resource, row: Row): Command => ({
  id: `${resource.name}.copyIds`,
  title: (t) => t('acts.copyIdOf', { name: nameOf(resource, row, t) }),
  group: 'record',
  icon: 'copy',
  key: 'copyIds',
  asks: [],
  line: 'only-here',
  undo: 'nothing',
  run: () => copyText(String(row.id)),
})
