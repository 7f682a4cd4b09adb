import { formatCommand, type Flag } from '@tocsin/core/commands'
import type { Translate } from '@tocsin/core/i18n'
import { may, mayDo, neededFor } from '@tocsin/core/permissions'
import type { Resource } from '@tocsin/core/resource'
import type { Profile } from '@tocsin/core/session'
import { go } from '../navigation/go'
import { editHref, here } from '../navigation/hrefs'
import type { KeyId } from '../keys/map'
import type { IconName } from '../ui/icon'
import type { Ask, Command } from './command'
import { blockedFor, lineOf, runAction, specOf, titleOf } from './run-action'
import type { Row, Targets } from './targets'
import { toast } from './toast'

const ICONS: Record<string, IconName> = {
  lock: 'lock',
  unlock: 'lockOpen',
  publish: 'send',
  unpublish: 'undo',
  delete: 'trash',
}

type Options = {
  group: 'selection' | 'record'
  /** What a deletion leads to: the list, once the record's own page is about nothing. */
  afterDelete?: () => void
}

/**
 * What can be done to the records at hand: every action of the declaration that this account may use, editing and
 * deleting, each disabled with its reason where none of them can be done now. A selection gets those that take several.
 */
export function commandsAtHand(resource: Resource, targets: Targets, account: Profile, options: Options): Command[] {
  const [only] = targets.kind === 'rows' && targets.rows.length === 1 ? targets.rows : []
  const { group, afterDelete } = options
  const names = Object.entries(resource.actions)
    .filter(([, { can, many }]) => may(account, neededFor(can, account)) && (many || only))
    // Of a pair that takes each other back only the one that can be done now is offered for a single record.
    .filter(([name, { undo }]) => !only || !blockedFor(resource, name, only) || !resource.actions[undo]?.patch)
    .map(([name]) => name)
  if (resource.can.delete !== undefined && mayDo(account, resource, 'delete')) names.push('delete')
  const commands = names.map((name) => command(resource, name, targets, group, afterDelete))
  if (only && resource.can.update !== undefined && mayDo(account, resource, 'update'))
    commands.push(editCommand(resource, only, group))
  return [...commands, copyCommand(resource, targets, group)]
}

function command(
  resource: Resource,
  name: string,
  targets: Targets,
  group: 'selection' | 'record',
  afterDelete?: () => void,
): Command {
  const inverse = name === 'delete' ? 'irreversible' : resource.actions[name]!.undo
  const blocked = blockedForAll(resource, name, targets)
  const key: KeyId | undefined =
    name === 'delete' ? 'delete' : /^(de)?activate$/.test(name) ? 'toggleActive' : undefined
  const { danger } = specOf(resource, name)
  return {
    id: `${resource.name}.${name}`,
    title: titleOf(resource, name, targets),
    note: (t: Translate) => t(inverse === 'irreversible' ? 'acts.irreversible' : 'acts.reversible'),
    group,
    icon: ICONS[name] ?? 'power',
    ...(key ? { key } : {}),
    ...(blocked ? { blocked } : {}),
    asks: specOf(resource, name).flags.map((flag) => askFor(resource, name, flag)),
    line: (values) => lineOf(resource, name, targets, values),
    undo: inverse === 'irreversible' ? inverse : `${resource.name}.${inverse}`,
    ...(danger ? { danger } : {}),
    run: async (values) => {
      const wasDone = await runAction(resource, name, targets, { input: values })
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

/** The reason, where it holds for every one of them: some that can be done make the whole worth doing. */
function blockedForAll(resource: Resource, name: string, targets: Targets) {
  if (targets.kind !== 'rows') return null
  const reasons = targets.rows.map((row) => blockedFor(resource, name, row))
  return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null
}

function editCommand(resource: Resource, row: Row, group: 'selection' | 'record'): Command {
  const spec = specOf(resource, 'update')
  return {
    id: `${resource.name}.update`,
    title: titleOf(resource, 'update', { kind: 'rows', rows: [row] }),
    group,
    icon: 'pencil',
    key: 'edit',
    asks: [],
    line: () => formatCommand(spec, { noun: resource.name, verb: 'update', refs: [row.id], values: {} }),
    undo: 'nothing',
    run: () => go(`${editHref(resource.name, row.id)}?redirect=${encodeURIComponent(here())}`),
  }
}

function copyCommand(resource: Resource, targets: Targets, group: 'selection' | 'record'): Command {
  const ids = targets.kind === 'rows' ? targets.rows.map(({ id }) => id) : []
  return {
    id: `${resource.name}.copyIds`,
    title: (t) => t('acts.copyIds', { count: Math.max(1, ids.length) }),
    group,
    icon: 'copy',
    key: 'copyIds',
    ...(ids.length === 0 ? { blocked: { key: 'acts.notListed' } } : {}),
    asks: [],
    line: 'only-here',
    undo: 'nothing',
    run: () => copyText(ids.join('\n')),
  }
}

/** Copies and says so; the clipboard exists only where the address is secure. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ tone: 'done', text: (t) => t('acts.copied', { text: text.length > 60 ? `${text.slice(0, 60)}…` : text }) })
  } catch {
    toast({ tone: 'trouble', text: (t) => t('acts.notCopied') })
  }
}
