import { commandsOf, FlagError, type Command, type CommandSpec, type Flag } from './commands'
import { parseCommand } from './line'
import { readWords, splitWords } from './shell-words'
import { singularOf } from '../base/naming'
import { nearestTo } from '../base/nearest'
import { isSameName } from '../api/references'
import type { Reason, Resource } from '../vocabulary/resource'

/** The verbs that only read; everything else writes. */
const READING: readonly string[] = ['list', 'get']

/** A line that was understood. References may still be names. */
export type Reading = { resource: Resource; spec: CommandSpec; command: Command }

/**
 * Reads a line as the terminal does, with or without `tocsin` before it: `sites list --q norte`. For a line that is no
 * command of these resources, returns the reason; its message is below `problems`, such as `palette.problems`.
 */
export function readCommand(
  line: string,
  resources: readonly Resource[],
  problems: string,
): { reading: Reading } | { problem: Reason } {
  const problem = (key: string, values: Record<string, unknown> = {}) => ({
    problem: { key: `${problems}.${key}`, values },
  })
  // A shell would wait for the end of the quote.
  if (readWords(line).last?.open) return problem('quote')
  const [typed, verb, ...words] = wordsOf(line)
  if (typed === undefined) return problem('empty')
  const resource = resources.find(({ name }) => name === typed || singularOf(name) === typed)
  if (!resource) return problem('resource', { resource: typed })
  const resourceName = resource.name
  const specs = commandsOf(resource)
  if (verb === undefined) return problem('verb', { resource: resourceName })
  const spec = specs.find((one) => one.verb === verb)
  if (!spec) return problem('unknownVerb', { resource: resourceName, verb })
  const short = words.find((word) => /^-[a-z]/i.test(word))
  if (short !== undefined) return problem('flag', { flag: short, line: `${resourceName} ${verb}` })
  // A flag without a value would clear its field.
  const open = spec.flags.find(({ name, type }) => type !== 'boolean' && words.at(-1) === `--${name}`)
  if (open) return problem('value', { flag: `--${open.name}` })
  let command
  try {
    command = parseCommand(['tocsin', resourceName, verb, ...words].map(quoted).join(' '), specs)
  } catch (error) {
    if (error instanceof FlagError) return { problem: { key: error.key, values: error.values } }
    throw error
  }
  if (!command) return problem('flag', { flag: strayFlagOf(spec, words), line: `${resourceName} ${verb}` })
  const { refs } = command
  if (spec.takes === 'none' && refs.length > 0)
    return problem('noRecord', { word: String(refs[0]), line: `${resourceName} ${verb}` })
  if (spec.takes === 'one' && refs.length !== 1) return problem('oneRecord', { line: `${resourceName} ${verb}` })
  if (spec.takes === 'many' && refs.length === 0) return problem('someRecords', { line: `${resourceName} ${verb}` })
  return { reading: { resource, spec, command } }
}

/** Reads a line in the same way, limited to commands that read and to one client. */
export function readingOf(
  line: string,
  resources: readonly Resource[],
  client: { id: number; names: readonly string[] },
): { reading: Reading } | { problem: Reason } {
  const PROBLEMS = 'playground.problems'
  const problem = (key: string, values: Record<string, unknown> = {}) => ({
    problem: { key: `${PROBLEMS}.${key}`, values },
  })
  const [typed, verb] = wordsOf(line)
  const writes = resources
    .filter(({ name }) => name === typed || singularOf(name) === typed)
    .some((one) => commandsOf(one).some((spec) => spec.verb === verb && !READING.includes(spec.kind)))
  if (writes) return problem('writes', { line: `${typed} ${verb}` })
  const read = readCommand(line, resources, PROBLEMS)
  if ('problem' in read) return read
  const { resource, spec, command } = read.reading
  const own = clientFlagOf(resource)
  if (!own) return problem('noClient', { resource: resource.name })
  if (spec.kind !== 'list') return read
  const named = command.values[own.path]
  // By id or by name, as the terminal takes it.
  const isOurs = named === client.id || client.names.some((name) => isSameName(name, String(named)))
  if (named !== undefined && !isOurs) return problem('otherClient', { flag: own.name })
  const limited = { ...command, values: { ...command.values, [own.path]: client.id } }
  return { reading: { resource, spec, command: limited } }
}

