import { singularOf } from '@tocsin/core/base/naming'
import { isResourceName, RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { didYouMean, usageError, type CommandError, type CommandErrorParts } from './command-error'
import { readConfigFiles, withConfigFiles } from './config-files'
import { createContext, type Context } from './context'
import { addWordsFor, failureOf, tellFailure } from './errors'
import { EXIT } from './exit-codes'
import { takeGlobalFlags } from './global-flags'
import { BrokenPipe, type Io } from './io'
import { globalFlagRows, helpPage } from './help-page'
import type { LocalizedCommand } from './localized-command'
import { checkLocale, checkSettings } from './settings'
import { suggestion } from './suggestion'

type Add = (context: Context, parent: LocalizedCommand, verb?: string) => void

/** Commands that belong to no resource. */
const OWN: Record<string, () => Promise<Add>> = {
  auth: async () => (await import('./commands/auth')).addAuth,
  profile: async () => (await import('./commands/profile')).addProfile,
  find: async () => (await import('./commands/find')).addFind,
  use: async () => (await import('./commands/use')).addUse,
  undo: async () => (await import('./commands/undo')).addUndo,
  config: async () => (await import('./commands/config')).addConfig,
  doctor: async () => (await import('./commands/doctor')).addDoctor,
  dashboard: async () => (await import('./commands/dashboard')).addDashboard,
  imports: async () => (await import('./commands/imports')).addImports,
  forms: async () => (await import('./commands/forms')).addForms,
  pull: async () => (await import('./commands/configuration')).addConfiguration('pull'),
  plan: async () => (await import('./commands/configuration')).addConfiguration('plan'),
  apply: async () => (await import('./commands/configuration')).addConfiguration('apply'),
  features: async () => (await import('./commands/features')).addFeatures,
  api: async () => (await import('./commands/api')).addApi,
  serve: async () => (await import('./commands/serve')).addServe,
  db: async () => (await import('./commands/db')).addDb,
  version: async () => (await import('./commands/version')).addVersion,
  commands: async () => (await import('./commands/commands')).addCommands,
  schema: async () => (await import('./commands/schema')).addSchema,
  completion: async () => (await import('./commands/completion')).addCompletion,
  help: async () => (await import('./commands/help')).addHelp,
}

/**
 * The commands of resources beyond their declarations. `verbs` names the verbs that load them: one that replaces a
 * derived command must be among them.
 */
const OVER: Record<string, { verbs: readonly string[]; add: () => Promise<Add> }> = {
  sites: {
    verbs: ['import', 'export', 'template'],
    add: async () => (await import('./commands/places')).addPlaces('site'),
  },
  teams: {
    verbs: ['import', 'export', 'template'],
    add: async () => (await import('./commands/places')).addPlaces('team'),
  },
  'registration-data': {
    verbs: ['import', 'export'],
    add: async () => (await import('./commands/import')).addRegistrationData,
  },
  users: {
    verbs: ['login-as', 'import', 'template', 'export'],
    add: async () => (await import('./commands/record-sheets')).addUsers,
  },
  'monitoring-providers': {
    verbs: ['authenticate', 'renew-secret'],
    add: async () => (await import('./commands/monitoring-provider-secrets')).addProviderSecrets,
  },
  apps: {
    verbs: ['create', 'versions', 'diff', 'reactivate', 'continue', 'copy', 'export', 'import'],
    add: async () => (await import('./commands/apps')).addApps,
  },
  channels: {
    verbs: ['reorder', 'move', 'copy', 'paste'],
    add: async () => (await import('./commands/channels')).addChannels,
  },
  templates: { verbs: ['use', 'share'], add: async () => (await import('./commands/templates')).addTemplates },
  'survey-results': {
    verbs: ['export'],
    add: async () => (await import('./commands/survey-results')).addSurveyResults,
  },
  alerts: { verbs: ['watch', 'simulate'], add: async () => (await import('./commands/alerts')).addAlerts },
  'registration-codes': {
    verbs: ['create', 'import', 'template', 'export'],
    add: async () => (await import('./commands/record-sheets')).addRegistrationCodes,
  },
}

/** The topics of `tocsin help` besides commands. */
export const TOPICS = ['exit-codes', 'output', 'environment', 'import'] as const

export const OWN_COMMANDS = Object.keys(OWN)

/** Returns the resource that a word names, in the plural or the singular. */
export const resourceNamed = (word: string) =>
  isResourceName(word) ? word : RESOURCE_NAMES.find((resource) => singularOf(resource) === word)

/** Builds the program with the one command or resource that a line begins with: nothing else is loaded. */
export async function programFor(context: Context, words: readonly string[]): Promise<LocalizedCommand | undefined> {
  const [{ LocalizedCommand }, { addResourceCommands }] = await Promise.all([
    import('./localized-command'),
    import('./resource-commands'),
  ])
  const root = new LocalizedCommand(context, 'tocsin')
  const [word = ''] = words
  const verb = words.find((one, index) => index > 0 && !one.startsWith('-'))
  const own = OWN[word]
  if (own && Object.hasOwn(OWN, word)) {
    const add = await own()
    add(context, root)
    return root
  }
  const resourceName = resourceNamed(word)
  const resource = resourceName && (await context.findResource(resourceName))
  if (!resource) return undefined
  // Only the help of the resource itself has its sentence.
  if (verb === undefined) context.addWords('about', (await import('./messages/resources')).about)
  const command = addResourceCommands(context, root, resource, verb, words)
  const over = Object.hasOwn(OVER, resource.name) ? OVER[resource.name] : undefined
  // Commands that are neither requested nor listed are not loaded.
  if (over && (command.commands.length > 1 || command.commands.length === 0 || over.verbs.includes(verb ?? ''))) {
    const add = await over.add()
    add(context, command, verb)
  }
  return root
}

/** Loads what only a help shows: the sentences about flags, and the examples. */
export async function loadHelp(context: Context): Promise<void> {
  const [{ fieldHelp }, { examplesOf, examplesOfResource }] = await Promise.all([
    import('./messages/field-help'),
    import('./help/examples'),
  ])
  context.addWords('fieldHelp', fieldHelp)
  context.examples = { of: examplesOf, ofResource: examplesOfResource }
}

/** Returns the text of `tocsin --help`. */
export async function rootHelp(context: Context): Promise<string> {
  const { t } = context
  const [{ about }, { RESOURCE_GROUPS }] = await Promise.all([
    import('./messages/resources'),
    import('./resource-groups'),
  ])
  context.addWords('about', about)
  const groups = Object.entries(RESOURCE_GROUPS)
  const word = (name: string) => `<${t(`cli.help.${name}`)}>`
  const page = helpPage(context, [
    [t('cli.help.usage'), [`tocsin ${word('resource')} ${word('verb')} [${t('cli.help.flagsWord')}]`]],
    [
      t('cli.help.resources'),
      groups.map(([group, names]) => [t(`cli.about.groups.${group}`), names.join(', ')] as const),
    ],
    [t('cli.help.commands'), OWN_COMMANDS.map((name) => [name, t(`cli.commands.${name}`)] as const)],
    [
      t('cli.help.everywhere'),
      [...globalFlagRows(context), ['-h, --help', t('cli.flags.help')], ['--version', t('cli.flags.version')]],
    ],
    [t('cli.help.topics'), [TOPICS.join('  ')]],
    [t('cli.help.examples'), ['tocsin auth login', 'tocsin sites list --client=Acme', 'tocsin help exit-codes']],
  ])
  return `${t('cli.help.about')}\n\n${page}`
}

async function run(context: Context, words: readonly string[]): Promise<number> {
  const [word] = words
  checkSettings(context.settings)
  if (word === undefined || word === '--help' || word === '-h') {
    // Help that nobody asked for is part of a refusal: a program behind a pipe must not read it as data.
    await context.io[word === undefined ? 'stderr' : 'stdout'].write(await rootHelp(context))
    return word === undefined ? EXIT.usage : EXIT.success
  }
  if (word === '--version') {
    await context.io.stdout.write(`${__TOCSIN_VERSION__}\n`)
    return EXIT.success
  }
  if (!MENDING.has(word)) checkLocale(context.settings, context.io.env)
  // A resource without a verb shows its help, whether it was asked for or not.
  const isHelp = words.includes('--help') || words.includes('-h') || (words.length === 1 && resourceNamed(word))
  if (isHelp) await loadHelp(context)
  const root = await programFor(context, words)
  if (!root) throw unknown(word)
  const [resourceCommand] = root.commands as LocalizedCommand[]
  const verb = words[1]
  // Checked before a --help behind it is answered: a command that does not exist has no help. A command that runs by
  // itself takes the word as its argument.
  if (
    resourceCommand &&
    resourceCommand.commands.length > 0 &&
    !resourceCommand.handling &&
    verb !== undefined &&
    !verb.startsWith('-') &&
    !resourceCommand.has(verb)
  )
    resourceCommand.refuseVerb(verb)
  let exit: number = EXIT.success
  root.handled = (result) => {
    if (typeof result === 'number') exit = result
  }
  // Help is held back and written like all other output, so that a pipe gets the whole of it.
  let help = ''
  for (const command of withChildren(root))
    command.configureOutput({ writeOut: (text) => (help += text), writeErr: (text) => (help += text) })
  try {
    await root.parseAsync([...words], { from: 'user' })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'commander.help') exit = EXIT.usage
    else if (code !== 'commander.helpDisplayed') throw error
  }
  if (help !== '') await context.io[exit === EXIT.usage ? 'stderr' : 'stdout'].write(help)
  return exit
}

