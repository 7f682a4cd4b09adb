import { doEach } from '@tocsin/core/base/bulk'
import type { Consequence } from '@tocsin/core/api/consequences'
import { commandsOf, draftOf, formatCommand, type CommandSpec } from '@tocsin/core/command-line/commands'
import { inverseOf } from '@tocsin/core/vocabulary/deletion'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { actionBefore, type Translate } from '@tocsin/core/vocabulary/i18n'
import { kebab } from '@tocsin/core/base/naming'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { clientOf, type Draft, type Reason, type Resource } from '@tocsin/core/vocabulary/resource'
import { whyNot, type Refusal } from '@tocsin/core/vocabulary/why-not'
import { currentAccount } from '../data/account'
import { client } from '../data/api'
import { lockedBy, lockedReason } from '../data/locked-clients'
import { findResource } from '../data/nouns'
import { markStale, showRow } from '../data/query'
import { forgetVisits } from '../data/visits'
import { attemptOf, nameOf } from '../record/name-of'
import type { Values } from './command'
import { ask } from '../notices/confirm'
import { filterText } from './filter-text'
import { keepOwn } from '../data/own-versions'
import { showOutcome, showProgress, type Outcome } from '../notices/progress'
import { sentenceOf, whyOf } from '../notices/sentence'
import type { Row } from '../data/row'
import { ownRunOf } from './own-runs'
import { countOf, rowsOf, type Targets } from './targets'
import { forgetFailure, forgetReason, tellReason, toast, toastFailure } from '../notices/toast'
import { remember, track, undoAction } from '../notices/undo'
import { newId } from '../new-id'

/** The most names told in a question or a note. */
const NAMED = 3
/** The most records changed without a question, however well it can be undone. */
const UNASKED = 20

export type RunOptions = {
  /** The arguments given, by the path of their flag. */
  values?: Values
  /** Skips the question, for the switch of a single row: it flips at once and `z` flips it back. */
  unasked?: boolean
  /** The values each record gets instead of the arguments, for an action that undoes itself. */
  back?: ReadonlyMap<number, Draft>
  /** Leaves the run out of the undo history: it undoes or redoes another. */
  unremembered?: boolean
}

export const specOf = (resource: Resource, action: string): CommandSpec => {
  const spec = commandsOf(resource).find(({ verb }) => verb === kebab(action))
  if (!spec) throw new Error(`${resource.name} has no ${action}`)
  return spec
}

/** The verbs that every noun has; all others are a noun's own. */
const VERBS = { update: true, delete: true }

/** Returns the title of an action on its targets: `Deactivate 3 sites`, `Deactivate Abaeté`. */
export const titleOf =
  (resource: Resource, action: string, targets: Targets) =>
  (t: Translate): string => {
    const verb = action in VERBS ? t(`verbs.${action}`) : actionBefore(resource.name, action, t)
    const count = countOf(targets)
    const [only] = targets.kind === 'rows' ? targets.rows : []
    if (count === 1 && only) return t('acts.verbOf', { verb, what: nameOf(resource, only, t) })
    return t('acts.verbOfMany', { verb, count, noun: nounFor(resource, count)(t) })
  }

const nounFor = (resource: Resource, count: number) => (t: Translate) =>
  t(`resources.${resource.name}.${count === 1 ? 'name' : 'names'}`).toLowerCase()

/** Returns the line that does the same in a terminal; everything that a list matches is piped from that list. */
export function lineOf(resource: Resource, action: string, targets: Targets, values: Draft = {}): string {
  const spec = specOf(resource, action)
  const refs = targets.kind === 'rows' ? targets.rows.map(({ id }) => id) : targets.kind === 'ids' ? targets.ids : []
  const cleared = spec.clears ? spec.flags.map(({ path }) => [path, values[path] ?? null] as const) : []
  const line = formatCommand(spec, {
    noun: spec.noun,
    verb: spec.verb,
    refs,
    values: { ...values, ...Object.fromEntries(cleared) },
  })
  if (targets.kind !== 'query') return line
  const { order: _, limit: __, offset: ___, ...query } = targets.query
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const list = formatCommand(specOf(resource, 'list'), { noun: spec.noun, verb: 'list', refs: [], values: given })
  // A pipe reads the first column of each line; records that were left out must not be in it.
  const except = targets.except.length > 0 ? ` | grep -vxE '${targets.except.join('|')}'` : ''
  return `${list} --all --fields=id${except} | ${line} --ids-from - --yes`
}

