import type { ListQuery } from '@tocsin/core/api/client'
import { inputLabelOf } from '@tocsin/core/vocabulary/field-words'
import { idsIn } from '@tocsin/core/base/cells'
import type { Flag } from '@tocsin/core/command-line/commands'
import { inverseOf } from '@tocsin/core/vocabulary/deletion'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { kebab } from '@tocsin/core/base/naming'
import { offeredToo } from '@tocsin/core/vocabulary/offered'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { clientOf, type Among, type Fields, type Resource } from '@tocsin/core/vocabulary/resource'
import type { Profile } from '@tocsin/core/api/session'
import { findResource } from '../data/resources'
import { hasForms } from '../data/views'
import { go } from '../navigation/go'
import { editHref, here, showHref } from '../navigation/hrefs'
import type { KeyId } from '../keys/map'
import type { Row } from '../data/row'
import { iconOfAction } from './action-icons'
import type { Ask, Command, Group } from './command'
import { flip } from './flip'
import { isOffered } from './offered'
import { ownCommandsOf } from './own-commands'
import { runAction } from './run-action'
import { nextOf, switchOf } from './switch-of'
import type { Targets } from './targets'
import { lineOf, verbLine, specOf } from './lines'
import { titleOf } from './titles'
import { blockedForAll } from './why'

/** The records that a command acts on, and the place where it is offered. */
export type At = {
  group: Extract<Group, 'selection' | 'record'>
  targets: Targets
  /** Goes to the list after a deletion, because the record's own page has nothing to show any more. */
  afterDelete?: () => void
  /** The links to the record and to its form, if a list has its own; undefined for no link. */
  hrefs?: { get: string | undefined; update: string | undefined }
  /** Navigates to another page of the console. */
  follow?: (href: string) => void
}

const KEYS: Readonly<Record<string, KeyId>> = {
  get: 'open',
  update: 'edit',
  delete: 'delete',
  approve: 'approve',
  restore: 'restore',
}

/**
 * Creates the command of a verb or an action on these records, for the palette, keys, menus and buttons. Returns null
 * if the account may not run it, or if the state of the records hides it.
 */
export function define(resource: Resource, verb: string, at: At, viewer: Profile): Command | null {
  const { targets } = at
  const [only] = targets.kind === 'rows' && targets.rows.length === 1 ? targets.rows : []
  if (verb === 'get' || verb === 'update') return only ? leading(resource, verb, only, at, viewer) : null
  const declared = resource.actions[verb]
  if (verb !== 'delete' && (!declared || (!declared.many && !only))) return null
  if (!mayDo(viewer, resource, verb === 'delete' ? 'delete' : { action: verb }, only)) return null
  const shared = common(resource, verb, at, viewer)
  // A command that is hidden still exists if it is blocked, so that its key can say why.
  if (shared.hidden && !shared.blocked) return null
  const inverse = inverseOf(resource, verb)
  const { danger, flags } = specOf(resource, verb)
  const pair = switchOf(resource)
  const isSwitch = resource.switch !== undefined && (verb === pair?.on || verb === pair?.off)
  return {
    ...shared,
    label: (t) => t(verb === 'delete' ? 'verbs.delete' : `resources.${resource.name}.actions.${verb}`),
    note: (t: Translate) => t(inverse === 'irreversible' ? 'acts.irreversible' : 'acts.reversible'),
    // Of many fields only some are changed: a form shows all of them.
    asks: (declared?.partial ? [] : askedOf(flags, declared?.input)).map((flag) => ({
      ...askFor(resource, verb, flag),
      ...askAbout(resource, verb, flag, targets, viewer),
    })),
    line: (values) => lineOf(resource, verb, targets, values),
    undo: inverse === 'irreversible' ? inverse : `${resource.name}.${kebab(inverse)}`,
    ...(danger ? { danger } : {}),
    run: async (values, how) => {
      // A key flips the switch of one row without a question, because the same key flips it back.
      if (how?.byKey && only && isSwitch && at.group === 'record') return flip(resource, only)
      const wasDone = await runAction(resource, verb, targets, { values })
      if (wasDone && verb === 'delete') at.afterDelete?.()
    },
  }
}

/** Returns the commands of all actions and of `delete` on these records. */
export function defineActions(resource: Resource, at: At, viewer: Profile): Command[] {
  const { targets, group } = at
  const [only, ...others] = targets.kind === 'rows' ? targets.rows : []
  return [
    ...Object.keys(resource.actions).flatMap((verb) => define(resource, verb, at, viewer) ?? []),
    ...(only && others.length === 0 ? ownCommandsOf(resource, only, group, viewer) : []),
    ...(resource.can.delete ? [define(resource, 'delete', at, viewer) ?? []].flat() : []),
  ]
}

