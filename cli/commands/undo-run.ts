import type { Client } from '@tocsin/core/api/client'
import { ApiError } from '@tocsin/core/base/errors'
import { camel, kebab } from '@tocsin/core/base/naming'
import { draftOf } from '@tocsin/core/command-line/commands'
import { auditEvents } from '@tocsin/core/resources/audit-events/index'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { deletedToo, inverseOf } from '@tocsin/core/vocabulary/deletion'
import { mayDo, type Account } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { isLike, isOwn, pairsOf, wayBackOf, type WayBack } from '@tocsin/core/vocabulary/way-back'
import { CommandError, usageError } from '../command-error'
import { confirm } from '../confirm'
import type { Context } from '../context'
import { addWordsFor, failureOf, tellFailure } from '../errors'
import { EXIT, type ExitCode } from '../exit-codes'
import { ownLayout } from '../layout'
import { nameOf, namesOf, uniqueNameOf } from '../many'
import { unchangedReason } from '../obstacles'
import { rowWriter, type Row } from '../output'
import { canAsk } from '../prompts'
import { writeOnce } from '../write-once'

const KEYS = ['noun', 'id', 'name', 'undone'] as const
/** The number of own events among which the last request is looked for. */
const RECENT = 100

/** The line that shows the requests of the history. */
const HISTORY = 'tocsin audit-events list --fields=createdAt,username,verb,noun,recordId,requestId'

type Found = Row & { id: number; version?: number }
/** A change and its way back; null where the record is already as it was before. */
type Step = { event: AuditEvent; resource: Resource; row: Found | null; way: WayBack | null }

/**
 * Takes the changes of a request back, the newest first. All are looked at before any is written: a change that has no way
 * back, or whose record somebody has changed since, refuses the whole. What is already as before counts as done.
 */
export async function runUndo(
  context: Context,
  given: string | undefined,
  { last, dryRun }: { last: boolean; dryRun: boolean },
): Promise<ExitCode> {
  if (last && given !== undefined)
    throw usageError('cli.usage.together', { flags: `--last, ${given}` }, { field: '--last' })
  if (!last && given === undefined)
    throw usageError('cli.usage.missingArgument', { argument: '<request>' }, { next: 'tocsin undo --help' })
  const { settings } = context
  const account = await context.account()
  if (!account) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
  await context.findResource(auditEvents.name)
  const { request, passed } =
    given === undefined ? await lastRequest(context, account) : { request: given, passed: null }
  if (passed !== null && (settings.yes || !canAsk(context)))
    throw new CommandError({
      code: 'AMBIGUOUS',
      exit: EXIT.conflict,
      key: 'cli.undo.uncertain',
      values: { passed, request },
      next: HISTORY,
    })
  const steps: Step[] = []
  for (const event of await eventsOf(context, { requestId: request })) steps.push(await stepOf(context, account, event))
  if (steps.length === 0)
    throw new CommandError({
      code: 'NOT_FOUND',
      exit: EXIT.notFound,
      key: 'cli.undo.none',
      values: { request },
      next: HISTORY,
    })
  const open = steps.filter(({ way }) => way !== null)
  if (dryRun && passed !== null) await context.note(context.t('cli.undo.older', { passed }))
  if (dryRun) await context.note(context.t('cli.output.dryRun'))
  else if (open.length > 0) await ask(context, { request, passed, open, account })
  return takeBack(context, steps, dryRun)
}

/** Returns events, the newest first. */
async function eventsOf(context: Context, query: Record<string, string>, limit = Infinity): Promise<AuditEvent[]> {
  const client = await context.client()
  if (limit < Infinity) return (await client.list(auditEvents, { ...query, limit })).rows
  const events: AuditEvent[] = []
  for await (const { rows } of client.all(auditEvents, query)) events.push(...rows)
  return events.reverse()
}

/**
 * Returns the account's own newest request that is not taken back already, also one that cannot be undone: another change is
 * never undone in its place. `passed`: the newest that took an earlier one back, and so was passed over. The history does
 * not tell whether that was an undo or a change that happens to be the opposite.
 */
async function lastRequest(context: Context, account: Account): Promise<{ request: string; passed: string | null }> {
  const made = await eventsOf(context, { where: `UserId=${account.id}` }, RECENT)
  const events = made.filter((event) => isOwn(event, account))
  const { undoing, undone } = pairsOf(events)
  let passed: string | null = null
  for (const request of new Set(events.map(({ requestId }) => requestId))) {
    const own = events.filter(({ requestId }) => requestId === request)
    if (request === null) continue
    if (own.some(({ id }) => undoing.has(id))) {
      passed ??= request
      continue
    }
    for (const event of own) {
      if (undone.has(event.id)) continue
      const resource = await context.findResource(event.noun)
      const way = resource && (await wayOf(context, resource, account, event, await rowOf(context, resource, event)))
      if (way && way !== 'undone') return { request, passed }
    }
  }
  throw new CommandError({ code: 'NOT_FOUND', exit: EXIT.notFound, key: 'cli.undo.noneOwn', next: HISTORY })
}

/** Returns the record of an event as it is now, also one only marked as deleted; null if it is gone, or not visible. */
async function rowOf(context: Context, resource: Resource, { recordId }: AuditEvent): Promise<Found | null> {
  const client = await context.client()
  try {
    return (await client.get(resource, recordId)) as Found
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error
    if (error.status === 403 || resource.deleted === undefined) return null
    const { rows } = await client.list(resource, { ids: [recordId], limit: 1, ...deletedToo(resource) })
    return (rows[0] as Found | undefined) ?? null
  }
}