/** Returns what keeps the current account from an action, `update` or `delete` on a record as last seen, or null. */
export function refusalOf(resource: Resource, action: string, row: Row): Refusal | null {
  const viewer = currentAccount()
  if (!viewer) return null
  return whyNot({ resource, action, record: row, viewer, lock: lockedReason(clientOf(resource, row)) })
}

/** Returns the reason an action is blocked on a record, or null. */
export const blockedFor = (resource: Resource, action: string, row: Row): Reason | null =>
  refusalOf(resource, action, row)?.reason ?? null

/** Returns the reason where every record is blocked: one that is not makes the action worth running. */
export function blockedForAll(resource: Resource, action: string, targets: Targets): Reason | null {
  if (targets.kind !== 'rows') return null
  const reasons = targets.rows.map((row) => blockedFor(resource, action, row))
  return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null
}

/** Returns whether an action is dangerous: it is declared so, or it is irreversible and on several records. */
const isDangerous = (resource: Resource, action: string, targets: Targets): boolean =>
  specOf(resource, action).danger !== undefined ||
  (countOf(targets) > 1 && inverseOf(resource, action) === 'irreversible')

/** Returns whether to ask first: before a dangerous action and before an action on many records. */
const isAsked = (resource: Resource, action: string, targets: Targets): boolean =>
  countOf(targets) > UNASKED || isDangerous(resource, action, targets)

/**
 * Runs a declared action (or `delete`) on records: asks where it is dangerous, tells how many are skipped and why,
 * shows its progress, tells each failure, can be stopped, and can be undone. True when something was done.
 */
export async function runAction(
  resource: Resource,
  action: string,
  targets: Targets,
  options: RunOptions = {},
): Promise<boolean> {
  if (countOf(targets) === 0) return false
  const own = ownRunOf(resource, action)
  const [only] = targets.kind === 'rows' ? targets.rows : []
  if (!options.unasked && isAsked(resource, action, targets)) {
    // A question with "no" as the only possible answer is not asked.
    const reason = blockedForAll(resource, action, targets)
    if (reason) {
      tellReason(reason)
      return false
    }
  }
  if (own && only && !blockedFor(resource, action, only)) return own(resource, only, options.values ?? {})
  if (!options.unasked && !(await confirmed(resource, action, targets, options.values))) return false
  const work = runOn(resource, action, targets, options)
  // The caller of an undo waits for it.
  return options.unremembered ? work : track(work)
}

