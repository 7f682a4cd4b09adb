import { doEach } from '@tocsin/core/base/bulk'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { CommandError } from './command-error'
import type { BulkRecord } from './bulk-run'
import type { Context } from './context'
import { safeForTerminal } from './display-width'
import { addWordsFor, failureOf, tellFailure, type Failure } from './errors'
import { EXIT, type ExitCode } from './exit-codes'
import type { Left } from './left-records'
import type { Row } from './output'
import { progressLine } from './progress-line'

/** Returns the name by which a person knows a record. */
export const nameOf = (resource: Resource, row: Row | undefined): string =>
  String(row?.[resource.title] ?? row?.['id'] ?? '')

/** Returns the same if the record must be found again: several may have one name. */
export const uniqueNameOf = (resource: Resource, row: Row): string => {
  const [name, id] = [nameOf(resource, row), String(row['id'])]
  return name === id ? id : `${name} (${id})`
}

/** The number of names in a line. */
const MAX_NAMED = 5

/** Returns names for a line that somebody reads: the first few, and the number of the others. */
export function namesOf({ t, locale }: Pick<Context, 't' | 'locale'>, names: readonly string[]): string {
  const first = names.slice(0, MAX_NAMED).join(', ')
  const more = names.length - MAX_NAMED
  return more > 0 ? t('cli.output.andMore', { names: first, more: formatNumber(locale, more) }) : first
}

/** `reason`: the failure without whose it is. */
type Outcome =
  | { done: Row; unchanged?: string }
  | { failure: Failure; reason: Failure }
  | { skipped: string; refused?: true }
/** The records that failed as another did, by all that is told of it but its request. */
type Alike = Map<string, { reason: Failure; names: string[] }>

/**
 * Runs an action for each record, a few at once, tells the failures and goes on; messages and answers have the order
 * of the records. A person is told a reason once, with the number of others; a program is told each. A record that
 * already has the intended state is left (`unchangedReason` says why); one of several that cannot take the action is skipped.
 * Failures of some are a partial success. `show` gets the records that were done, even if Ctrl-C ends the run, and whether
 * the server still answers.
 * `record` gets what becomes of each record; then a server that does not answer, or a session that has ended, ends the
 * run, which can continue.
 */
export async function doToEach<T extends Row>(
  context: Context,
  resource: Resource,
  rows: readonly T[],
  run: (row: T) => Promise<Row>,
  show: (done: readonly Row[], isAnswered: boolean) => Promise<void>,
  unchangedReason: (row: T) => Promise<string | null> = () => Promise.resolve(null),
  record?: BulkRecord,
): Promise<ExitCode> {
  const [only] = rows
  if (rows.length === 1 && only && !record) {
    const unchanged = await unchangedReason(only)
    if (unchanged === null) await show([await run(only)], true)
    else {
      await tellReasons(context, 'unchanged', resource, rows, [unchanged])
      await show(rows, true)
    }
    return EXIT.success
  }
  const { t, locale, io } = context
  const number = (count: number) => formatNumber(locale, count)
  const total = number(rows.length)
  const outcomes: (Outcome | undefined)[] = []
  const failed: ExitCode[] = []
  const alike: Alike = new Map()
  const line = progressLine(context)
  let [begun, ended, next] = [0, 0, 0]
  let telling = Promise.resolve()
  const tell = async () => {
    for (let one = outcomes[next]; one !== undefined; one = outcomes[++next])
      if ('failure' in one) {
        failed.push(one.failure.exitCode)
        const { code, message, hint, next: command, lines } = one.reason
        const key = JSON.stringify([code, message, hint, command, lines])
        const told = context.asJson ? undefined : alike.get(key)
        if (told) {
          told.names.push(uniqueNameOf(resource, rows[next] as T))
          continue
        }
        alike.set(key, { reason: one.reason, names: [] })
        await line.clear()
        await tellFailure(one.failure, context.asJson, context)
      }
  }
  let stopped: Error | undefined
  let halted: ExitCode | undefined
  const isBegun = new Set<number>()
  const doOne = async (row: T, at: number) => {
    begun++
    isBegun.add(at)
    const outcome = await outcomeOf(context, resource, row, async () => {
      const unchanged = await unchangedReason(row)
      return unchanged === null ? { done: await run(row) } : { done: row, unchanged }
    })
    outcomes[at] = outcome
    if ('done' in outcome) record?.done(row)
    else if (record && 'failure' in outcome && HALTING.has(outcome.failure.exitCode)) halted = outcome.failure.exitCode
    ended++
    line.draw(() => t('cli.output.doneOf', { done: number(ended), total }))
    await (telling = telling.then(tell))
  }
  try {
    await doEach(rows, doOne, () => halted === undefined)
  } catch (error) {
    if (!io.signal.aborted || !(error instanceof Error)) throw error
    stopped = error
  }
  await line.clear()
  const done = outcomes.flatMap((one) => (one && 'done' in one ? [one.done] : []))
  const unchanged = outcomes.map((one) => (one && 'done' in one ? one.unchanged : undefined))
  await tellReasons(context, 'unchanged', resource, rows, unchanged)
  const skipped = outcomes.map((one) => (one && 'skipped' in one ? one.skipped : undefined))
  await tellReasons(context, 'skipped', resource, rows, skipped)
  await tellAlike(context, alike)
  if (failed.length > 0) await context.note(t('cli.errors.failedOf', { failed: number(failed.length), total }))
  let unshown: { error: unknown } | undefined
  // A reader of one whole document gets one, even if nothing was left to do.
  if (done.length > 0 || (failed.length === 0 && stopped === undefined))
    await show(done, halted === undefined).catch((error: unknown) => (unshown = { error }))
  if (stopped !== undefined || halted !== undefined)
    await context.note(t('cli.output.doneOf', { done: number(done.length), total }))
  if (stopped !== undefined && begun > ended)
    // The run no longer waited for their answers.
    await context.note(t('cli.output.unsettled', { count: begun - ended }))
  await record?.end(
    rows.flatMap((row, at) => leftOf(context, resource, row, outcomes[at], isBegun.has(at)) ?? []),
    stopped === undefined && halted === undefined,
  )
  if (unshown) throw unshown.error
  if (stopped !== undefined) throw stopped
  if (halted !== undefined) return halted
  if (outcomes.some((one) => one && 'refused' in one)) failed.push(EXIT.conflict)
  if (failed.length === 0) return EXIT.success
  return done.length > 0 ? EXIT.partial : (failed[0] ?? EXIT.error)
}

