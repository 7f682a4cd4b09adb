import { ApiError } from '@tocsin/core/base/errors'
import { apply, isCleanedAway, NotApplied, type Applied } from '@tocsin/core/configuration/apply'
import { wordOf } from '@tocsin/core/configuration/kinds'
import { countsOf, isPending, planOf, type Change } from '@tocsin/core/configuration/plan'
import type { FileRead } from '@tocsin/core/configuration/read'
import type { Snapshot } from '@tocsin/core/configuration/snapshot'
import { CommandError, type CommandErrorParts } from '../command-error'
import { confirm } from '../confirm'
import type { Context } from '../context'
import { addWordsFor, failureOf, problemOf, tellFailure, type Failure } from '../errors'
import { EXIT, type ExitCode } from '../exit-codes'
import { isDryRun } from '../given'
import { jsonText } from '../output'
import { writeOnce } from '../write-once'
import { readFolder } from './folder'
import { called, countsInWords, planAsData, showPlan, writeLines } from './show'
import {
  folderGiven,
  lineOf,
  noteUnseen,
  openWorld,
  placed,
  refuseProblems,
  seenKinds,
  takeSnapshot,
  telling,
  type World,
} from './world'

/** Files compared with what a client has. */
export type Compared = { world: World; snapshot: Snapshot; changes: Change[] }

/** Compares the files of a folder with what a client has. Throws CommandError with the problems of the files, and ApiError. */
async function compareFolder(context: Context, folder: string, flags: Record<string, unknown>): Promise<Compared> {
  const world = await openWorld(context, flags)
  const { files, problems } = await readFolder(context.io, folder)
  refuseProblems(context, folder, problems)
  const compared = await compare(context, world, files, { path: folder, prune: flags['prune'] === true })
  await noteUnseen(
    context,
    seenKinds(world.account).unseen.filter((kind) => !compared.snapshot.kinds.has(kind)),
  )
  return compared
}

/** Compares files with what a client has. Objects of kinds that the account may not look at stay out of it. */
export async function compare(
  context: Context,
  world: World,
  files: readonly FileRead[],
  { path, prune }: { path: string; prune: boolean },
): Promise<Compared> {
  const { seen } = seenKinds(world.account)
  const kinds = new Set([...seen, ...files.map(({ kind }) => kind)])
  const snapshot = await takeSnapshot(context, world, [...kinds])
  const { changes, problems } = await telling(context, () => planOf(files, snapshot, { prune, env: context.io.env }))
  refuseProblems(context, path, problems)
  const settled: Change[] = []
  for (const one of changes) settled.push(await withoutCleaned(context, snapshot, one))
  return { world, snapshot, changes: settled }
}

/** Returns a change as `unchanged` if a dry run shows that the server would clean its HTML to what is stored. */
async function withoutCleaned(context: Context, snapshot: Snapshot, change: Change): Promise<Change> {
  try {
    const isNone = await isCleanedAway(await context.dryClient(), snapshot, change)
    return isNone ? { ...change, action: 'unchanged', values: [] } : change
  } catch (error) {
    // The write tells of a refusal. A server that does not answer would show a change that is none.
    if (error instanceof ApiError && !error.temporary) return change
    throw error
  }
}

/** Shows what `apply` would write, and returns the exit code. */
export async function plan(context: Context, folder: string, flags: Record<string, unknown>): Promise<ExitCode> {
  const { world, changes } = await compareFolder(context, folderGiven(folder, 'dir'), flags)
  await showPlan(context, world.client, changes)
  return flags['exitCode'] === true && isPending(changes) ? EXIT.pending : EXIT.success
}

/** Writes what differs, once that is confirmed, and returns the exit code. */
export async function applyFolder(context: Context, folder: string, flags: Record<string, unknown>): Promise<ExitCode> {
  const isTried = await isDryRun(context, flags)
  const compared = await compareFolder(context, folderGiven(folder, 'dir'), flags)
  return applyCompared(context, compared, isTried)
}