async function runOn(resource: Resource, action: string, targets: Targets, options: RunOptions): Promise<boolean> {
  const title = titleOf(resource, action, targets)
  const total = countOf(targets)
  const single = targets.kind === 'rows' && targets.rows.length === 1 ? targets.rows[0] : undefined
  const alone = single !== undefined
  const stop = new AbortController()
  const done: Row[] = []
  /** The turn of each record: answers come in any order, and are told in the order of the list. */
  const turns = new Map<number, number>()
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
    turns.set(row.id, turns.size)
    try {
      const input = draftOf(options.values ?? {})
      const changes = resource.actions[action]?.patch?.(row, input) ?? {}
      const after = (await send(resource, action, row, alone, input, options.back?.get(row.id))) ?? row
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
  // A run never goes on under another account than the one that began it.
  const goesOn = () => !stop.signal.aborted && currentAccount()?.id === account
  tell()
  try {
    for await (const rows of rowsOf(resource, targets)) {
      const next = async (row: Row) => {
        await one(row)
        tell()
      }
      await doEach(rows, next, goesOn)
      if (!goesOn()) break
    }
  } catch (error) {
    failure = error
    failed.push({ name: () => '', why: (t) => sentenceOf(error, t, resource.name) })
  } finally {
    showProgress(null)
  }
  done.sort((one, other) => (turns.get(one.id) ?? 0) - (turns.get(other.id) ?? 0))
  const [only] = done
  // A row whose switch is flipped in a list stays where it is, so that the same key flips it back.
  const inPlace = options.unasked === true && options.unremembered !== true && alone && only !== undefined
  if (inPlace && account !== undefined) showRow(account, resource.name, only)
  const gone = action === 'delete' && inverseOf(resource, action) === 'irreversible' ? done.map(({ id }) => id) : []
  if (account !== undefined) forgetVisits(account, resource.name, gone)
  const seen = markStale(resource.name, { listed: inPlace, gone })
  // A success is told once the lists show it, a failure at once: the next answer may be long in coming.
  if (done.length > 0) await seen

  // The caller of an undo tells itself whether that succeeded.
  if (options.unremembered && done.length === 0 && failure instanceof Error) throw failure
  for (const row of done) {
    forgetFailure(attemptOf(resource, action, row))
    if (resource.name === 'clients' && action === 'unlock') forgetReason(lockedBy(String(row['name'])))
  }
  const [refusal] = refusals
  const of = single ? { of: attemptOf(resource, action, single) } : {}
  if (alone && failure !== undefined) toastFailure(failure, (t) => t('acts.failed', { what: title(t) }), of)
  // A lock blocks everything of its client, and is told once.
  else if (alone && refusal?.obstacle === 'lock') tellReason(refusal.reason)
  else if (alone && refusal)
    toast({ tone: 'trouble', text: (t) => t(refusal.reason.key, refusal.reason.values), ...of })
  else if (skipped.length + failed.length > 0 || stop.signal.aborted)
    showOutcome({ title, done: done.length, skipped, failed, stopped: stop.signal.aborted })
  if (done.length === 0) return false
  tellDone(resource, action, targets, done, before, options)
  return true
}

/** Sends a change: for one record the whole of it on the version seen (SITE-16), for many the change alone (API-18). */
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
    // A deletion that can be undone marks the record, which raises its version.
    if (inverseOf(resource, action) !== 'irreversible' && row.version !== undefined)
      keepOwn(resource, row.id, row.version, row.version + 1)
    return undefined
  }
  const patch = instead ?? (resource.actions[action]?.patch?.(row, input) as Draft | undefined)
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

async function confirmed(resource: Resource, action: string, targets: Targets, values?: Values): Promise<boolean> {
  if (!isAsked(resource, action, targets)) return true
  const { danger } = specOf(resource, action)
  const all = targets.kind === 'rows' ? targets.rows : []
  const reasons = all.flatMap((row) => blockedFor(resource, action, row) ?? [])
  // The question is about the records to be changed; of the others it says only that they are left out.
  const rows = all.filter((row) => !blockedFor(resource, action, row))
  const title = titleOf(resource, action, rows.length > 0 ? { kind: 'rows', rows } : targets)
  const inverse = inverseOf(resource, action)
  const [first] = rows
  const count = rows.length > 0 ? rows.length : countOf(targets)
  const [named, filter] =
    targets.kind === 'query'
      ? await Promise.all([firstOf(resource, targets), filterText(resource, targets.query)])
      : [rows, () => '']
  return ask({
    danger: isDangerous(resource, action, targets),
    title: (t) => t('acts.question', { what: title(t) }),
    detail: (t) =>
      [
        count > 1 && named.length > 0
          ? someNames(
              named.map((row) => nameOf(resource, row, t)),
              count,
              t,
            )
          : '',
        filter(t) && t('acts.filteredBy', { filter: filter(t) }),
        ...skippedFor(reasons, t),
        t(wayBackOf(action, inverse)),
      ]
        .filter(Boolean)
        .join(' '),
    verb: title,
    ...(first && rows.length === 1 && all.length === 1 && hasConsequence(resource, action)
      ? { consequence: consequence(resource, action, first.id) }
      : {}),
    ...(count > UNASKED ? { line: lineOf(resource, action, targets, values) } : {}),
    ...(danger === 'type-name' && first ? { typed: (t: Translate) => nameOf(resource, first, t) } : {}),
  })
}

