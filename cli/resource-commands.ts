import { fieldIn } from '@tocsin/core/vocabulary/field-words'
import { MAX_FILE, namesOfTypes } from '@tocsin/core/vocabulary/files'
import { groupByKind } from '@tocsin/core/vocabulary/fields-of'
import { commandsOf, FlagError, readFlag, type CommandSpec, type Flag } from '@tocsin/core/command-line/commands'
import { actionBefore, actionOfSome } from '@tocsin/core/vocabulary/i18n'
import { camel, kebab, singularOf } from '@tocsin/core/base/naming'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { actionOf, isNeeded } from './actions'
import { usageError } from './command-error'
import type { Context } from './context'
import { hasTimes, isLog } from './list-times'
import { keysOf } from './keys-of'
import type { LocalizedCommand } from './localized-command'
import { referenceHelp } from './reference-help'

/** Returns the help of a flag: a sentence or the name of its field in the reader's language, its choices and whether it is required. */
function labelOf(context: Context, resource: Resource, spec: CommandSpec, flag: Flag): string {
  const { t, vocabulary, locale } = context
  const names = `resources.${resource.name}`
  const keys = [
    // A sentence where the name of the field would only repeat the flag.
    `cli.fieldHelp.${resource.name}.${flag.name}`,
    `cli.fieldHelp.${spec.kind === 'list' ? 'only' : 'set'}.${flag.name}`,
    ...(flag.path.includes('.') ? [`${names}.parts.${flag.path}`] : []),
    `${names}.parts.${camel(spec.verb)}.${flag.path}`,
    `${names}.parts.${flag.path}.names`,
    `${names}.filters.${flag.path}`,
    `${names}.fields.${flag.path}`,
    `fields.${flag.path}`,
    `cli.flags.${flag.path}`,
  ]
  const key = keys.find((one) => vocabulary.has(locale, one))
  const notes = [
    ...(flag.choices ? [t('cli.help.choices', { choices: flag.choices.join(', ') })] : []),
    ...(flag.type === 'ref' ? [referenceHelp(context, flag.of ?? '')] : []),
    ...(isNeeded(spec, flag) ? [t('cli.help.required')] : []),
  ]
  const label = key ? t(key) : flag.path
  return notes.length > 0 ? `${label} (${notes.join('; ')})` : label
}

/** Returns the title of a command: its verb and its resource. A known `count` chooses singular or plural. */
export function titleOf({ t }: Context, spec: CommandSpec, count?: number): string {
  if (spec.kind === 'action' && count === undefined) {
    const { verb, what } = actionOfSome(spec.resource, camel(spec.verb), t)
    return t('cli.help.verbOf', { verb, resource: what })
  }
  const verb = spec.kind === 'action' ? actionBefore(spec.resource, camel(spec.verb), t) : t(`verbs.${spec.kind}`)
  const isPlural =
    count === undefined ? spec.kind === 'list' || (spec.kind === 'delete' && spec.takes === 'many') : count > 1
  const names = isPlural ? 'names' : 'name'
  return t('cli.help.verbOf', { verb, resource: t(`resources.${spec.resource}.${names}`).toLowerCase() })
}

/** Returns the parsed values of the given flags by the paths of their fields. References are still text. */
export function parseFlags(
  flags: readonly Flag[],
  given: Record<string, unknown>,
  { t }: Pick<Context, 't'>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const flag of flags) {
    const value = given[camel(flag.name)]
    if (value === undefined) continue
    try {
      values[flag.path] = typeof value === 'boolean' ? value : readFlag(flag, String(value))
    } catch (error) {
      if (!(error instanceof FlagError)) throw error
      throw usageError(
        'cli.usage.flagValue',
        { flag: flag.name, problem: t(error.key, error.values) },
        { field: `--${flag.name}` },
      )
    }
  }
  return values
}

