import { basename } from 'node:path'
import { draftOf, type CommandSpec } from '@tocsin/core/command-line/commands'
import type { Upload } from '@tocsin/core/api/multipart'
import { MAX_FILE } from '@tocsin/core/vocabulary/files'
import { camel, kebab, singularOf } from '@tocsin/core/base/naming'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { labelOf } from '@tocsin/core/vocabulary/field-words'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { largeFields } from '../resource-commands'
import { refuseEmpty } from '../given'
import { askChoice, askSecret, askText, canAsk } from '../prompts'
import { pathName } from '../file-error'
import { readJson, readReferences, readSecret, readUpload } from '../input'

/**
 * Returns the references of the arguments and of `--ids-from`, each once. Throws a usage error if a command for several
 * records gets neither; an empty file leaves nothing to do.
 */
export async function collectReferences(
  context: Context,
  resource: Resource,
  spec: CommandSpec,
  given: readonly string[],
  flags: Record<string, unknown>,
): Promise<readonly string[]> {
  const file = flags['idsFrom']
  if (spec.takes !== 'many' && typeof file !== 'string') {
    if (given.length === 0 && spec.takes === 'one') throw missingReference(resource, spec)
    return given
  }
  // One record that is named and others of a file would have one version, or one answer, between them.
  const [named] = spec.takes === 'many' ? [] : given
  if (named !== undefined)
    throw usageError('cli.usage.together', { flags: `--ids-from, ${named}` }, { field: '--ids-from' })
  if (spec.takes !== 'many' && flags['ifVersion'] !== undefined)
    throw usageError('cli.usage.together', { flags: '--ids-from, --if-version' }, { field: '--if-version' })
  const args = typeof file === 'string' ? [...given, ...(await readReferences(context.io, file))] : given
  if (args.length > 0) return [...new Set(args)]
  if (typeof file === 'string') {
    // A search that found nothing is no mistake of the script behind it.
    await context.note(context.t('cli.output.emptyFile', { path: pathName(file, context.t) }))
    return []
  }
  throw missingReference(resource, spec)
}

const missingReference = (resource: Resource, spec: CommandSpec) =>
  usageError(
    'cli.usage.missingArgument',
    { argument: `<${singularOf(resource.name)}>` },
    { next: `tocsin ${resource.name} ${spec.verb} --help` },
  )

/**
 * Asks a person for the required flags of a new record that the line lacks, and returns them as flags. With `--data` the
 * record is in a file, and the server says what it lacks.
 */
export async function askMissing(
  context: Context,
  resource: Resource,
  spec: CommandSpec,
  flags: Record<string, unknown>,
): Promise<Record<string, string>> {
  if (flags['data'] !== undefined) return {}
  const client = resource.tenant !== undefined && (await context.defaultClient()) !== null ? resource.tenant : undefined
  const given: Record<string, string> = {}
  for (const flag of spec.flags) {
    if (!flag.required || flag.path === client || flags[camel(flag.name)] !== undefined) continue
    const question = `${labelOf(resource, flag.path, context.t)} (--${flag.name})`
    given[camel(flag.name)] = flag.choices
      ? await askChoice(context, question, flag.choices)
      : await askText(context, question)
  }
  return given
}

/**
 * Returns the record that a line gives: by the files of `--data` and of its large documents, and by flags, of which each
 * stands over the ones before.
 */
export async function draftGiven(
  context: Context,
  resource: Resource,
  spec: CommandSpec,
  flags: Record<string, unknown>,
  values: Record<string, unknown>,
): Promise<Draft> {
  const draft: Draft = await dataGiven(context, flags)
  for (const name of largeFields(resource)) {
    const path = flags[camel(name)]
    if (typeof path === 'string') draft[name] = await readJson(context.io, path)
  }
  for (const [name, value] of Object.entries(draftOf(values))) {
    const before = draft[name]
    draft[name] = resource.fields[name]?.large && isRecord(before) && isRecord(value) ? { ...before, ...value } : value
  }
  return { ...draft, ...(await passwordGiven(context, resource, spec, flags)) }
}

async function dataGiven(context: Context, flags: Record<string, unknown>): Promise<Draft> {
  return typeof flags['data'] === 'string' ? readJson(context.io, flags['data']) : {}
}

export type Files = Record<string, Upload>

/** Reads the files that are sent with a record; undefined if there are none. The server looks at what they are. */
export async function filesGiven(
  context: Context,
  { files = [] }: CommandSpec,
  flags: Record<string, unknown>,
): Promise<Files | undefined> {
  const given: Files = {}
  for (const { upload } of files) {
    const path = flags[upload.as]
    if (typeof path !== 'string') continue
    const flag = kebab(upload.as)
    refuseEmpty([{ name: flag }], flags)
    const bytes = await readUpload(context.io, path)
    if (bytes === 'too large') {
      const problem = context.t('formErrors.fileTooLarge', { max: MAX_FILE / 2 ** 20 })
      throw usageError('cli.usage.flagValue', { flag, problem }, { field: `--${flag}` })
    }
    given[upload.as] = { name: basename(path), type: '', bytes }
  }
  return Object.keys(given).length > 0 ? given : undefined
}

/** Reads a password from stdin, or from a prompt if a new user needs one: never from the command line. */
async function passwordGiven(
  context: Context,
  resource: Resource,
  spec: CommandSpec,
  flags: Record<string, unknown>,
): Promise<Draft> {
  const { io, t } = context
  if (!resource.fields['password']?.secret) return {}
  const asked = spec.kind === 'create' && flags['data'] === undefined && canAsk(context)
  if (!flags['passwordStdin'] && !asked) return {}
  const password = flags['passwordStdin']
    ? await readSecret(io)
    : await askSecret(context, t(`resources.${resource.name}.fields.password`))
  return { password, ...(resource.fields['passwordConfirm'] ? { passwordConfirm: password } : {}) }
}

export function versionGiven(flags: Record<string, unknown>): { version?: number } {
  const text = flags['ifVersion']
  if (text === undefined) return {}
  refuseEmpty([{ name: 'if-version' }], flags)
  if (!/^\d+$/.test(String(text)))
    throw usageError('cli.usage.argument', { argument: '--if-version', value: text }, { field: '--if-version' })
  return { version: Number(text) }
}