/** A sentence for each reason: how many are skipped for it. */
function skippedFor(reasons: readonly Reason[], t: Translate): string[] {
  const counts = new Map<string, number>()
  for (const { key, values } of reasons) {
    const why = t(key, values)
    counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  return [...counts].map(([why, count]) => t('acts.skips', { count, why }))
}

const hasConsequence = (resource: Resource, action: string): boolean =>
  action === 'delete' || resource.actions[action]?.stops !== undefined

/** Returns what an action on a record stops or takes along, as the server knows it. */
async function consequence(resource: Resource, action: string, id: number): Promise<Consequence | null> {
  const viewer = currentAccount()
  if (!viewer) return null
  const { consequenceOf } = await import('@tocsin/core/api/consequences')
  const mayView = (other: Resource) => mayDo(viewer, other, 'view')
  return consequenceOf({ client, findResource, mayView, resource, action, id })
}

/** Returns the first of the records that a list matches, to be named; none where they cannot be read now. */
async function firstOf(resource: Resource, { query, except }: Targets & { kind: 'query' }): Promise<readonly Row[]> {
  const limit = Math.min(NAMED + except.length, PAGE_SIZE_MAX)
  const page = await client.list(resource, { ...query, limit, offset: 0 }).catch(() => ({ rows: [] }))
  return (page.rows as Row[]).filter(({ id }) => !except.includes(id)).slice(0, NAMED)
}

/** Returns the sentence about undo. A deletion that can be undone says so: nothing else tells that the record stays. */
const wayBackOf = (action: string, inverse: string): string =>
  inverse === 'irreversible' ? 'acts.noWayBack' : action === 'delete' ? 'acts.canBeRestored' : 'acts.canBeUndone'

const someNames = (names: readonly string[], count: number, t: Translate): string => {
  const told = names.slice(0, NAMED)
  return count > told.length
    ? t('acts.andMore', { names: told.join(', '), count: count - told.length })
    : `${told.join(', ')}.`
}

/** The actions on one record whose success has words of its own (MAP-08). */
const NOTICES: Readonly<Record<string, string>> = {
  'maps.approve': 'notices.mapApproved',
  'maps.deactivate': 'notices.mapDeactivated',
  'maps.toggleRole': 'notices.mapRoleUpdated',
}

function tellDone(
  resource: Resource,
  action: string,
  targets: Targets,
  done: readonly Row[],
  before: ReadonlyMap<number, Draft>,
  { values = {}, unremembered }: RunOptions,
): void {
  if (unremembered) return
  const these: Targets = { kind: 'rows', rows: done }
  const title = titleOf(resource, action, these)
  const notice = done.length === 1 ? NOTICES[`${resource.name}.${action}`] : undefined
  const [only] = done
  const inverse = inverseOf(resource, action)
  const ids = done.map(({ id }) => id)
  const way = (name: string, again: Pick<RunOptions, 'values' | 'back'>) => async () => {
    const [only] = ids
    // A single record is read as it is now: its version has moved on since.
    const now: Targets =
      ids.length === 1 && only !== undefined
        ? { kind: 'rows', rows: [(await client.get(resource, only)) as Row] }
        : { kind: 'ids', ids }
    await runAction(resource, name, now, { unasked: true, unremembered: true, ...again })
  }
  // A key alone cannot run an inverse that asks for something, except one that is given the former values.
  const itself = inverse === action
  const asks = !itself && resource.actions[inverse]?.input !== undefined
  const canUndo = inverse !== 'irreversible' && !asks
  const taken = canUndo
    ? { title, undo: way(inverse, itself ? { back: before } : {}), redo: way(action, { values }) }
    : null
  if (taken) remember(taken)
  toast({
    tone: 'done',
    text: (t) => (notice && only ? t(notice, { name: nameOf(resource, only, t) }) : t('acts.done', { what: title(t) })),
    line: lineOf(resource, action, targets.kind === 'rows' ? these : targets, values),
    ...(taken ? { action: undoAction(taken) } : {}),
    // The message about many records stays until it has been read.
    ...(done.length > 1 ? { stays: true } : {}),
  })
}