/** The failures that every further record would have as well. */
const HALTING: ReadonlySet<ExitCode> = new Set([EXIT.temporary, EXIT.authentication])

/** Returns a record that failed, or was not settled; null for one that was done or skipped. */
function leftOf(
  { t }: Context,
  resource: Resource,
  row: Row,
  outcome: Outcome | undefined,
  isBegun: boolean,
): Left | null {
  if (outcome && !('failure' in outcome)) return null
  const left = { id: row['id'] as number, name: nameOf(resource, row) }
  if (outcome) return { ...left, code: outcome.reason.code, message: outcome.reason.message }
  return isBegun
    ? { ...left, code: 'UNSETTLED', message: t('cli.runs.unsettled') }
    : { ...left, code: 'NOT_SENT', message: t('cli.runs.notSent') }
}

async function outcomeOf<T extends Row>(
  context: Context,
  resource: Resource,
  row: T,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    await addWordsFor(error, context)
    const failure = await failureOf(error, context, resource.name)
    // A blocked record is skipped. Where only the server knew, the run does not end as a success.
    if (failure.code === 'BLOCKED')
      return { skipped: failure.message, ...(error instanceof CommandError ? {} : { refused: true }) }
    if (failure.exitCode >= EXIT.interrupted) throw error
    return {
      reason: failure,
      failure: {
        ...failure,
        message: `${uniqueNameOf(resource, row)}: ${failure.message}`,
        record: { noun: resource.name, id: row['id'], name: nameOf(resource, row) },
      },
    }
  }
}

/** Tells how many more failed for the same reason as one, and which: a line for each reason. */
async function tellAlike(context: Context, alike: Alike): Promise<void> {
  for (const { reason, names } of alike.values()) {
    if (names.length === 0) continue
    const line = context.t('cli.errors.alike', {
      more: formatNumber(context.locale, names.length),
      names: namesOf(context, names),
      reason: `${reason.message} (${reason.code})`,
    })
    // --quiet does not hide errors.
    await context.io.stderr.write(`${safeForTerminal(line)}\n`)
  }
}

/** Tells how many were unchanged or skipped, and which: a line for each reason. `why`: the reason of each such row. */
export async function tellReasons(
  context: Context,
  what: 'unchanged' | 'skipped',
  resource: Resource,
  rows: readonly Row[],
  why: readonly (string | undefined)[],
): Promise<void> {
  const reasons = new Map<string, string[]>()
  for (const [at, reason] of why.entries())
    if (reason !== undefined) {
      const name = uniqueNameOf(resource, rows[at] as Row)
      const names = reasons.get(reason)
      if (names) names.push(name)
      else reasons.set(reason, [name])
    }
  for (const [reason, names] of reasons)
    await context.note(
      context.t(`cli.output.${what}`, {
        part: formatNumber(context.locale, names.length),
        total: formatNumber(context.locale, rows.length),
        reason,
        names: namesOf(context, names),
      }),
    )
}
