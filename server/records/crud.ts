import { ApiError } from '@tocsin/core/base/errors'
import { may, neededFor } from '@tocsin/core/vocabulary/permissions'
import { clientOf, type Draft, type Permission, type Problem } from '@tocsin/core/vocabulary/resource'
import { resourceOfRecord } from '@tocsin/core/vocabulary/kinds-of-records'
import { whyNot } from '@tocsin/core/vocabulary/why-not'
import { canonical, check, withDefaults, wrongKinds } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { scopeOf } from '../context/actor'
import { differences, same, writeAudit } from './audit'
import { NO_CHANGES } from '../attempts/sign-in-events'
import { withCleanHtml } from './clean-html'
import { DatabaseError } from '../db/database-error'
import { forbidden, invalid, notFound, refused } from '../http/failures'
import type { Context, Row } from '../context/context'
import { refuseUsed } from './in-use'
import { foldSpelling } from '../http/input'
import { findRow, listRows, readQuery } from './list'
import { isLocked, refuseLocked } from './locked-clients'
import type { ServedNoun } from './nouns'
import {
  asStored,
  BOOKKEEPING,
  columnsOf,
  inapplicable,
  merge,
  readOnlyFree,
  readOnlyPart,
  refill,
  secretsOf,
  storedPart,
  writable,
} from './record-form'
import { danglingReferences } from './references'
import { beyondSite, refuseOtherSite } from './tenancy'

/** The verbs of every noun unless its handlers replace them. A server has one of these; contexts come and go. */
export type Crud = ReturnType<typeof createCrud>

export function requirePermission(context: Context, permission: Permission | undefined, row?: Draft): void {
  const needed = neededFor(permission, context.actor, row)
  if (!may(context.actor, needed)) throw forbidden(needed)
}