/** Writes a plan, once it is confirmed, and returns the exit code. */
export async function applyCompared(context: Context, compared: Compared, isTried: boolean): Promise<ExitCode> {
  const { world, changes } = compared
  const isData = context.format === 'json'
  if (!isData || isTried) await showPlan(context, world.client, changes)
  if (isTried) return EXIT.success
  if (isPending(changes)) await confirmChanges(context, compared)
  const done: Applied[] = []
  const failure = await writeAll(context, compared, done)
  const counts = countsOf(done.map(({ change }) => change))
  if (isData) {
    const told = done.map(({ change: { action, kind, name, file }, id }) => ({
      action,
      kind: wordOf(kind),
      name,
      file,
      id,
    }))
    const plan = planAsData(world.client, changes)
    await context.io.stdout.write(`${jsonText({ ...plan, applied: told }, 2)}\n`)
  } else if (isPending(changes)) await writeLines(context, [countsInWords(context, counts, 'applied')])
  for (const { change, differs } of done)
    if (differs.length > 0)
      await context.note(
        context.t('cli.configuration.differs', { file: change.file, paths: [...new Set(differs)].join(', ') }),
      )
  return failure ?? EXIT.success
}

async function confirmChanges(context: Context, { world, changes }: Compared): Promise<void> {
  const isSevere = changes.some(({ action, kind }) => action === 'delete' && kind.resource.deletion !== undefined)
  const key = `cli.configuration.${isSevere ? 'questionDeleting' : 'question'}`
  const values = { client: world.client.name, plan: countsInWords(context, countsOf(changes), 'plan') }
  await confirm(context, {
    danger: isSevere ? 'type-name' : 'ask',
    question: context.t(key, values),
    name: world.client.name,
  })
}

/** Writes all changes into `done`; tells a failure and returns its exit code. */
async function writeAll(
  context: Context,
  { snapshot, changes }: Compared,
  done: Applied[],
): Promise<ExitCode | undefined> {
  const parts = {
    client: await context.client(),
    http: await context.http(),
    once: <T>(write: (key: string) => Promise<T>) => writeOnce(context, write),
  }
  try {
    for await (const one of apply(parts, snapshot, changes)) done.push(one)
    return undefined
  } catch (error) {
    if (!(error instanceof NotApplied)) throw error
    const { change, resource, inside, writes, cause } = error
    await addWordsFor(cause, context)
    const failure = await failureOf(cause, context, resource.name)
    const { t } = context
    const pending = changes.filter(({ action }) => action !== 'keep' && action !== 'unchanged').length
    const place = change.file ?? called(context, change.kind, change.name)
    const exit = writes > 0 && failure.exitCode < EXIT.interrupted ? EXIT.partial : failure.exitCode
    const what = inside === null ? place : `${place}: ${t('cli.configuration.channel', { name: inside.name })}`
    const isDeletion = (inside ?? change).action === 'delete'
    const told = new CommandError({
      code: failure.code,
      exit,
      key: `cli.configuration.${isDeletion ? 'notDeleted' : 'notWritten'}`,
      values: { what, reason: failure.message, done: done.length, total: pending },
      hint: { key: `cli.configuration.${nextStep(failure)}` },
      ...(failure.next === null ? {} : { next: failure.next }),
      ...refusals(error, failure, context),
    })
    const { status, requestId, retryable } = failure
    return tellFailure({ ...(await failureOf(told, context)), status, requestId, retryable }, context.asJson, context)
  }
}

/** Returns the key of what to do after a failure: only some pass by themselves. */
function nextStep({ code, exitCode }: Failure): 'again' | 'mend' | 'settle' {
  if (exitCode === EXIT.invalid) return 'mend'
  const isLasting = exitCode === EXIT.authentication || exitCode === EXIT.forbidden || exitCode === EXIT.conflict
  return isLasting && code !== 'STALE_VERSION' ? 'settle' : 'again'
}

/** Returns the refused fields, each with the place of its key in the file, and the same as lines. */
function refusals(
  failed: NotApplied,
  { lines, fields = [] }: Failure,
  context: Context,
): Pick<CommandErrorParts, 'lines' | 'more'> {
  if (!(failed.cause instanceof ApiError)) return { lines }
  const refused = failed.cause.fields.filter(({ field }) => field !== undefined)
  const told = refused.map((one, index) => {
    const problem = failed.problem(one.field!, { key: one.message, ...(one.values ? { values: one.values } : {}) })
    if (!problem) return { field: fields[index]!, line: lines[index]! }
    const field = placed(problem, problemOf(one, context))
    return { field, line: lineOf(field) }
  })
  return {
    lines: told.map(({ line }) => line),
    ...(told.length > 0 ? { more: { fields: told.map(({ field }) => field) } } : {}),
  }
}