/** Returns the way back from a change, an action's by its inverse. */
async function wayOf(
  context: Context,
  resource: Resource,
  account: Account,
  event: AuditEvent,
  row: Found | null,
): Promise<ReturnType<typeof wayBackOf>> {
  const way = wayBackOf(resource, event, row, account)
  const verb = camel(event.verb)
  if (way !== null || !row || !Object.hasOwn(resource.actions, verb)) return way
  const action = inverseOf(resource, verb)
  if (action === 'irreversible' || !mayDo(account, resource, { action }, row)) return null
  return (await unchangedReason(context, resource, action, row)) === null ? { action } : 'undone'
}

/** Returns the step that takes a change back; throws if there is none. */
async function stepOf(context: Context, account: Account, event: AuditEvent): Promise<Step> {
  const resource = await context.findResource(event.noun)
  const row = resource ? await rowOf(context, resource, event) : null
  const way = resource ? await wayOf(context, resource, account, event, row) : null
  const name = row && resource ? uniqueNameOf(resource, row) : String(event.recordId)
  const values = { noun: event.noun, verb: event.verb, name }
  const next = `tocsin audit-events list --noun=${event.noun} --record-id=${event.recordId}`
  if (!resource || way === 'never' || (way === null && (!row || mayDo(account, resource, 'update', row))))
    throw new CommandError({ code: 'BLOCKED', exit: EXIT.conflict, key: 'cli.undo.never', values, next })
  if (way === null) throw new CommandError({ code: 'FORBIDDEN', exit: EXIT.forbidden, key: 'cli.undo.mayNot', values })
  if (way === 'undone') return { event, resource, row, way: null }
  if ('left' in way && row && !isLike(resource, row, way.left))
    throw new CommandError({
      code: 'STALE_VERSION',
      exit: EXIT.conflict,
      key: 'cli.undo.changed',
      values,
      next,
    })
  return { event, resource, row, way }
}

type Asked = { request: string; passed: string | null; open: readonly Step[]; account: Account }

/** Asks before something is deleted, and before a change of somebody else or one that is not the last is taken back. */
async function ask(context: Context, { request, passed, open, account }: Asked): Promise<void> {
  const foreign = open.filter(({ event }) => !isOwn(event, account))
  const others = [...new Set(foreign.map(({ event }) => event.impersonator ?? event.username ?? '—'))]
  const doomed = open.filter(({ way }) => way && 'action' in way && way.action === 'delete')
  const danger = open.some(({ resource, way }) => way && 'action' in way && resource.actions[way.action]?.danger)
  if (passed === null && others.length === 0 && doomed.length === 0 && !danger) return
  const { t } = context
  const names = (steps: readonly Step[]) =>
    namesOf(
      context,
      steps.map(({ resource, row, event }) => (row ? nameOf(resource, row) : String(event.recordId))),
    )
  const question = [
    ...(passed === null ? [] : [t('cli.undo.older', { passed })]),
    ...(others.length > 0 ? [t('cli.undo.byOthers', { names: namesOf(context, others) })] : []),
    ...(doomed.length > 0 ? [t('cli.undo.deletes', { names: names(doomed) })] : []),
    t('cli.undo.question', { count: open.length, names: names(open), request }),
  ].join(' ')
  await confirm(context, { danger: 'ask', question, name: '' })
}

/** Carries the steps out one after the other, since later ones may need earlier ones, and prints a row for each. */
async function takeBack(context: Context, steps: readonly Step[], dryRun: boolean): Promise<ExitCode> {
  const { t, io } = context
  const client = await (dryRun ? context.dryClient() : context.client())
  const layout = ownLayout(context, KEYS, (path) => t(`cli.undo.columns.${path}`))
  const undone: Row[] = []
  // A request may have changed a record more than once: each step is a change of what the one before has left.
  const left = new Map<string, Found>()
  let failed: ExitCode | undefined
  let stopped: { error: unknown } | undefined
  for (const step of steps) {
    const { event, resource, row, way } = step
    const record = `${event.noun}/${event.recordId}`
    try {
      const now = way === null ? row : await carryOut(context, client, { ...step, row: left.get(record) ?? row })
      // A dry run leaves every record as it is.
      if (now && !dryRun) left.set(record, now)
      undone.push({
        noun: event.noun,
        id: event.recordId,
        name: nameOf(resource, now ?? row ?? { id: event.recordId }),
        undone: way === null ? 'unchanged' : 'action' in way ? kebab(way.action) : 'update',
      })
    } catch (error) {
      await addWordsFor(error, context)
      const failure = await failureOf(error, context, resource.name)
      if (failure.exitCode >= EXIT.interrupted) {
        stopped = { error }
        break
      }
      await tellFailure(failure, context.asJson, context)
      failed = failure.exitCode
      break
    }
  }
  // One page has columns as wide as the longest cell.
  const writer = await rowWriter(layout, io.stdout)
  await writer.page(undone)
  await writer.end()
  if (stopped) throw stopped.error
  if (failed === undefined) return EXIT.success
  await context.note(t('cli.undo.partly', { done: undone.length, total: steps.length }))
  return undone.length > 0 ? EXIT.partial : failed
}

async function carryOut(context: Context, client: Client, { event, resource, row, way }: Step): Promise<Found | null> {
  const version = row?.version === undefined ? {} : { version: row.version }
  if (way === null || !row) return row
  if (!('action' in way))
    return writeOnce(
      context,
      async (key) => (await client.update(resource, row.id, draftOf(way.former), { ...version, key })) as Found,
    )
  if (way.action === 'delete') {
    await writeOnce(context, (key) => client.remove(resource, event.recordId, { key }))
    return row
  }
  return writeOnce(
    context,
    async (key) => (await client.act(resource, way.action, row, {}, { ...version, key })) as Found,
  )
}