export function createCrud(nouns: ReadonlyMap<string, ServedNoun>) {
  const resources = [...nouns.values()].map(({ resource }) => resource)
  /** A record with two names has its history under the name of its kind (ENT-SITE-01). */
  const historyName = ({ resource }: ServedNoun, row: Row) => resourceOfRecord(resources, resource, row).name

  const present = (noun: ServedNoun, context: Context, row: Row): Row => noun.handlers.present?.(row, context) ?? row

  /** Returns the record as answered, or 404: one that exists elsewhere is no different from a missing one (T01). */
  async function load(noun: ServedNoun, context: Context, id: number, forUpdate: boolean): Promise<Row> {
    const row = await findRow(noun, context, id, { forUpdate })
    // A record that the asker sees and may not change is forbidden, not missing.
    if (!row && forUpdate && (await findRow(noun, context, id))) throw forbidden([])
    if (!row) throw notFound()
    return present(noun, context, row)
  }

  /** Refuses a change by somebody bound to a site who may only read the record; one they cannot read is not found. */
  async function refuseBeyondSite(noun: ServedNoun, context: Context, id: number): Promise<void> {
    if (!beyondSite(noun, context.actor)) return
    await load(noun, context, id, false)
    throw forbidden([])
  }

  async function list(noun: ServedNoun, context: Context, query: Record<string, unknown>) {
    const values = readQuery(noun, query)
    requirePermission(context, noun.resource.can.view, values)
    const { rows, total } = await listRows(nouns, noun, context, values)
    return { rows: rows.map((row) => present(noun, context, row)), total }
  }

  async function get(noun: ServedNoun, context: Context, id: number): Promise<Row> {
    // One's own record needs no permission (A-124).
    const own = isOwn(noun, context, id)
    if (!own) requirePermission(context, noun.resource.can.view)
    const row = await load(noun, context, id, false)
    if (!own) requirePermission(context, noun.resource.can.view, row)
    return row
  }

  /** Refuses an asker who may not make such a record; returns the given fields in the declared spelling. */
  function allowCreate(noun: ServedNoun, context: Context, body: Draft): Draft {
    const given = foldSpelling(body, names(noun))
    requirePermission(context, noun.resource.can.create, given)
    if (beyondSite(noun, context.actor)) throw forbidden([])
    return given
  }

  async function create(noun: ServedNoun, context: Context, body: Draft): Promise<Row> {
    const { resource, handlers } = noun
    const given = allowCreate(noun, context, body)
    const free = readOnlyFree(noun, given)
    const filled = { ...handlers.given?.(context.actor), ...free }
    const draft = withClient(noun, context, withDefaults(resource.fields, filled), free)
    const insert = (ready: Draft) => insertDraft(noun, context, ready)
    const row = await (handlers.create ? handlers.create(context, draft, insert) : insert(draft))
    // Asked of the finished row: staff may still be given the client that is theirs (A-043).
    refuseProblems(inapplicable(noun, free, draft, row))
    return row
  }

  /** Fills in the client of an asker who has only one; an asker with several must name one. */
  function withClient({ resource: { tenant } }: ServedNoun, { actor }: Context, draft: Draft, given: Draft): Draft {
    const { kind, clientIds } = scopeOf(actor)
    if (tenant === undefined || kind !== 'clients' || (given[tenant] ?? null) !== null) return draft
    return { ...draft, [tenant]: clientIds.length === 1 ? clientIds[0] : null }
  }

  async function insertDraft(noun: ServedNoun, context: Context, given: Draft): Promise<Row> {
    const { resource, handlers } = noun
    refuseWrongKinds(noun, given, false)
    const filled = handlers.prepare ? await handlers.prepare(context, given, null) : given
    const prepared = await withCleanHtml(resource.fields, filled)
    refuseProblems(check(resource.fields, prepared))
    const asked = asStored(resource.fields, prepared)
    const clientId = clientOf(resource, asked)
    refuseProblems(await danglingReferences(nouns, context, resource.fields, asked, clientId))
    refuseOtherSite(noun, context.actor, asked)
    await refuseLocked(context, clientId)
    const draft = handlers.claim ? await handlers.claim(context, asked, clientId) : asked

    const now = new Date(context.parts.now()).toISOString()
    const values = new Map<string, unknown>([
      ['created_at', now],
      ['updated_at', now],
      ...(await columnsOf(noun, context, draft)),
    ])
    const id = await named(noun, async () => {
      const { rows } = await sql<{ id: number }>`insert into ${noun.table}
        (${sql.join([...values.keys()].map((column) => sql.ref(column)))})
        values (${sql.join([...values.values()])}) returning id`.execute(context.tx)
      return rows[0]?.id ?? 0
    })
    await handlers.alongside?.(context, { ...draft, id }, draft)
    const row = await load(noun, context, id, false)
    await audit(noun, context, 'create', row, differences(resource.fields, null, { ...secretsOf(noun, draft), ...row }))
    return row
  }

  /** Refuses an asker who may not change the record as it is now. */
  async function allowUpdate(noun: ServedNoun, context: Context, id: number, forUpdate = false) {
    // Changing one's own record needs no permission either (A-007); the noun says which fields of it may change.
    const own = isOwn(noun, context, id)
    if (!own) requirePermission(context, noun.resource.can.update)
    await refuseBeyondSite(noun, context, id)
    const row = await load(noun, context, id, forUpdate)
    if (!own) requirePermission(context, noun.resource.can.update, row)
    return { row }
  }

  async function update(
    noun: ServedNoun,
    context: Context,
    id: number,
    body: Draft,
    ifMatch: number | undefined,
  ): Promise<Row> {
    const { handlers } = noun
    const given = foldSpelling(body, names(noun))
    const { row } = await allowUpdate(noun, context, id, true)
    await refuseBlocked(noun, context, row, 'update', { mindsLock: !ignoresLock(noun, row, given) })
    const basedOn = versionIn(row, given)
    await refuseStale(noun, context, row, ifMatch)
    await refuseStale(noun, context, row, basedOn)
    const next = (changes: Draft) => updateRow(noun, context, row, changes)
    return handlers.update ? handlers.update(context, row, given, next) : next(given)
  }

  async function updateRow(noun: ServedNoun, context: Context, row: Row, given: Draft): Promise<Row> {
    const { resource, handlers } = noun
    const written = writable(noun, row, given)
    refuseWrongKinds(noun, written, true)
    const asked = await withCleanHtml(resource.fields, written)
    const changes = handlers.prepare ? await handlers.prepare(context, asked, row) : asked
    const whole = refill(resource.fields, merge(resource.fields, storedPart(noun, row), changes))
    refuseProblems([
      ...check(resource.fields, { ...whole, id: row.id, ...readOnlyPart(noun, row) }),
      ...inapplicable(noun, asked, whole, row),
    ])
    const merged = asStored(resource.fields, whole)
    const touched: Draft = {}
    for (const name of Object.keys(merged)) {
      // A read-only field is given once; a later answer of `when` does not change it.
      if (resource.fields[name]?.readonly) continue
      if (same(merged[name] ?? null, row[name] ?? null)) continue
      touched[name] = merged[name]
    }
    if (Object.keys(touched).length === 0) return row
    refuseProblems(await danglingReferences(nouns, context, resource.fields, touched, clientOf(resource, row)))
    refuseOtherSite(noun, context.actor, { ...row, ...touched })

    await handlers.claim?.(context, touched, clientOf(resource, row))
    const changed = new Map(await columnsOf(noun, context, touched))
    if (changed.size === 0 && !handlers.alongside) return row
    changed.set('updated_at', new Date(context.parts.now()).toISOString())
    await named(noun, async () => {
      await sql`update ${noun.table} set ${sql.join(
        [...changed].map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      )}, version = version + 1 where id = ${row.id}`.execute(context.tx)
    })
    await handlers.alongside?.(context, row, touched)
    const fresh = await load(noun, context, row.id, false)
    const before = { ...row, ...Object.fromEntries(Object.keys(secretsOf(noun, touched)).map((name) => [name, null])) }
    await audit(
      noun,
      context,
      'update',
      fresh,
      differences(resource.fields, before, { ...fresh, ...secretsOf(noun, touched) }),
    )
    return fresh
  }

  /** Refuses an asker who may not delete records of the noun: of a record that is gone there is nothing else to ask. */
  function allowRemove({ resource }: ServedNoun, context: Context): void {
    requirePermission(context, resource.can.delete)
  }

  async function remove(noun: ServedNoun, context: Context, id: number, ifMatch: number | undefined): Promise<void> {
    const { handlers, resource } = noun
    allowRemove(noun, context)
    await refuseBeyondSite(noun, context, id)
    const row = await load(noun, context, id, true)
    requirePermission(context, noun.resource.can.delete, row)
    await refuseBlocked(noun, context, row, 'delete')
    await refuseStale(noun, context, row, ifMatch)
    const unused = () => refuseUsed(nouns, context, noun, row)
    const next = async () => {
      await unused()
      await sql`delete from ${noun.table} where id = ${id}`.execute(context.tx)
    }
    await (handlers.remove ? handlers.remove(context, row, next, unused) : next())
    await audit(noun, context, 'delete', row, differences(resource.fields, row, null))
  }

  /** Refuses an asker who may not do this to the record as it is now. */
  async function allowAct(noun: ServedNoun, context: Context, id: number, name: string, forUpdate = false) {
    const action = Object.hasOwn(noun.resource.actions, name) ? noun.resource.actions[name] : undefined
    if (!action) throw notFound()
    requirePermission(context, action.can)
    await refuseBeyondSite(noun, context, id)
    const row = await load(noun, context, id, forUpdate)
    requirePermission(context, action.can, row)
    return { action, row }
  }

  async function act(
    noun: ServedNoun,
    context: Context,
    id: number,
    name: string,
    body: Draft,
    ifMatch: number | undefined,
  ): Promise<{ row: Row } | { secret: Draft }> {
    const { action, row } = await allowAct(noun, context, id, name, true)
    await refuseBlocked(noun, context, row, name)
    await refuseStale(noun, context, row, ifMatch)
    refuseProblems(check(action.input ?? {}, body))
    const input = canonical(action.input ?? {}, body)
    if (action.patch) return { row: await update(noun, context, id, action.patch(row, input) as Draft, undefined) }
    const handler = noun.handlers.actions?.[name]
    if (!handler) throw notFound()
    const { changes, secret } = await handler(context, row, input)
    const fresh = await load(noun, context, id, false)
    await audit(noun, context, name, fresh, changes)
    return secret ? { secret } : { row: fresh }
  }

  /** Refuses an action that the record's present state blocks, whoever asks. */
  async function refuseBlocked(
    { resource }: ServedNoun,
    context: Context,
    row: Row,
    action: string,
    { mindsLock = true } = {},
  ): Promise<void> {
    const clientId = clientOf(resource, row)
    const lock = mindsLock && (await isLocked(context, clientId)) ? { key: 'CLIENT_LOCKED' } : null
    const refusal = whyNot({ resource, action, record: row, viewer: context.actor, lock })
    if (refusal) throw refused(refusal, clientId)
  }

  async function refuseStale(noun: ServedNoun, context: Context, row: Row, ifMatch: number | undefined): Promise<void> {
    if (ifMatch === undefined || row.version === ifMatch) return
    const { rows } = await sql<{ username: string; createdAt: string }>`select username, created_at as "createdAt"
      from audit_events where noun = ${historyName(noun, row)} and record_id = ${row.id}
        and not verb = any (${NO_CHANGES}::text[]) order by id desc limit 1`.execute(context.tx)
    throw new ApiError({
      status: 409,
      code: 'STALE_VERSION',
      details: { current: row, changedBy: rows[0] ?? null },
    })
  }

  async function audit(noun: ServedNoun, context: Context, verb: string, row: Row, changes: Changes): Promise<void> {
    const name = historyName(noun, row)
    const siteId = row[noun.resource.site ?? '']
    await writeAudit(context, {
      noun: name,
      recordId: row.id,
      verb,
      clientId: clientOf(noun.resource, row),
      siteId: typeof siteId === 'number' ? siteId : null,
      changes,
    })
  }

  return { list, get, create, update, remove, act, allowCreate, allowUpdate, allowRemove, allowAct }
}

