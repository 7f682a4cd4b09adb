import type { Argument, Option } from 'commander'
import { ENCODINGS } from '@tocsin/core/csv/encoding'
import { isResourceName, RESOURCE_NAMES, type ResourceName } from '@tocsin/core/resources/index'
import { ALL_PERMISSIONS, TOKEN_PERMISSIONS } from '@tocsin/core/vocabulary/token-permissions'
import type { Context } from '../context'
import { sortablePaths } from '../list-bounds'
import type { LocalizedCommand } from '../localized-command'
import { loadHelp, OWN_COMMANDS, programFor, resourceNamed } from '../program'

/** Where the values of a flag or an argument come from, beside its choices; a resource stands for its records. */
export type Source = 'file' | 'folder' | 'account' | 'order' | ResourceName

/** An argument of a command: `<site>`, `[site]`, and with `repeats` `<site>...`. */
export type ArgumentModel = {
  name: string
  required: boolean
  repeats: boolean
  about: string
  choices: readonly string[] | null
  source: Source | null
}

/** The kinds of value that a flag takes, as the help names them: words, or records, files and folders. */
const TYPES = ['text', 'number', 'choice', 'refs', 'tags', 'json', 'time'] as const
type FlagType = (typeof TYPES)[number] | 'switch' | 'reference' | 'file' | 'folder'

/** A flag of a command. `value` is the word that stands for its value in the help; null for a switch. */
export type FlagModel = {
  /** As it is typed, with its dashes. */
  name: string
  /** The same flag as a letter, with its dash. */
  letter: string | null
  type: FlagType
  required: boolean
  value: string | null
  /** The flag has an opposite, `--no-active`. */
  negatable: boolean
  /** The flag may be given more than once. */
  repeats: boolean
  /** The flag takes several of its choices, separated by commas. */
  list: boolean
  about: string
  choices: readonly string[] | null
  source: Source | null
}

/** A command and those below it. `path` has the words behind the program's name. */
export type CommandModel = {
  path: string
  aliases: readonly string[]
  about: string
  /** The command does something itself; others only have commands below them. */
  runs: boolean
  arguments: readonly ArgumentModel[]
  flags: readonly FlagModel[]
  /** The fields that `--fields` takes. */
  fields: readonly string[]
  /** The fields that `--order` takes. */
  order: readonly string[]
  /** The formats that `--output` takes. */
  formats: readonly string[]
  /** The command changes something at the server. */
  writes: boolean
  danger: 'ask' | 'type-name' | null
  examples: readonly string[]
  commands: readonly CommandModel[]
}

/** Returns the model of every command in the reader's language, in the order of the help: resources, then the rest. */
export async function commandTree(context: Context): Promise<CommandModel[]> {
  await loadHelp(context)
  const models: CommandModel[] = []
  for (const name of [...RESOURCE_NAMES, ...OWN_COMMANDS]) models.push(await modelAt(context, [name]))
  return models
}

/** Returns a command and all that are below it. */
export const withBelow = (model: CommandModel): CommandModel[] => [model, ...model.commands.flatMap(withBelow)]

/** Returns the model of a command and of those below it. A program has the flags of one verb, so it is made for each. */
async function modelAt(context: Context, path: readonly string[]): Promise<CommandModel> {
  let command = (await programFor(context, path)) as LocalizedCommand
  for (const word of path) command = command.commands.find((one) => one.name() === word) as LocalizedCommand
  const commands: CommandModel[] = []
  for (const one of command.commands) commands.push(await modelAt(context, [...path, one.name()]))
  const flags = command.options.filter(({ negate }) => !negate).map((option) => flagModel(context, command, option))
  const resource = resourceNamed(path[0]!)
  const isOrdered = resource !== undefined && flags.some(({ source }) => source === 'order')
  return {
    path: path.join(' '),
    aliases: command.aliases(),
    about: command.description(),
    runs: command.handling !== undefined,
    arguments: command.registeredArguments.map((argument) => argumentModel(context, command, argument)),
    flags,
    fields: command.fields,
    order: isOrdered ? sortablePaths((await context.findResource(resource))!.fields) : [],
    formats: command.formats,
    writes: command.writes,
    danger: command.danger ?? null,
    examples: command.examples,
    commands,
  }
}

/** Returns the source of a value by the word that stands for it in the help. */
function sourceOf({ t }: Context, placeholder: string): Source | null {
  if (placeholder === t('cli.help.file')) return 'file'
  if (placeholder === 'dir') return 'folder'
  return placeholder === 'account' ? 'account' : (resourceNamed(placeholder) ?? null)
}

/** Returns the type of a flag by the word that stands for its value in the help. */
function typeOf(context: Context, value: string | null): FlagType {
  if (value === null) return 'switch'
  const source = sourceOf(context, value)
  if (source === 'file' || source === 'folder') return source
  if (source !== null && isResourceName(source)) return 'reference'
  return TYPES.find((type) => context.t(`cli.help.types.${type}`) === value) ?? 'text'
}

const argumentModel = (context: Context, command: LocalizedCommand, argument: Argument): ArgumentModel => ({
  name: argument.name(),
  required: argument.required,
  repeats: argument.variadic,
  about: argument.description,
  choices: command.choices[`<${argument.name()}>`] ?? null,
  source: sourceOf(context, argument.name()),
})

/** Choices that a command loads only where it refuses another value. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  '--encoding': ENCODINGS,
  '--can': [ALL_PERMISSIONS, ...TOKEN_PERMISSIONS],
}

function flagModel(context: Context, command: LocalizedCommand, option: Option): FlagModel {
  const name = option.long!
  const value = /<(.+?)(?:\.\.\.)?>/.exec(option.flags)?.[1] ?? null
  const type = typeOf(context, value)
  return {
    name,
    letter: option.short ?? null,
    type,
    required: command.needed.has(name),
    value,
    negatable: command.options.some(({ negate, long }) => negate && long === name.replace('--', '--no-')),
    repeats: option.variadic,
    list: command.lists.has(name) || type === 'tags',
    about: option.description,
    choices: command.choices[name] ?? LATE[name] ?? null,
    source: value === null ? null : name === '--order' ? 'order' : sourceOf(context, value),
  }
}
