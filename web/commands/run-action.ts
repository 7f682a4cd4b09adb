import { inDeletionOrder } from '@tocsin/core/api/deletion-order'
import { doEach } from '@tocsin/core/base/bulk'
import { draftOf } from '@tocsin/core/command-line/commands'
import { inverseOf } from '@tocsin/core/vocabulary/deletion'
import { ApiError } from '@tocsin/core/base/errors'
import { patchOf } from '@tocsin/core/vocabulary/patch'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import type { Refusal } from '@tocsin/core/vocabulary/why-not'
import { currentAccount } from '../data/account'
import { client } from '../data/api'
import { lockedBy } from '../data/locked-clients'
import { markStale, showRow } from '../data/query'
import { forgetVisits } from '../data/visits'
import { attemptOf, nameOf } from '../record/name-of'
import type { Values } from './command'
import { confirmed, isAsked } from './confirm'
import { keepOwn } from '../data/own-versions'
import { showOutcome, showProgress, type Outcome } from '../notices/progress'
import { sentenceOf, whyOf } from '../notices/sentence'
import type { Row } from '../data/row'
import { ownRunOf, type OwnRun } from './own-runs'
import { countOf, rowsOf, type Targets } from './targets'
import { tellDone } from './tell-done'
import { titleOf } from './titles'
import { forgetFailure, forgetReason, tellReason, toast, toastFailure } from '../notices/toast'
import { track } from '../notices/undo'
import { newId } from '../new-id'
import { blockedFor, blockedForAll, refusalOf } from './why'

/** Runs an action whose answer is told once. Few records have one. */
const tellSecret: OwnRun = async (...given) => (await import('./tell-secret')).tellSecret(...given)

export type RunOptions = {
  /** The arguments given, by the path of their flag. */
  values?: Values
  /** Skips the question, for a switch that flips at once and an undo. */
  skipQuestion?: boolean
  /** The values each record gets instead of the arguments, for an action that undoes itself. */
  formerValues?: ReadonlyMap<number, Draft>
  /** Further input that holds for this run alone: neither its line nor a redo has it. */
  once?: Draft
  /** Leaves the run out of the undo history, because it undoes or redoes another run. */
  skipUndoHistory?: boolean
}

/**
 * Runs a declared action (or `delete`) on records. It asks before a dangerous action, shows the progress, can be
 * stopped, reports skipped records and failures with their reasons, and can be undone. Returns whether any was done.
 */
export async function runAction(
  resource: Resource,
  action: string,
  targets: Targets,
  options: RunOptions = {},
): Promise<boolean> {
  if (countOf(targets) === 0) return false
  const own = ownRunOf(resource, action) ?? (resource.actions[action]?.secret ? tellSecret : undefined)
  const [only] = targets.kind === 'rows' ? targets.rows : []
  if (!options.skipQuestion && isAsked(resource, action, targets)) {
    // A question with "no" as the only possible answer is not asked.
    const reason = blockedForAll(resource, action, targets)
    if (reason) {
      tellReason(reason)
      return false
    }
  }
  if (own && only && !blockedFor(resource, action, only)) return own(resource, only, options.values ?? {}, action)
  if (!options.skipQuestion && !(await confirmed(resource, action, targets, options.values))) return false
  const work = runOn(resource, action, targets, options)
  // An undo is tracked by its caller.
  return options.skipUndoHistory ? work : track(work)
}