type Changes = ReturnType<typeof differences>

const isOwn = ({ resource }: ServedNoun, { actor }: Context, id: number) => resource.own?.(id, actor) === true
const names = (noun: ServedNoun) => new Set(Object.keys(noun.resource.fields))

/**
 * Returns whether a change is one of an action that a lock does not stop, as locking and unlocking a client are. The
 * rest of the record may come along unchanged (A-007).
 */
function ignoresLock({ resource }: ServedNoun, row: Row, given: Draft): boolean {
  const patches = Object.values(resource.actions).map(({ whileLocked, patch }) => whileLocked && patch?.(row, {}))
  const free = new Set(patches.flatMap((patch) => Object.keys(patch || {})))
  const changed = Object.keys(given).filter((name) => !same(given[name] ?? null, row[name] ?? null))
  return (
    [...free].some((name) => Object.hasOwn(given, name)) &&
    changed.every((name) => free.has(name) || BOOKKEEPING.has(name))
  )
}

/**
 * Returns the version at which a whole record was read, which counts as If-Match does: the sender means to overwrite
 * that version, not one that somebody else has made since. The record of another id is refused.
 */
function versionIn(row: Row, { id = row.id, version }: Draft): number | undefined {
  const problems: Problem[] = []
  if (id !== row.id) problems.push({ field: 'id', key: 'formErrors.readonly' })
  if (version !== undefined && !Number.isSafeInteger(version))
    problems.push({ field: 'version', key: 'formErrors.number' })
  refuseProblems(problems)
  return version as number | undefined
}

/**
 * Refuses values that are too large or of a wrong kind before any work is done, and names every other mistake with
 * them. A missing reference is not named: it may yet be filled in.
 */
function refuseWrongKinds({ resource: { fields } }: ServedNoun, given: Draft, partial: boolean): void {
  if (wrongKinds(fields, given).length === 0) return
  const isToCome = (name: string) => fields[name]?.type === 'ref' && (given[name] ?? null) === null
  throw invalid(check(fields, given, { partial }).filter(({ field }) => !isToCome(field)))
}

function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid(problems)
}

/** Turns a broken unique index into the words of its field, and a broken reference into a conflict. */
async function named<T>(noun: ServedNoun, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { sqlState, constraint } = error instanceof DatabaseError ? error : {}
    // The record it points to was deleted this moment: a retry names the field.
    if (sqlState === '23503') throw new ApiError({ status: 503, code: 'CONFLICT', retryAfter: 100 })
    const meaning = sqlState === '23505' ? noun.handlers.unique?.[constraint ?? ''] : undefined
    if (!meaning) throw error
    if (meaning.code) throw new ApiError({ status: 400, code: meaning.code, details: { field: meaning.field } })
    throw invalid([{ field: meaning.field, key: 'formErrors.taken' }])
  }
}