/** Returns the kind of record that a line names, `{ channelType: 'phone' }` of `--channel-type=phone`, or undefined. */
function kindNamed({ fields }: Resource, words: readonly string[]): Draft | undefined {
  const by = groupByKind(fields)?.variants.by
  if (by === undefined) return undefined
  const flag = `--${kebab(by)}`
  const at = words.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`))
  if (at < 0) return undefined
  const named = words[at] === flag ? words[at + 1] : words[at]!.slice(flag.length + 1)
  return fields[by]?.choices?.includes(named ?? '') ? { [by]: named } : undefined
}

/** Returns the fields of a resource that may be large documents, which a file may hold. */
export const largeFields = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, { large, readonly }]) => (large && readonly !== true ? [name] : []))

/**
 * Adds the commands of a resource to the program. Their code loads when one of them runs. Only the command `verb` gets
 * its arguments and flags: building the flags of every command would take longer than the rest of the start.
 */
export function addResourceCommands(
  context: Context,
  root: LocalizedCommand,
  resource: Resource,
  verb: string | undefined,
  words: readonly string[],
): LocalizedCommand {
  const { t, vocabulary, locale } = context
  const about = `cli.about.${resource.name}`
  const names = `resources.${resource.name}.names`
  const resourceCommand = root.child(
    resource.name,
    t(vocabulary.has(locale, about) ? about : names),
    context.examples?.ofResource(resource.name) ?? [],
  )
  // Some words are their own plural.
  if (singularOf(resource.name) !== resource.name) resourceCommand.alias(singularOf(resource.name))
  const specs = commandsOf(resource)
  const kind = kindNamed(resource, words)
  const isKnownVerb = specs.some((spec) => spec.verb === verb)
  for (const spec of specs) {
    if (spec.verb !== verb) {
      // When the line names a command, its siblings are never shown.
      if (isKnownVerb) continue
      resourceCommand.child(spec.verb, titleOf(context, spec), [])
      continue
    }
    const command = resourceCommand.child(
      spec.verb,
      titleOf(context, spec),
      context.examples?.of(spec, resource, kind) ?? [],
    )
    if (spec.kind !== 'list' && spec.kind !== 'get') command.changes(spec.danger)
    // The record of an update may be in a file instead.
    const [before, after] = spec.kind === 'update' ? '[]' : '<>'
    const record = referenceHelp(context, resource.name)
    if (spec.takes === 'one') command.argument(`${before}${singularOf(resource.name)}${after}`, record)
    if (spec.takes === 'many') command.argument(`[${singularOf(resource.name)}...]`, record)
    for (const flag of spec.flags) {
      const label = labelOf(context, resource, spec, flag)
      const before = command.options.length
      if (flag.choices) command.choices[`--${flag.name}`] = flag.choices
      if (isNeeded(spec, flag)) command.needs(`--${flag.name}`)
      const value = flag.type === 'ref' ? singularOf(flag.of ?? 'ref') : t(`cli.help.types.${flag.type}`)
      if (flag.type === 'boolean') command.option(`--${flag.name}`, label).option(`--no-${flag.name}`)
      else command.option(`--${flag.name} <${value}>`, label)
      // All flags are accepted, so that the server says what does not apply. Help shows those of the kind.
      const isShown = spec.kind !== 'create' || !kind || fieldIn(resource.fields, flag.path, kind) !== undefined
      if (!isShown) for (const option of command.options.slice(before)) option.hidden = true
    }
    for (const file of spec.files ?? []) {
      const { as, types } = file.upload
      const address = spec.flags.find(({ path }) => path === file.path)
      const field = address ? labelOf(context, resource, spec, address) : as
      const label = t('cli.help.upload', { field, types: namesOfTypes(types), max: MAX_FILE / 2 ** 20 })
      command.option(`--${kebab(as)} <${t('cli.help.file')}>`, label)
      const isOfKind = spec.kind !== 'create' || !kind || fieldIn(resource.fields, file.path, kind)?.upload
      if (!isOfKind) command.options.at(-1)!.hidden = true
    }
    const addOption = (name: string, value = '', letter = '') =>
      command.option(`${letter}--${name}${value}`, t(`cli.flags.${name}`))
    if (spec.kind === 'list') {
      addOption('all')
      addOption('where', ` <${t('cli.help.types.text')}>`, '-w, ')
      if (hasTimes(resource)) for (const name of ['since', 'until']) addOption(name, ` <${t('cli.help.types.time')}>`)
      if (isLog(resource)) addOption('follow')
    }
    if (spec.takes === 'many' || spec.kind === 'update') addOption('ids-from', ` <${t('cli.help.file')}>`)
    if (spec.kind === 'create' || spec.kind === 'update') {
      for (const name of largeFields(resource))
        command.option(
          `--${kebab(name)} <${t('cli.help.file')}>`,
          t('cli.flags.large', { field: t(`resources.${resource.name}.fields.${name}`) }),
        )
      addOption('data', ` <${t('cli.help.file')}>`)
      const password = resource.fields['password']
      if (password?.secret) {
        const isRequired = spec.kind === 'create' && password.rules?.some(({ requiredOnCreate }) => requiredOnCreate)
        const about = t('cli.flags.password-stdin')
        command.option('--password-stdin', isRequired ? `${about} (${t('cli.help.required')})` : about)
      }
    }
    const secret = (spec.kind === 'create' ? resource.creation?.secret : actionOf(resource, spec)?.secret) !== undefined
    if (spec.kind !== 'list' && spec.kind !== 'get' && !secret) addOption('dry-run')
    // The server keeps no answer with a secret: a repeat would make another one whatever its key.
    if (spec.kind === 'create' && !secret) addOption('idempotency-key', ` <${t('cli.help.types.text')}>`)
    if (spec.kind === 'update') addOption('if-version', ` <${t('cli.help.types.number')}>`)
    if (secret) command.prints('secret')
    else if (spec.kind === 'delete') command.prints('deleted')
    else command.fields = keysOf(resource.fields)
    command.handler(async (args, flags) => {
      if (spec.kind === 'list' || spec.kind === 'get') {
        const { runList, runGet } = await import('./commands/read')
        return spec.kind === 'list'
          ? runList(context, resource, spec, flags)
          : runGet(context, resource, args[0] as string)
      }
      const { runWrite } = await import('./commands/write')
      return runWrite(context, resource, spec, args, flags)
    })
  }
  return resourceCommand
}