/** Creates a command that opens the record or its form. */
function leading(resource: Resource, verb: 'get' | 'update', row: Row, at: At, viewer: Profile): Command | null {
  const { hrefs = { get: showHref(resource.name, row.id), update: withWayBack(resource, row) }, follow = go } = at
  const href = hrefs[verb]
  const isFormless = verb === 'update' && !hasForms(resource.name)
  if (href === undefined || isFormless || (verb === 'update' && !mayDo(viewer, resource, 'update'))) return null
  return {
    ...common(resource, verb, at, viewer),
    label: (t) => t(verb === 'get' ? 'acts.open' : 'verbs.update'),
    asks: [],
    line: () => verbLine(resource, verb, row.id),
    undo: 'nothing',
    href,
    run: () => follow(href),
  }
}

const withWayBack = (resource: Resource, row: Row) =>
  `${editHref(resource.name, row.id)}?redirect=${encodeURIComponent(here())}`

function common(resource: Resource, verb: string, { group, targets }: At, viewer: Profile) {
  const blocked = verb === 'get' ? null : blockedForAll(resource, verb, targets)
  const key = keyOf(resource, verb, targets, viewer)
  const offered = verb === 'get' || targets.kind !== 'rows' || isOffered(resource, verb, targets.rows)
  return {
    id: `${resource.name}.${kebab(verb)}`,
    title: titleOf(resource, verb, targets),
    group,
    icon: iconOfAction(verb),
    ...(key ? { key } : {}),
    ...(blocked ? { blocked } : {}),
    ...(offered ? {} : { hidden: true as const }),
  }
}

/**
 * Returns the key of a verb. The key of a switch runs the verb that is possible now; on several records, that is the
 * one that turns off if any of them is on.
 */
function keyOf(resource: Resource, verb: string, targets: Targets, viewer: Profile): KeyId | undefined {
  const pair = switchOf(resource)
  if (verb !== pair?.on && verb !== pair?.off) return KEYS[verb]
  const turnsOff =
    targets.kind !== 'rows' || targets.rows.some((row) => nextOf(resource, pair, row, viewer) === pair.off)
  return verb === (turnsOff ? pair.off : pair.on) ? 'toggleActive' : undefined
}

/**
 * Returns what these records add to an input: the client whose records are chosen from, and of one record the present
 * value, where the input is the very field that the action sets.
 */
export function askAbout(
  resource: Resource,
  verb: string,
  flag: Flag,
  targets: Targets,
  viewer: Profile,
): Pick<Ask, 'where' | 'preset'> {
  const field = resource.actions[verb]?.input?.[flag.path]
  if (targets.kind !== 'rows') return {}
  const [row, ...others] = targets.rows
  if (field?.among && row && others.length === 0) return { where: amongWhich(field.among, row) }
  if (!field?.told) return {}
  const target = findResource(field.of ?? '')
  if (!row || !target) return {}
  const client = clientOf(resource, row)
  const isOfOne = client !== null && others.every((one) => clientOf(resource, one) === client)
  const own = Object.entries(resource.fields).find(([, one]) => one === field)?.[0]
  return {
    where: { ...(isOfOne && target.tenant ? { [target.tenant]: client } : {}), ...offeredToo(field, target, viewer) },
    ...(own !== undefined && others.length === 0 ? { preset: idsIn(row[own]) } : {}),
  }
}

/** Returns the filter of the records that a field may name, and how many of them are offered at once. */
const amongWhich = ({ where, perPage }: Among, row: Row): ListQuery => ({
  ...where(row),
  ...(perPage === undefined ? {} : { limit: perPage }),
})

/** Returns the input of an action that a person is asked for. */
export const askedOf = (flags: readonly Flag[], input: Fields = {}): readonly Flag[] =>
  flags.filter(({ path }) => !input[path]?.unasked)

/** Returns one input of an action, with the rules that its page checks. */
export function askFor(resource: Resource, name: string, flag: Flag): Ask {
  const field = resource.actions[name]?.input?.[flag.path]
  return {
    flag,
    label: (t) => inputLabelOf(resource, name, flag.path, t),
    ...(field ? { field } : {}),
    ...(field?.default === undefined ? {} : { preset: field.default }),
    ...(field?.type === 'longtext' ? { long: true as const } : {}),
  }
}
