import { kebab } from '@tocsin/core/base/naming'
import { Command, type Help, type Option, type OptionValueSource } from 'commander'
import { didYouMean, usageError, type CommandErrorParts } from './command-error'
import type { Context } from './context'
import { GLOBAL_FLAGS } from './global-flags'
import { FORMATS, type Format } from './formats'
import { helpPage, pageWidth, wrapped } from './help-page'
import { suggestion } from './suggestion'

/** A handler's arguments in the order of the command line, then its flags. */
export type Handler = (args: string[], flags: Record<string, unknown>) => Promise<number | void>

/**
 * The output of a command, by the flags of every command that act on it: `rows` are records with ids, in any format,
 * `deleted` are told of in words where no program reads, `figures` have no ids, a `secret` is its one text or JSON,
 * `sentences` are for people or JSON, a `document` is JSON, a `file` has columns of its own, a `text` is as it is, and
 * `nothing` is no output: its format is that of errors.
 */
type Output = 'rows' | 'deleted' | 'figures' | 'secret' | 'sentences' | 'document' | 'file' | 'text' | 'nothing'

/** The formats that act on an output; a file checks its own. */
const ACTING: Record<Output, readonly string[]> = {
  rows: FORMATS,
  deleted: FORMATS,
  figures: FORMATS.filter((format) => format !== 'ids'),
  secret: ['json', 'ndjson'],
  sentences: ['json', 'ndjson'],
  document: ['json'],
  file: FORMATS,
  text: [],
  nothing: FORMATS,
}

/** The formats with a line of headings, or names beside the values; a file is read again, and needs them. */
const HEADED: Partial<Record<Output, readonly Format[]>> = {
  rows: ['table', 'csv', 'tsv'],
  deleted: ['csv'],
  figures: ['table', 'csv', 'tsv'],
}

/** The formats in which a sentence tells what was deleted. */
const IN_WORDS: ReadonlySet<Format> = new Set(['table', 'tsv'])

/**
 * Commander's command in the reader's language: its own sentences are replaced at their source, and help is laid
 * out with words of ours.
 */
export class LocalizedCommand extends Command {
  readonly context: Context
  /** Lines that can be typed as they are shown. */
  examples: readonly string[] = []
  /** Further parts of its help: a title, and rows of two columns. */
  sections: readonly (readonly [string, readonly (readonly [string, string])[]])[] = []
  /** The fields of its output, which `--fields` takes. */
  fields: readonly string[] = []
  /** The values of a flag or an argument, by the flag or by `<argument>`, for completion. */
  readonly choices: Record<string, readonly string[]> = {}
  /** The flags that take several of their choices, separated by commas. */
  readonly lists = new Set<string>()
  /** The flags without which it does not run. */
  readonly needed = new Set<string>()
  /** The command changes something at the server. */
  writes = false
  /** The confirmation that it asks for. */
  danger: 'ask' | 'type-name' | undefined
  /** Called with a handler's result; only the root's is used. */
  handled: ((result: number | void) => void) | undefined
  /** The handler of the command, for one that is laid over it. */
  handling: Handler | undefined

