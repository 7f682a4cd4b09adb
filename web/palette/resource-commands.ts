import { commandsOf, flagsOf, type CommandSpec, type Flag } from '@tocsin/core/command-line/commands'
import { deletedToo, inverseOf, restoringOf } from '@tocsin/core/vocabulary/deletion'
import { actionOfSome, type Translate } from '@tocsin/core/vocabulary/i18n'
import { kebab } from '@tocsin/core/base/naming'
import { may, neededFor } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Profile } from '@tocsin/core/api/session'
import { iconOfAction } from '../commands/action-icons'
import { askAbout, askedOf, askFor } from '../commands/define'
import type { Ask, Command, Values } from '../commands/command'
import { createCommand, listCommand } from '../commands/places'
import { runAction } from '../commands/run-action'
import type { Row } from '../data/row'
import { toast, toastFailure } from '../notices/toast'
import { client } from '../data/api'
import { loadClientsOf } from '../data/clients-of'
import { hasForms } from '../data/views'
import { go } from '../navigation/go'
import { editHref, showHref } from '../navigation/hrefs'
import { idsOf, inputOf, REFS } from '../commands/line'
import { writer } from '../commands/lines'

/** Returns whether records have a name to be found by. An event is found by its subject, and a version by its app. */
export const isFindable = ({ unsearched }: Resource): boolean => unsearched !== true

/** Returns the commands that a resource's declaration lets this account run. */
export const resourceCommands = (resource: Resource, account: Profile): Command[] =>
  commandsOf(resource)
    .filter((spec) => may(account, neededFor(spec.can, account)) && (spec.takes === 'none' || isFindable(resource)))
    .filter(({ kind }) => hasForms(resource.name) || (kind !== 'create' && kind !== 'update'))
    .map((spec) => resourceCommand(resource, spec, account))

function resourceCommand(resource: Resource, spec: CommandSpec, account: Profile): Command {
  const { resource: resourceName, verb } = spec
  const asks = refsAsked(spec, restoringOf(resource) === spec.verb)
  const titled = (verb: string) => (t: Translate) =>
    t(asks.length > 0 ? 'palette.verbOfSome' : 'acts.verbOf', {
      verb: t(verb),
      what: t(`resources.${resourceName}.name`).toLowerCase(),
    })
  const keywords = (t: Translate) =>
    `${resourceName} ${verb} ${t(`resources.${resourceName}.names`)} ${alsoFoundBy(verb, t)}`
  const common = {
    id: `${resourceName}.${verb}`,
    group: 'create' as const,
    icon: iconOfAction(verb),
    asks,
    line: writer(spec),
    keywords,
    undo: 'nothing',
  }
  const first = (values: Values): number => idsOf(values)[0] as number
  switch (spec.kind) {
    case 'list':
      return withOtherNames({ ...listCommand(resource), keywords })
    case 'get':
      return {
        ...common,
        title: titled('palette.open'),
        group: 'go',
        run: (values) => go(showHref(resourceName, first(values))),
      }
    case 'create':
      return { ...createCommand(resource, account), keywords }
    case 'update':
      return { ...common, title: titled('verbs.update'), run: (values) => go(editHref(resourceName, first(values))) }
    case 'delete':
      return {
        ...common,
        title: titled('verbs.delete'),
        undo: undoOf(resource, 'delete'),
        danger: spec.danger ?? 'ask',
        run: (values) => act(resource, 'delete', values),
      }
    case 'action': {
      const name = Object.keys(resource.actions).find((one) => kebab(one) === verb) as string
      const { input = {}, partial } = resource.actions[name]!
      return {
        ...common,
        title: (t) => t(asks.length > 0 ? 'palette.verbOfSome' : 'acts.verbOf', actionOfSome(resourceName, name, t)),
        asks: [
          ...asks,
          ...(partial ? [] : askedOf(flagsOf(input), input)).map((flag) => askForChosen(resource, name, flag, account)),
        ],
        undo: undoOf(resource, name),
        ...(spec.danger ? { danger: spec.danger } : {}),
        run: (values) => act(resource, name, values),
      }
    }
  }
}

/** The lists that people know by another word too. */
const CALLED = new Set(['apps'])

/** Returns the command of a list, which other words for its records lead to as well. */
const withOtherNames = (command: Command): Command => {
  const [name = ''] = command.id.split('.')
  if (!CALLED.has(name)) return command
  const called = (t: Translate) => t(`palette.called.${name}`)
  return {
    ...command,
    keywords: (t) => `${command.keywords?.(t) ?? ''} ${called(t)}`,
    names: (t) => [...(command.names?.(t) ?? []), ...called(t).split(' ')],
  }
}

/** Returns one input of an action whose records are chosen in the palette. */
function askForChosen(resource: Resource, action: string, flag: Flag, account: Profile): Ask {
  const ask = askFor(resource, action, flag)
  if (!ask.field?.told && !ask.field?.among) return ask
  return {
    ...ask,
    about: async (values) => {
      const ids = idsOf(values)
      const { rows } = await client.list(resource, { ids, limit: Math.max(1, ids.length), ...deletedToo(resource) })
      return askAbout(resource, action, flag, { kind: 'rows', rows: rows as Row[] }, account)
    },
  }
}

const undoOf = (resource: Resource, action: string): string => {
  const inverse = inverseOf(resource, action)
  return inverse === 'irreversible' ? inverse : `${resource.name}.${kebab(inverse)}`
}

/** The verbs with other common names. */
const ALSO = new Set(['create', 'update', 'delete'])
const alsoFoundBy = (verb: string, t: Translate): string => (ALSO.has(verb) ? t(`palette.found.${verb}`) : '')

/** Returns the ask for the records, which come first on the line and so are asked for first. */
function refsAsked({ resource, takes }: CommandSpec, deleted: boolean): Ask[] {
  if (takes === 'none') return []
  const type = takes === 'many' ? 'refs' : 'ref'
  return [
    {
      flag: { name: 'ids', path: REFS, type, required: true, of: resource },
      label: (t) => t(`resources.${resource}.name`),
      field: { type, of: resource },
      ...(deleted ? { deleted } : {}),
    },
  ]
}

/** Runs an action on records, after reading their current version: the index has only their names. */
async function act(resource: Resource, action: string, values: Values): Promise<void> {
  const ids = idsOf(values)
  try {
    const { rows } = await client.list(resource, { ids, limit: Math.max(1, ids.length), ...deletedToo(resource) })
    if (rows.length === 0) toast({ tone: 'trouble', text: (t) => t('httpError.NOT_FOUND') })
    else {
      await loadClientsOf(resource, rows as Row[])
      await runAction(resource, action, { kind: 'rows', rows: rows as Row[] }, { values: inputOf(values) })
    }
  } catch (error) {
    toastFailure(error)
  }
}