/** Returns the flag that limits a resource's list to a client; none for records that belong to no client. */
function clientFlagOf(resource: Resource): Flag | undefined {
  return commandsOf(resource)
    .find(({ kind }) => kind === 'list')
    ?.flags.find(({ of, path }) => of === 'clients' && path.toLowerCase() === resource.tenant?.toLowerCase())
}

const wordsOf = (line: string): string[] => {
  const words = splitWords(line)
  return words[0] === 'tocsin' ? words.slice(1) : words
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

const strayFlagOf = (spec: CommandSpec, words: readonly string[]): string => {
  const known = new Set(spec.flags.flatMap(({ name, type }) => [name, ...(type === 'boolean' ? [`no-${name}`] : [])]))
  return words.find((word) => word.startsWith('--') && !known.has(/^--([^=]*)/.exec(word)?.[1] ?? '')) ?? ''
}

/** A possible continuation: the whole line with it, and its meaning. */
export type Completion = {
  word: string
  line: string
  kind: 'resource' | 'verb' | 'flag' | 'value'
  resource: string
  flag?: Flag
  /** The word does not begin as the typed one does: it is the one that was probably meant. */
  mends: boolean
}

/** The words that are offered to continue a line: by default those of commands that read a client. */
export type Offer = {
  resource: (resource: Resource) => boolean
  command: (spec: CommandSpec) => boolean
  flag: (flag: Flag, resource: Resource) => boolean
}

const OF_A_CLIENT: Offer = {
  resource: (resource) => clientFlagOf(resource) !== undefined,
  command: ({ kind }) => READING.includes(kind),
  flag: ({ name }, resource) => name !== clientFlagOf(resource)?.name,
}

/** Returns the words that begin as the unfinished one does; where none does, the one that it probably means. */
function fitting<Word extends { word: string }>(unfinished: string, words: readonly Word[]): readonly Word[] {
  const beginning = words.filter(({ word }) => word.startsWith(unfinished))
  if (beginning.length > 0) return beginning.filter(({ word }) => word !== unfinished)
  const nameOf = (word: string) => word.replace(/=$/, '')
  const names = words.map(({ word }) => nameOf(word))
  const meant = nearestTo(nameOf(unfinished), names)
  return words.filter(({ word }) => nameOf(word) === meant)
}

/** Returns the words that fit in place of the last, unfinished one of a line, in the order of the declarations. */
export function completionsOf(line: string, resources: readonly Resource[], offer: Offer = OF_A_CLIENT): Completion[] {
  const { last } = readWords(line)
  // Nothing is offered within an open quote.
  if (last?.open) return []
  const before = line.slice(0, last?.start)
  const unfinished = line.slice(before.length)
  const given = wordsOf(before)
  const [resourceName = '', verb = ''] = given
  const offered = (
    words: readonly { word: string; flag?: Flag; open?: boolean }[],
    kind: Completion['kind'],
    of = resourceName,
  ): Completion[] =>
    fitting(unfinished, words).map(({ word, flag, open = false }) => ({
      word,
      line: `${before}${word}${open ? '' : ' '}`,
      kind,
      resource: of || word,
      mends: !word.startsWith(unfinished),
      ...(flag ? { flag } : {}),
    }))
  if (given.length === 0)
    return offered(
      resources.filter(offer.resource).map(({ name }) => ({ word: name })),
      'resource',
    )
  const resource = resources.find(({ name }) => name === resourceName || singularOf(name) === resourceName)
  if (!resource) return []
  const specs = commandsOf(resource).filter(offer.command)
  if (given.length === 1)
    return offered(
      specs.map((spec) => ({ word: spec.verb })),
      'verb',
      resource.name,
    )
  const flags = specs.find((one) => one.verb === verb)?.flags.filter((flag) => offer.flag(flag, resource)) ?? []
  const [, asked] = /^--([^=]+)=/.exec(unfinished) ?? []
  const flag = flags.find(({ name }) => name === asked)
  if (flag)
    return offered(
      (flag.choices ?? []).map((choice) => ({ word: `--${flag.name}=${choice}`, flag })),
      'value',
      resource.name,
    )
  const used = new Set(given.map((word) => /^--([^=]+)/.exec(word)?.[1]))
  return offered(
    flags
      .filter(({ name }) => !used.has(name))
      .map((one) =>
        one.type === 'boolean'
          ? { word: `--${one.name}`, flag: one }
          : { word: `--${one.name}=`, flag: one, open: true },
      ),
    'flag',
    resource.name,
  )
}