/**
 * Returns the advice for a word that is none of those offered. `before`: what stands before it on the line; `next`: the
 * command that lists them.
 */
export function adviceOn(
  word: string,
  offered: readonly string[],
  before: string,
  next = `${before} --help`,
): Partial<CommandErrorParts> {
  const meant = suggestion(word, offered)
  return meant === undefined ? { next } : didYouMean(`${before} ${meant}`)
}

/** Returns the refusal of a first word that is no command. */
function unknown(word: string): CommandError {
  const more = adviceOn(word, [...RESOURCE_NAMES, ...OWN_COMMANDS], 'tocsin')
  return word.startsWith('-')
    ? usageError('cli.usage.unknownFlag', { flag: word }, { field: word, ...more })
    : usageError('cli.usage.unknownCommand', { command: word }, more)
}

const withChildren = (command: LocalizedCommand): LocalizedCommand[] => [
  command,
  ...(command.commands as LocalizedCommand[]).flatMap(withChildren),
]

/** The commands that mend and explain settings, and so run whatever is in their files and in TOCSIN_LOCALE. */
const MENDING = new Set(['config', 'doctor', 'help', 'completion'])

/** Throws if a file of settings is wrong, and tells of one that is passed over. */
async function requireConfigFiles(context: Context, [word = '']: readonly string[]): Promise<void> {
  const { problem, foreign } = context.configured
  if (problem === null && foreign === null) return
  context.addWords('config', (await import('./messages/config')).config)
  if (MENDING.has(word)) return
  if (problem) throw problem
  await context.note(context.t('cli.config.foreign', { path: foreign }))
}

/** Runs one command line (without the program's name) and returns its exit code; failures are told on stderr. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const { settings, words, problem } = takeGlobalFlags(argv)
  const configured = readConfigFiles(io)
  const merged = withConfigFiles(configured, io, settings)
  // Laid over the world instead of copied, which would read what is made when it is first asked for.
  const world = Object.assign(Object.create(io) as Io, { env: merged.env })
  const context = createContext(world, settings, {
    ...configured,
    problem: configured.problem ?? merged.problem,
    env: io.env,
  })
  try {
    if (problem) throw problem
    await requireConfigFiles(context, words)
    return await run(context, words)
  } catch (error) {
    if (error instanceof BrokenPipe) return EXIT.success
    await addWordsFor(error, context)
    const failure = await failureOf(error, context, resourceNamed(words[0] ?? ''))
    try {
      return await tellFailure(failure, context.asJson, context)
    } catch (broken) {
      if (broken instanceof BrokenPipe) return failure.exitCode
      throw broken
    }
  } finally {
    context.close()
  }
}
