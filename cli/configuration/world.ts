import { inOrder } from '@tocsin/core/configuration/documents'
import { lackedToSee, readSnapshot, AmbiguousName, type Snapshot } from '@tocsin/core/configuration/snapshot'
import { KINDS, type Kind } from '@tocsin/core/configuration/kinds'
import { configurationMessages } from '@tocsin/core/configuration/messages'
import type { FileProblem } from '@tocsin/core/configuration/read'
import { ApiError } from '@tocsin/core/base/errors'
import { nearestTo } from '@tocsin/core/base/nearest'
import { loadPatterns } from '@tocsin/core/form/patterns'
import type { Account } from '@tocsin/core/vocabulary/permissions'
import { CommandError, usageError, type FieldFailure } from '../command-error'
import type { Context } from '../context'
import { anyOf, codeOf } from '../errors'
import { EXIT } from '../exit-codes'
import { clientGiven } from '../given'
import { resolveReference } from '../references'

/** The most problems that are told one by one. */
const MAX_TOLD = 100

/** A client and the account that looks at it. */
export type World = { account: Account; client: { id: number; name: string } }

/** Finds the client that the line names, and loads the words of every kind. Throws CommandError and ApiError. */
export async function openWorld(context: Context, flags: Record<string, unknown>): Promise<World> {
  context.vocabulary.add(['configuration'], configurationMessages)
  for (const { resource, inside } of KINDS)
    for (const one of [resource, inside]) if (one) await context.findResource(one.name)
  await loadPatterns()
  const reference = await clientGiven(context, flags)
  const account = await context.account()
  if (!account) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
  const id = await resolveReference(context, 'clients', reference)
  const client = { id, name: (await nameOfClient(context, id)) ?? reference }
  // A default client is not on the line, so it is named here.
  if (flags['client'] === undefined && account.userType !== 'client')
    await context.note(context.t('cli.configuration.ofClient', client))
  return { account, client }
}

async function nameOfClient(context: Context, id: number): Promise<string | undefined> {
  try {
    return ((await (await context.client()).get((await context.findResource('clients'))!, id)) as { name: string }).name
  } catch (error) {
    // A user may work on what a client has without a look at the client itself.
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    return undefined
  }
}

/** Returns the kinds that an account may look at, and the others. */
export function seenKinds(account: Account): { seen: Kind[]; unseen: Kind[] } {
  const seen = KINDS.filter((kind) => lackedToSee(kind, account).length === 0)
  return { seen, unseen: KINDS.filter((kind) => !seen.includes(kind)) }
}

const namesOf = ({ t }: Pick<Context, 't'>, { resource }: Kind) => t(`resources.${resource.name}.names`).toLowerCase()

/** Says which kinds are left out. */
export async function noteUnseen(context: Context, kinds: readonly Kind[]): Promise<void> {
  if (kinds.length === 0) return
  const names = kinds.map((kind) => namesOf(context, kind)).join(', ')
  await context.note(context.t('cli.configuration.unseen', { names }))
}

/** Refuses an account that may look at no kind, and names the permissions that each needs. */
export function refuseBlind(context: Context, { account }: World): void {
  const { seen, unseen } = seenKinds(account)
  if (seen.length > 0) return
  throw new CommandError({
    code: 'FORBIDDEN',
    exit: EXIT.forbidden,
    key: 'cli.configuration.seesNothing',
    lines: unseen.map(
      (kind) =>
        `${namesOf(context, kind)}: ${lackedToSee(kind, account)
          .map((one) => anyOf(one, context.locale))
          .join(', ')}`,
    ),
  })
}

/** Reads what is stored. Throws CommandError if files could not tell two objects apart, and ApiError. */
export async function takeSnapshot(context: Context, world: World, kinds: readonly Kind[]): Promise<Snapshot> {
  return telling(context, async () =>
    readSnapshot(await context.client(), world.account, world.client.id, new Set(kinds)),
  )
}

/** Runs what looks up names, and tells an ambiguous one in words. */
export async function telling<T>({ t }: Pick<Context, 't'>, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AmbiguousName)) throw error
    throw new CommandError({
      code: 'AMBIGUOUS',
      exit: EXIT.conflict,
      key: 'cli.configuration.ambiguous',
      values: {
        noun: t(`resources.${error.resource}.names`).toLowerCase(),
        name: error.named,
        ids: error.ids.join(', '),
      },
      hint: { key: 'cli.configuration.rename' },
    })
  }
}

/**
 * Throws the problems of files, each with its place; nothing if there are none. People read the first hundred, programs get
 * all.
 */
export function refuseProblems({ t }: Pick<Context, 't'>, path: string, problems: readonly FileProblem[]): void {
  if (problems.length === 0) return
  const fields = problems
    .toSorted((one, other) => inOrder(one.file, other.file) || one.line - other.line || one.column - other.column)
    .map((problem) => placed(problem, inWords(problem, t)))
  const more = problems.length - MAX_TOLD
  throw new CommandError({
    code: 'VALIDATION_FAILED',
    exit: EXIT.invalid,
    key: 'cli.configuration.invalid',
    values: { path, count: problems.length },
    lines: [
      ...fields.slice(0, MAX_TOLD).map(lineOf),
      ...(more > 0 ? [t('cli.configuration.moreProblems', { count: more })] : []),
    ],
    more: { fields },
  })
}

/** Returns a problem in words: `is not known (did you mean: title)`. */
function inWords({ key, values, typed }: FileProblem, t: Context['t']): string {
  const noun = values?.['noun']
  const words = {
    ...values,
    ...(noun === undefined ? {} : { noun: t(`resources.${String(noun)}.names`).toLowerCase() }),
  }
  const meant = typed && nearestTo(typed.word, typed.known)
  const hint = meant === undefined ? '' : ` (${t('cli.configuration.meant', { word: meant })})`
  return `${t(key, words)}${hint}`
}

/** Returns a problem as the refusal of a field in a file. */
export const placed = ({ file, line, column, field, key, values = {} }: FileProblem, message: string): Placed => ({
  field,
  flag: null,
  code: codeOf(key),
  values,
  message,
  file,
  line,
  column,
})

type Placed = FieldFailure & Pick<FileProblem, 'file' | 'line' | 'column'>

/** Returns what is said of a field, behind its place: `terms/use.yaml:3:1 titel is not known`. */
export const lineOf = ({ file, line, column, field, message }: Placed): string =>
  `${file}:${line}:${column} ${field === '' ? '' : `${field} `}${message}`

/** Returns the folder of a line. */
export function folderGiven(folder: unknown, flag: string): string {
  if (typeof folder === 'string' && folder.trim() !== '') return folder
  throw usageError('cli.usage.missingFlag', { flag }, { field: flag })
}