  constructor(context: Context, name?: string) {
    super(name)
    this.context = context
    this.exitOverride()
    this.helpOption('-h, --help', context.t('cli.flags.help'))
    this.helpCommand(false)
    this.configureHelp({ formatHelp: (command, helper) => helpText(command as LocalizedCommand, helper) })
    // The real streams are costly to load for their width; help here has its natural width.
    this.configureOutput({
      outputError: () => undefined,
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
  }

  override createCommand(name?: string): LocalizedCommand {
    return new LocalizedCommand(this.context, name)
  }

  /** As `command`, typed as the class it makes. */
  child(name: string, description: string, examples: readonly string[]): LocalizedCommand {
    const made = this.createCommand(name)
    made.description(description)
    made.examples = examples
    this.addCommand(made)
    return made
  }

  /** Sets the output of the command where it is not rows: a flag that could not act on it is refused. */
  prints(output: Output): this {
    this.output = output
    return this
  }

  private output: Output = 'rows'

  /** The formats that act on the output of the command. */
  get formats(): readonly string[] {
    return ACTING[this.output]
  }

  /** Says which flags the command does not run without. */
  needs(...flags: string[]): this {
    for (const flag of flags) this.needed.add(flag)
    return this
  }

  /** Says that the command changes something at the server. */
  changes(danger?: 'ask' | 'type-name'): this {
    this.writes = true
    this.danger = danger
    return this
  }

  private asksForNames = false

  /** Says that some runs ask for a name, which `--confirm` gives. */
  mayAskForName(): this {
    this.asksForNames = true
    return this
  }

  private refuseIdleFlags(): void {
    const { settings, io } = this.context
    const { fields, output: given, json, header, template, confirm } = settings
    const idle = (flag: string): never => this.refuse('idleFlag', { flag }, { field: flag })
    if (confirm !== undefined && this.danger !== 'type-name' && !this.asksForNames) idle('--confirm')
    if (this.output !== 'rows' && this.output !== 'figures' && this.output !== 'deleted') {
      if (fields !== undefined) idle('--fields')
      if (template !== undefined) idle('--template')
    }
    if (this.output === 'deleted' && fields !== undefined && IN_WORDS.has(this.context.format as Format))
      idle('--fields')
    if (header !== undefined && !HEADED[this.output]?.includes(this.context.format as Format))
      idle(header ? '--header' : '--no-header')
    if (this.output === 'figures') {
      const asked = given ?? (template === undefined ? io.env['TOCSIN_OUTPUT'] : undefined)
      const flag = given === undefined ? 'TOCSIN_OUTPUT' : '--output'
      if (asked === 'ids')
        this.refuse('choice', { flag, value: asked, choices: ACTING.figures.join(', ') }, { field: flag })
    } else if (
      given !== undefined &&
      (FORMATS as readonly string[]).includes(given) &&
      !ACTING[this.output].includes(given)
    ) {
      const [flag, choices] = [json === undefined ? '--output' : '--json', ACTING[this.output].join(', ')]
      if (json !== undefined || choices === '') idle(flag)
      this.refuse('choice', { flag, value: given, choices }, { field: flag })
    }
  }

  /** Sets the work of the command; the handler's number is the exit code. */
  handler(run: Handler): this {
    this.handling = run
    return this.action(async (...given: unknown[]) => {
      // Commander hands over each argument, then the options, then the command.
      const args = given.slice(0, -2).flat() as string[]
      for (const { long } of this.options) if (long) this.context.flagNames.add(long)
      this.refuseIdleFlags()
      const result = await run(
        args.filter((one) => one !== undefined),
        this.opts(),
      )
      this.root().handled?.(result)
    })
  }

  /** Returns whether a subcommand has a name. */
  has(name: string): boolean {
    return this.commands.some((one) => one.name() === name || one.aliases().includes(name))
  }

  private root(): LocalizedCommand {
    return this.parent ? (this.parent as LocalizedCommand).root() : this
  }

  /** Returns the words that call this command. */
  path(): string {
    return this.parent ? `${(this.parent as LocalizedCommand).path()} ${this.name()}` : this.name()
  }

  private refuse(key: string, values: Record<string, unknown>, more: Partial<CommandErrorParts> = {}): never {
    throw usageError(`cli.usage.${key}`, values, more.hint ? more : { next: `${this.path()} --help`, ...more })
  }

  /** Returns the hint that names the word which a mistyped one probably means. */
  private meant(typed: string, known: readonly string[], spell = (word: string) => word): Partial<CommandErrorParts> {
    const word = suggestion(typed, known)
    return word === undefined ? {} : didYouMean(spell(word))
  }

  /** Refuses a flag that is given twice, of which one value would have no effect. */
  override setOptionValueWithSource(key: string, value: unknown, source?: OptionValueSource): this {
    const before = this.getOptionValueSource(key) === 'cli' ? this.getOptionValue(key) : undefined
    const flag = `--${kebab(key)}`
    if (typeof before === 'string' && source === 'cli') this.refuse('repeated', { flag }, { field: flag })
    if (typeof before === 'boolean' && before !== value)
      this.refuse('together', { flags: `${flag}, --no-${kebab(key)}` }, { field: flag })
    return super.setOptionValueWithSource(key, value, source)
  }

  // Commander makes its sentences in the methods below, which its types do not mention.
  missingArgument(name: string): never {
    return this.refuse('missingArgument', { argument: `<${name}>` })
  }
  optionMissingArgument(option: Option): never {
    return this.refuse('missingValue', { flag: option.long }, option.long ? { field: option.long } : {})
  }
  unknownOption(flag: string): never {
    const known = [...this.options.flatMap(({ long }) => long ?? []), '--help', ...GLOBAL_NAMES]
    return this.refuse('unknownFlag', { flag }, { field: flag, ...this.meant(flag.split('=')[0]!, known) })
  }
  unknownCommand(): never {
    return this.refuseVerb(this.args[0] ?? '')
  }
  _excessArguments(received: readonly string[]): never {
    const argument = received[this.registeredArguments.length] ?? ''
    // As `gh` spells it; here the fields are joined to the flag.
    const isOfJson = this.context.settings.json === argument
    return this.refuse('excessArguments', { argument }, isOfJson ? didYouMean(`--json=${argument}`) : {})
  }

  /** Refuses a subcommand that does not exist. */
  refuseVerb(verb: string): never {
    const known = this.commands.map((one) => one.name())
    return this.refuse(
      'unknownVerb',
      { resource: this.name(), command: verb },
      this.meant(verb, known, (word) => (word.startsWith('-') ? `tocsin ${word}` : `${this.path()} ${word}`)),
    )
  }
}

/** The flags of every command, as they are typed. */
const GLOBAL_NAMES = Object.keys(GLOBAL_FLAGS).map((name) => `--${name}`)

/** Shows a flag and its opposite in one row: `--[no-]active`. */
function flagRows(options: readonly Option[]): [string, string][] {
  const opposites = new Set(options.filter(({ negate }) => negate).map(({ long }) => long?.replace('--no-', '--')))
  return options
    .filter(({ negate }) => !negate)
    .map(({ flags, long, description }) => [opposites.has(long) ? flags.replace('--', '--[no-]') : flags, description])
}

/** Returns an argument as the usage shows it: `<site>`, `<site>...` where several are taken, `[<app>...]` where none will do. */
export function argumentWord(argument: { name: () => string; variadic: boolean }, isNeeded: boolean): string {
  const word = `<${argument.name()}>${argument.variadic ? '...' : ''}`
  if (isNeeded) return word
  return argument.variadic ? `[${word}]` : `[${argument.name()}]`
}

/** Returns whether a file can give the arguments instead: one of both is needed, so the usage shows no brackets. */
const takesIdsFrom = ({ options }: LocalizedCommand): boolean => options.some(({ long }) => long === '--ids-from')

function helpText(command: LocalizedCommand, helper: Help): string {
  const { context } = command
  const { t } = context
  const options = helper.visibleOptions(command)
  const args = helper.visibleArguments(command)
  const words = [
    command.path(),
    ...(command.commands.length > 0
      ? [command.handling ? `[${t('cli.help.command')}]` : `<${t('cli.help.command')}>`]
      : []),
    ...args.map((argument) => argumentWord(argument, argument.required || takesIdsFrom(command))),
    `[${t('cli.help.flagsWord')}]`,
  ]
  const page = helpPage(context, [
    [t('cli.help.usage'), [words.join(' ')]],
    [t('cli.help.commands'), command.commands.map((one) => [one.name(), one.description()] as const)],
    [t('cli.help.arguments'), args.map((argument) => [argumentWord(argument, true), argument.description] as const)],
    [t('cli.help.flags'), flagRows(options)],
    [t('cli.help.fields'), command.fields.length > 0 ? wrapped(command.fields.join(', '), pageWidth(context) - 2) : []],
    ...command.sections,
    [t('cli.help.examples'), command.examples],
  ])
  return `${command.description()}\n\n${page}\n${t('cli.help.moreFlags')}\n`
}