async function runOn(resource: Resource, action: string, targets: Targets, options: RunOptions): Promise<boolean> {
  const title = titleOf(resource, action, targets)
  const total = countOf(targets)
  const single = targets.kind === 'rows' && targets.rows.length === 1 ? targets.rows[0] : undefined
  const alone = single !== undefined
  const stop = new AbortController()
  const done: Row[] = []
  /** The position of each record: responses arrive in any order, and are reported in the order of the list. */
  const positions = new Map<number, number>()
  const skipped: Outcome['skipped'][number][] = []
  const failed: Outcome['failed'][number][] = []
  /** The former values of each changed record, for an action that undoes itself. */
  const before = new Map<number, Draft>()
  let failure: unknown
  const refusals: Refusal[] = []

  const one = async (row: Row) => {
    const refusal = refusalOf(resource, action, row)
    if (refusal) {
      refusals.push(refusal)
      const { reason } = refusal
      skipped.push({ name: (t) => nameOf(resource, row, t), why: (t) => t(reason.key, reason.values) })
      return
    }
    positions.set(row.id, positions.size)
    try {
      const input = { ...draftOf(options.values ?? {}), ...options.once }
      const changes = resource.actions[action]?.patch?.(row, input) ?? {}
      const after = (await send(resource, action, row, alone, input, options.formerValues?.get(row.id))) ?? row
      done.push(after)
      before.set(row.id, Object.fromEntries(Object.keys(changes).map((field) => [field, row[field] ?? null])))
    } catch (error) {
      failure = error
      const { requestId } = error instanceof ApiError ? error : { requestId: undefined }
      failed.push({
        name: (t) => nameOf(resource, row, t),
        why: (t) => whyOf(error, t, resource),
        ...(requestId ? { requestId } : {}),
      })
    }
  }

  const tell = () => {
    if (total > 1)
      showProgress({ title, done: done.length + skipped.length + failed.length, total, stop: () => stop.abort() })
  }
  const account = currentAccount()?.id
  // A run never continues under another account than the one that started it.
  const goesOn = () => !stop.signal.aborted && currentAccount()?.id === account
  tell()
  try {
    for await (const rows of rowsOf(resource, targets)) {
      const next = async (row: Row) => {
        await one(row)
        tell()
      }
      const ordered = action === 'delete' ? inDeletionOrder(resource, rows, next) : { rows, remove: next }
      await doEach(ordered.rows, ordered.remove, goesOn)
      if (!goesOn()) break
    }
  } catch (error) {
    failure = error
    failed.push({ name: () => '', why: (t) => sentenceOf(error, t, resource.name) })
  } finally {
    showProgress(null)
  }
  done.sort((one, other) => (positions.get(one.id) ?? 0) - (positions.get(other.id) ?? 0))
  const [only] = done
  // A row whose switch is flipped in a list stays where it is, so that the same key flips it back.
  const inPlace = options.skipQuestion === true && options.skipUndoHistory !== true && alone && only !== undefined
  if (inPlace && account !== undefined) showRow(account, resource.name, only)
  const gone = action === 'delete' && inverseOf(resource, action) === 'irreversible' ? done.map(({ id }) => id) : []
  if (account !== undefined) forgetVisits(account, resource.name, gone)
  const seen = markStale(resource.name, { listed: inPlace, gone })
  // A success is reported once the lists show it. A failure is reported at once, since the lists may take long.
  if (done.length > 0) await seen

  // The caller of an undo reports the failure itself.
  if (options.skipUndoHistory && done.length === 0 && failure instanceof Error) throw failure
  for (const row of done) {
    forgetFailure(attemptOf(resource, action, row))
    if (resource.name === 'clients' && action === 'unlock') forgetReason(lockedBy(String(row['name'])))
  }
  const [refusal] = refusals
  const about = single ? { subject: attemptOf(resource, action, single) } : {}
  if (alone && failure !== undefined)
    toastFailure(failure, (t) => t('acts.failed', { what: title(t) }), { ...about, resource })
  // A lock blocks everything of its client, and is reported once.
  else if (alone && refusal?.obstacle === 'lock') tellReason(refusal.reason)
  else if (alone && refusal)
    toast({ tone: 'trouble', text: (t) => t(refusal.reason.key, refusal.reason.values), ...about })
  else if (skipped.length + failed.length > 0 || stop.signal.aborted)
    showOutcome({ title, done: done.length, skipped, failed, stopped: stop.signal.aborted })
  if (done.length === 0) return false
  if (!options.skipUndoHistory)
    tellDone({
      resource,
      action,
      targets,
      done,
      before,
      values: options.values ?? {},
      rerun: (name, again, more) =>
        runAction(resource, name, again, { skipQuestion: true, skipUndoHistory: true, ...more }),
    })
  return true
}

/** Sends a change: for one record all of it with the version seen (SITE-16), for many the change alone (API-18). */
async function send(
  resource: Resource,
  action: string,
  row: Row,
  alone: boolean,
  input: Draft,
  instead?: Draft,
): Promise<Row | undefined> {
  const version = row.version === undefined ? {} : { version: row.version }
  if (action === 'delete') {
    await client.remove(resource, row.id, version)
    // A deletion that can be undone marks the record, which increases its version by one.
    if (inverseOf(resource, action) !== 'irreversible' && row.version !== undefined)
      keepOwn(resource, row.id, row.version, row.version + 1)
    return undefined
  }
  const patch = instead ?? patchOf(resource, action, row, input)
  const after = (
    patch
      ? await (alone
          ? client.update(resource, row.id, { ...row, ...patch }, version)
          : client.patch(resource, row.id, patch))
      : await client.act(resource, action, row, input, { key: newId() })
  ) as Row | undefined
  keepOwn(resource, row.id, row.version, after?.version)
  return after
}
