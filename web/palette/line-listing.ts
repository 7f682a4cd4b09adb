import { commandsOf, type CommandSpec, type Flag } from '@tocsin/core/command-line/commands'
import { formatCommand } from '@tocsin/core/command-line/line'
import { completionsOf, readCommand, type Completion, type Reading } from '@tocsin/core/command-line/reading-line'
import type { Profile } from '@tocsin/core/api/session'
import { camel } from '@tocsin/core/base/naming'
import { actionOfSome, type Translate } from '@tocsin/core/vocabulary/i18n'
import { may, neededFor } from '@tocsin/core/vocabulary/permissions'
import type { Reason, Resource } from '@tocsin/core/vocabulary/resource'
import { iconOfAction } from '../commands/action-icons'
import { askFor } from '../commands/define'
import { everyResource, findResource } from '../data/resources'
import { iconOf, placesOf } from '../navigation/places'
import { problemText } from '../notices/problem-text'
import { labelOf } from '../record/field-at'
import type { Row } from './rows'

/** The prefix of the messages about a line that cannot be run here. */
export const PROBLEMS = 'palette.problems'

/** The flags of a list that a screen has no counterpart for. */
const OF_THE_TERMINAL = new Set(['limit'])

/** The flags that every list has, which are no fields. */
const OF_EVERY_LIST = new Set(['q', 'offset', 'order', 'ids'])

/**
 * Lists the rows for a line of the terminal: to run it where it is complete, what may follow or was probably meant, or else
 * why it cannot be run here.
 */
export function lineListing(line: string, account: Profile, t: Translate): Row[] {
  const places = placesOf(account)
  const resources = everyResource().filter(({ name }) => places.includes(name))
  const isAllowed = (spec: CommandSpec) => may(account, neededFor(spec.can, account))
  const completions = completionsOf(line, resources, {
    resource: (resource) => commandsOf(resource).some(isAllowed),
    command: isAllowed,
    flag: ({ name }) => !OF_THE_TERMINAL.has(name),
  })
  const following = completions.map((completion) => followingRow(completion, t))
  if (line.trim() === '') return following
  const read = readRunnable(line, resources, account)
  if ('reading' in read) return [lineRow(read.reading, t), ...following]
  const isUnfinished = completions.some(({ mends }) => !mends)
  return isUnfinished ? following : [...following, problemRow(read.problem, t)]
}

/** Reads a line that a screen or a request of this account can carry out. */
function readRunnable(
  line: string,
  resources: readonly Resource[],
  account: Profile,
): { reading: Reading } | { problem: Reason } {
  const read = readCommand(line, resources, PROBLEMS)
  if ('problem' in read) return read
  const { resource, spec, command } = read.reading
  const needed = neededFor(spec.can, account)
  if (!may(account, needed))
    return { problem: { key: 'httpError.FORBIDDEN', values: { permission: needed.join(' | ') } } }
  const stray = spec.flags.find(({ name, path }) => OF_THE_TERMINAL.has(name) && command.values[path] !== undefined)
  if (stray) return { problem: { key: `${PROBLEMS}.ofTheTerminal`, values: { flag: `--${stray.name}` } } }
  if (spec.kind === 'update' && Object.keys(command.values).length === 0)
    return { problem: { key: `${PROBLEMS}.nothingToChange`, values: { line: `${resource.name} ${spec.verb}` } } }
  return read
}

const plain = { marks: [], noteMarks: [], blocked: null } satisfies Partial<Row>

function lineRow(reading: Reading, t: Translate): Row {
  const { resource, spec, command } = reading
  const line = formatCommand(spec, command)
  return {
    ...plain,
    key: 'line:run',
    group: 'line',
    icon: 'terminal',
    title: line.replace(/^tocsin /, ''),
    note: meaningOf(resource, spec, t),
    line,
    doing: { kind: 'line', reading },
  }
}

const problemRow = (problem: Reason, t: Translate): Row => ({
  ...plain,
  key: 'line:problem',
  group: 'refused',
  icon: 'circleAlert',
  title: problemText(problem, `--${String(problem.values?.['flag'])}`, t),
  note: '',
  line: null,
  doing: { kind: 'read' },
})

function followingRow({ word, line, kind, resource: name, flag }: Completion, t: Translate): Row {
  const resource = findResource(name)!
  const verb = line.trim().split(/\s+/).at(-1)
  const spec = commandsOf(resource).find((one) =>
    kind === 'verb' ? one.verb === verb : line.includes(` ${one.verb} `),
  )
  return {
    ...plain,
    key: `line:${kind}:${word}`,
    group: 'following',
    icon: kind === 'resource' ? iconOf(name) : kind === 'verb' ? iconOfAction(word) : 'terminal',
    title: word,
    note:
      kind === 'resource'
        ? t(`resources.${name}.names`)
        : kind === 'verb' && spec
          ? meaningOf(resource, spec, t)
          : flag && spec
            ? labelOfFlag(resource, spec, flag, t)
            : '',
    line: `tocsin ${line.trim().replace(/^tocsin /, '')}`,
    doing: { kind: 'type', text: `$${line}` },
  }
}

/** Returns what a command does in words: `Deactivate site`. */
function meaningOf({ name, actions }: Resource, { kind, verb }: CommandSpec, t: Translate): string {
  if (kind === 'list') return t('acts.goTo', { place: t(`resources.${name}.names`) })
  const action = camel(verb)
  if (Object.hasOwn(actions, action)) return t('acts.verbOf', actionOfSome(name, action, t))
  const words = kind === 'get' ? 'palette.open' : `verbs.${kind}`
  return t('acts.verbOf', { verb: t(words), what: t(`resources.${name}.name`).toLowerCase() })
}

function labelOfFlag(resource: Resource, spec: CommandSpec, flag: Flag, t: Translate): string {
  if (spec.kind === 'list' && OF_EVERY_LIST.has(flag.path)) return t(`palette.flags.${flag.path}`)
  return spec.kind === 'action' ? askFor(resource, camel(spec.verb), flag).label(t) : labelOf(resource, flag.path, t)
}
