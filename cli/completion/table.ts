import { commandTree, withBelow, type CommandModel, type FlagModel } from '../model/tree'
import type { Context } from '../context'
import { FORMATS } from '../formats'
import { GLOBAL_FLAGS, LETTERS } from '../global-flags'
import { LANGUAGES } from '../settings'
import { TOPICS } from '../program'

/** A word that can be typed, with its description; a flag that takes a value ends with `=`. */
export type Offered = readonly [word: string, about: string]

/** A command as a script knows it: the words below it, its flags, and its arguments in their order. */
type Entry = {
  /** The path, and others that mean the same. */
  paths: readonly string[]
  below: readonly Offered[]
  flags: readonly Offered[]
  /** The last one ends with `...` if it repeats. */
  takes: readonly string[]
}

/**
 * The values of a flag or an argument, where a command's path, a blank and the flag match one of the patterns; `*` in a
 * pattern stands for any text. The values are words, or `@file`, `@folder`, or `@` and what the program is asked for; behind
 * a `,` several of them may be given with commas between; behind a `%` each may have a dash before it.
 */
type Values = { patterns: readonly string[]; values: string }

/** All that a completion script knows. */
export type Table = {
  entries: readonly Entry[]
  values: readonly Values[]
  globals: readonly Offered[]
  /** The letters of flags that take a value, each with its flag. */
  letters: readonly (readonly [letter: string, flag: string])[]
  topics: readonly Offered[]
}

/** Returns all that a completion script knows, in the reader's language. */
export async function completionTable(context: Context): Promise<Table> {
  const { t } = context
  const tree = await commandTree(context)
  const globals = globalFlags(context)
  const all = tree.flatMap(withBelow)
  const root: Entry = {
    paths: [''],
    below: tree.map(({ path, about }) => [path, about]),
    flags: [['--version', t('cli.flags.version')]],
    takes: [],
  }
  return {
    entries: [root, ...all.map((model) => entryOf(context, model))],
    values: gathered(all.flatMap((model) => valuesOf(model))),
    globals: [...globals, ['--help', t('cli.flags.help')], ['-h', t('cli.flags.help')]],
    letters: lettersOf(all),
    topics: TOPICS.map((topic) => [topic, t(`cli.topics.${topic}.title`)]),
  }
}

const globalFlags = ({ t }: Context): Offered[] => [
  ...Object.entries(GLOBAL_FLAGS).map(([name, takesValue]): Offered => [
    `--${name}${takesValue ? '=' : ''}`,
    t(`cli.flags.${name}`),
  ]),
  ...Object.entries(LETTERS).map(([name, letter]): Offered => [letter, t(`cli.flags.${name}`)]),
]

/** Returns the letters of flags that take a value: of every command, then of one. */
function lettersOf(models: readonly CommandModel[]): Table['letters'] {
  const own = models.flatMap(({ flags }) =>
    flags.flatMap(({ name, letter, value }) => (letter !== null && value !== null ? [[letter, name] as const] : [])),
  )
  const ofAll = Object.entries(LETTERS).flatMap(([name, letter]) =>
    GLOBAL_FLAGS[name as keyof typeof LETTERS] ? [[letter, `--${name}`] as const] : [],
  )
  return [...new Map([...ofAll, ...own])]
}

function entryOf({ t }: Context, model: CommandModel): Entry {
  return {
    paths: [model.path, ...model.aliases],
    below: model.commands.map(({ path, about }) => [path.slice(model.path.length + 1), about]),
    flags: model.flags
      .filter(({ name }) => name !== '--help')
      .flatMap(({ name, letter, value, negatable, about }): Offered[] => [
        [value === null ? name : `${name}=`, about],
        ...(letter === null ? [] : [[letter, about] as const]),
        ...(negatable ? [[name.replace('--', '--no-'), t('cli.completion.opposite', { flag: name })] as const] : []),
      ]),
    takes: model.arguments.map(({ name, repeats }) => `<${name}>${repeats ? '...' : ''}`),
  }
}

/** Returns the values of each flag and argument of a command, also where there are none to offer. */
function valuesOf(model: CommandModel): { path: string; flag: string; values: string }[] {
  const { path, formats, fields } = model
  const of = (flag: string, values: string) => ({ path, flag, values })
  const formatWords = formats.join(' ')
  return [
    ...model.flags.flatMap((flag) => (flag.value === null ? [] : [of(flag.name, flagValues(model, flag))])),
    ...model.arguments.map(({ name, choices, source }) =>
      of(`<${name}>`, choices?.join(' ') ?? (source ? `@${source}` : '')),
    ),
    of('--output', model.commands.length > 0 && formatWords === '' ? FORMATS.join(' ') : formatWords),
    of('--fields', fields.length > 0 ? `,${fields.join(' ')}` : ''),
    of('--locale', LANGUAGES.join(' ')),
    of('--account', '@account'),
    of('--ca', '@file'),
  ]
}

function flagValues({ order }: CommandModel, { choices, source, list }: FlagModel): string {
  if (source === 'order') return order.length > 0 ? `%${order.join(' ')}` : ''
  if (choices) return (list ? ',' : '') + choices.join(' ')
  return source ? `@${source}` : ''
}

type Row = { path: string; flag: string; values: string }

/** Says the usual values of a flag once for all commands, those of a noun once for its verbs, and others one by one. */
function gathered(all: readonly Row[]): Values[] {
  const [ofOne, ofNoun, ofAll]: [Row[], Row[], Row[]] = [[], [], []]
  for (const [flag, rows] of groupBy(all, ({ flag }) => flag)) {
    const usual = mostFrequent(rows)
    if (usual !== '') ofAll.push({ path: '*', flag, values: usual })
    for (const [noun, some] of groupBy(rows, ({ path }) => path.split(' ')[0]!)) {
      const own = mostFrequent(some)
      const isShared = own !== usual && some.filter(({ values }) => values === own).length > 1
      if (isShared) ofNoun.push({ path: `${noun} *`, flag, values: own })
      ofOne.push(...some.filter(({ values }) => values !== (isShared ? own : usual)))
    }
  }
  return [ofOne, ofNoun, ofAll].flatMap((rules) =>
    Array.from(
      groupBy(rules, ({ values }) => values),
      ([values, some]) => ({
        values,
        patterns: some.map(({ path, flag }) => `${path} ${flag}`),
      }),
    ),
  )
}

/** Returns the values that most of the rows have. */
const mostFrequent = (rows: readonly Row[]): string =>
  [...groupBy(rows, ({ values }) => values).values()].reduce((most, some) =>
    some.length > most.length ? some : most,
  )[0]!.values

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
