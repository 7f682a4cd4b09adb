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
import { blockedFor, blockedForAll, lineOf, runAction, specOf, titleOf } from './run-action'
import { nameOf } from '../record/name-of'
import { switchOf } from './switch-of'
import type { Row } from '../data/row'
import type { Targets } from './targets'

const KEYS: Readonly<Record<string, KeyId>> = {
  delete: 'delete',
  approve: 'approve',
  restore: 'restore',
}

/** The key that does an action wherever its records are at hand. */
function keyOf(resource: Resource, name: string): KeyId | undefined {
  const pair = switchOf(resource)
  return name === pair?.on || name === pair?.off ? 'toggleActive' : KEYS[name]
}

type Options = {
  group: Group
  /** What a deletion leads to: the list, once the record's own page is about nothing. */
  afterDelete?: () => void
}

/** The declared actions, and the deletion, that somebody may do: to many, or to one, and to this one where it is known. */
export function actionsFor(resource: Resource, viewer: Viewer, many: boolean, row?: Row): string[] {
  const names = Object.entries(resource.actions)
    .filter(([name, { many: takesMany }]) => (takesMany || !many) && mayDo(viewer, resource, { action: name }, row))
    .map(([name]) => name)
  return mayDo(viewer, resource, 'delete') ? [...names, 'delete'] : names
}

/**
 * What can be done to a record's page: every action of the declaration that this account may use, and deleting, editing,
 * copying. What only leads from one state to another is offered in the one that it leads from.
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

/** An action on records at hand, or on all that match. Blocked, with the reason, where it can be done to none of them. */
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

/** What an action asks for, with the rules that its page holds it to. */
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
