import { same } from '@tocsin/core/base/same'
import { ApiError } from '@tocsin/core/base/errors'
import { may, neededFor } from '@tocsin/core/vocabulary/permissions'
import { clientOf, type Draft, type Fields, type Permission, type Problem } from '@tocsin/core/vocabulary/resource'
import { whyNot } from '@tocsin/core/vocabulary/why-not'
import { canonical, check, withDefaults, wrongKinds } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { NO_CHANGES } from '../attempts/sign-in-events'
import { actionInUpdate } from './action-in-update'
import { withCleanHtml } from './clean-html'
import { forbidden, invalid, notFound, refuseProblems, refused } from '../http/failures'
import type { Actor } from '../context/actor'
import type { Context, Row } from '../context/context'
import type { Received } from '../context/request'
import { foldSpelling } from '../http/input'
import { storeFiles, withAddresses, withSent } from './files'
import { listRows } from './list'
import { readQuery } from './list-query'
import { isLocked } from './locked-clients'
import type { ServedResource } from './served-resource'
import { load, withDerived } from './read'
import { BOOKKEEPING, inapplicable, lackingFor, readOnlyFree, writable } from './record-form'
import { withCreationDefaults, historyName, createSave, writeHistory, type Save, type Saved } from './save'
import { beyondSite } from './tenancy'

/**
 * The verbs of every resource. Each checks the request before it reads or writes a record, and then runs the resource's
 * own function or the default. A server has one of these; each request brings a context.
 */
export type Crud = ReturnType<typeof createCrud>

export function requirePermission(context: Context, permission: Permission | undefined, row?: Draft): void {
  const needed = neededFor(permission, context.actor, row)
  if (!may(context.actor, needed)) throw forbidden(needed)
}

export function createCrud(resources: ReadonlyMap<string, ServedResource>) {
  /** Throws 403 if a user bound to a site may only read the record, and 404 if they may not even read it. */
  async function refuseBeyondSite(served: ServedResource, context: Context, id: number): Promise<void> {
    if (!beyondSite(served, context.actor)) return
    await load(served, context, id, false)
    throw forbidden([])
  }

  async function list(served: ServedResource, context: Context, query: Record<string, unknown>) {
    const values = readQuery(served, query)
    requirePermission(context, served.resource.can.view, values)
    const { rows, total } = await listRows(resources, served, context, values)
    return { rows: rows.map((row) => withDerived(served, context, row)), total }
  }

  async function get(served: ServedResource, context: Context, id: number): Promise<Row> {
    // Users may read their own record without a permission.
    const own = isOwn(served, context, id)
    if (!own) requirePermission(context, served.resource.can.view)
    const row = await load(served, context, id, false)
    if (!own) requirePermission(context, served.resource.can.view, row)
    return row
  }

  /** Throws unless the actor may create such a record. Returns the given fields in the declared spelling. */
  function requireMayCreate(served: ServedResource, context: Context, body: Draft): Draft {
    const { input = {}, can } = served.resource.creation ?? {}
    const given = foldSpelling(body, new Set([...names(served), ...Object.keys(input)]))
    requirePermission(context, served.resource.can.create, given)
    if (Object.keys(input).some((name) => (given[name] ?? null) !== null)) requirePermission(context, can)
    if (beyondSite(served, context.actor)) throw forbidden([])
    return given
  }

  async function create(
    served: ServedResource,
    context: Context,
    body: Draft,
    { proof, received = NOTHING }: Sent = {},
  ): Promise<Row> {
    const { record: fields, input } = withoutInput(served, requireMayCreate(served, context, body))
    const free = readOnlyFree(served, fields)
    const { draft: given, files } = withAddresses(context, served.resource.fields, free, received)
    refuseWrongKinds(served, context, withCreationDefaults(served, context.actor, given))
    refuseUnpermitted(served, context, given, {})
    const draft = await withCleanHtml(served.resource.fields, given)
    const save = createSave(resources, served, withSent(context, files), 'create')
    const { record, secret } = await (served.overrides.writes?.create ?? createAsDeclared)(save, draft, proof, input)
    // Checks the finished row, because the resource may still have given staff their client.
    refuseProblems(inapplicable(served, given, record, record))
    await storeFiles(context, clientOf(served.resource, record), files)
    return { ...record, ...secret }
  }

  /** Throws unless the actor may change the record in its current state. */
  async function requireMayUpdate(served: ServedResource, context: Context, id: number, forUpdate = false) {
    // Users may change their own record without a permission, too. The resource says which fields may change.
    const own = isOwn(served, context, id)
    if (!own) requirePermission(context, served.resource.can.update)
    await refuseBeyondSite(served, context, id)
    const row = await load(served, context, id, forUpdate)
    if (!own) requirePermission(context, served.resource.can.update, row)
    return { row }
  }

  async function update(
    served: ServedResource,
    context: Context,
    id: number,
    body: Draft,
    { ifMatch, proof, received = NOTHING }: Sent & { ifMatch?: number | undefined } = {},
  ): Promise<Row> {
    const given = foldSpelling(body, names(served))
    const { row } = await requireMayUpdate(served, context, id, true)
    const instead = actionInUpdate(served.resource, row, given)
    if (instead) {
      await update(served, context, id, instead.rest, { ifMatch, proof, received })
      const done = await act(served, context, id, instead.action, instead.input)
      return 'row' in done ? done.row : load(served, context, id, false)
    }
    await refuseBlocked(served, context, row, 'update', { mindsLock: !ignoresLock(served, row, given) })
    const basedOn = versionOfBody(row, given)
    await refuseStale(served, context, row, ifMatch)
    await refuseStale(served, context, row, basedOn)
    const { fields } = served.resource
    const { draft: written, files } = withAddresses(context, fields, writable(served, row, given), received, row)
    refuseWrongKinds(served, context, written, row)
    refuseUnpermitted(served, context, written, row)
    const changes = await withCleanHtml(served.resource.fields, written)
    const save = createSave(resources, served, withSent(context, files), 'update')
    const { record } = await (served.overrides.writes?.update ?? updateAsDeclared)(save, row, changes, proof)
    await storeFiles(context, clientOf(served.resource, record), files)
    return record
  }

  /** Throws unless the actor may delete records of the resource. A record that is already gone has no further check. */
  function requireMayRemove({ resource }: ServedResource, context: Context): void {
    requirePermission(context, resource.can.delete)
  }

  async function remove(
    served: ServedResource,
    context: Context,
    id: number,
    ifMatch?: number,
    given: Draft = {},
  ): Promise<void> {
    requireMayRemove(served, context)
    await refuseBeyondSite(served, context, id)
    const row = await load(served, context, id, true)
    requirePermission(context, served.resource.can.delete, row)
    await refuseBlocked(served, context, row, 'delete')
    const { id: _, version: __, ...others } = given
    refuseProblems(Object.keys(others).map((field) => ({ field, key: 'formErrors.unknownField' })))
    const basedOn = versionOfBody(row, given)
    await refuseStale(served, context, row, ifMatch)
    await refuseStale(served, context, row, basedOn)
    await (served.overrides.writes?.remove ?? removeAsDeclared)(createSave(resources, served, context, 'delete'), row)
  }

  /** Throws unless the actor may run the action on the record in its current state. */
  async function requireMayAct(served: ServedResource, context: Context, id: number, name: string, forUpdate = false) {
    const action = Object.hasOwn(served.resource.actions, name) ? served.resource.actions[name] : undefined
    if (!action) throw notFound()
    requirePermission(context, action.can)
    await refuseBeyondSite(served, context, id)
    const row = await load(served, context, id, forUpdate)
    requirePermission(context, action.can, row)
    return { action, row }
  }

  async function act(
    served: ServedResource,
    context: Context,
    id: number,
    name: string,
    body: Draft,
    { ifMatch, received = NOTHING }: Pick<Sent, 'received'> & { ifMatch?: number | undefined } = {},
  ): Promise<{ row: Row } | { secret: Draft }> {
    const { action, row } = await requireMayAct(served, context, id, name, true)
    await refuseBlocked(served, context, row, name)
    await refuseStale(served, context, row, ifMatch)
    const { input: fields = {}, partial = false } = action
    const { draft, files } = withAddresses(context, fields, body, received)
    const given = partial ? draft : withDefaults(fields, draft)
    refuseProblems(check(fields, given, { partial }))
    await storeFiles(context, clientOf(served.resource, row), files)
    const input = partial ? given : canonical(fields, given)
    if (action.patch) return { row: await update(served, context, id, action.patch(row, input) as Draft) }
    const run = served.overrides.actions?.[name]
    if (!run) throw notFound()
    const outcome = await run(createSave(resources, served, context, name), row, input)
    if ('record' in outcome) return { row: outcome.record }
    const fresh = await load(served, context, id, false)
    await writeHistory(resources, served, context, name, fresh, outcome.changes)
    return outcome.secret ? { secret: outcome.secret } : { row: fresh }
  }

  /** Throws if the record's current state or its client's lock blocks the action, whatever the actor's permissions. */
  async function refuseBlocked(
    { resource }: ServedResource,
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

  async function refuseStale(
    served: ServedResource,
    context: Context,
    row: Row,
    ifMatch: number | undefined,
  ): Promise<void> {
    if (ifMatch === undefined || row.version === ifMatch) return
    const { rows } = await sql<{ username: string; createdAt: string }>`select username, created_at as "createdAt"
      from audit_events where noun = ${historyName(resources, served, row)} and record_id = ${row.id}
        and not verb = any (${NO_CHANGES}::text[]) order by id desc limit 1`.execute(context.tx)
    throw new ApiError({
      status: 409,
      code: 'STALE_VERSION',
      details: { current: row, changedBy: rows[0] ?? null },
    })
  }

  return { list, get, create, update, remove, act, requireMayCreate, requireMayUpdate, requireMayRemove, requireMayAct }
}

/** Returns the fields of a new record, and what was given besides them. Throws ApiError 400 if that is wrong. */
function withoutInput({ resource: { creation } }: ServedResource, given: Draft): { record: Draft; input: Draft } {
  if (!creation) return { record: given, input: {} }
  const isInput = ([name]: [string, unknown]) => Object.hasOwn(creation.input, name)
  const input = Object.fromEntries(Object.entries(given).filter(isInput))
  refuseProblems(check(creation.input, input, { partial: true }))
  const record = Object.fromEntries(Object.entries(given).filter((one) => !isInput(one)))
  return { record, input: canonical(creation.input, input) }
}

/** Throws 403 if the actor changes a field that needs a permission of its own. */
function refuseUnpermitted({ resource }: ServedResource, { actor }: Context, given: Draft, before: Draft): void {
  const lacking = lackingFor(actor, resource.fields, given, before)
  if (lacking.length > 0) throw forbidden(lacking)
}

/** The things that come with a record: the result of `writes.before`, and files. */
type Sent = { proof?: unknown; received?: Received }
const NOTHING: Received = new Map()

const createAsDeclared = async (save: Save<Row>, draft: Draft) => save.history(await save.store(await save.new(draft)))
const updateAsDeclared = async (save: Save<Row>, row: Row, changes: Draft) =>
  save.history(await save.store(await save.change(row, changes)))
const removeAsDeclared = async (save: Save<Row>, row: Row): Promise<Saved<Row>> => {
  await save.requireUnused(row)
  return save.history(await save.delete(row))
}

/** Returns whether a record is the actor's own. A token has the permissions that it was given, and none besides (C06). */
const isOwn = ({ resource }: ServedResource, { actor }: Context, id: number) =>
  !actor.token && resource.own?.(id, actor) === true
const names = (served: ServedResource) => new Set(Object.keys(served.resource.fields))

/**
 * Returns whether a change does only what an action allowed under a lock does, such as unlocking a client. Unchanged
 * fields may come with it.
 */
function ignoresLock({ resource }: ServedResource, row: Row, given: Draft): boolean {
  const patches = Object.values(resource.actions).map(({ whileLocked, patch }) => whileLocked && patch?.(row, {}))
  const free = new Set(patches.flatMap((patch) => Object.keys(patch || {})))
  const changed = Object.keys(given).filter((name) => !same(given[name] ?? null, row[name] ?? null))
  return (
    [...free].some((name) => Object.hasOwn(given, name)) &&
    changed.every((name) => free.has(name) || BOOKKEEPING.has(name))
  )
}

/**
 * Returns the version in the body, which works like If-Match: the sender means to overwrite that version, not one that
 * somebody else has made since. Throws if the body has the id of another record.
 */
function versionOfBody(row: Row, { id = row.id, version }: Draft): number | undefined {
  const problems: Problem[] = []
  if (id !== row.id) problems.push({ field: 'id', key: 'formErrors.readonly' })
  if (version !== undefined && !Number.isSafeInteger(version))
    problems.push({ field: 'version', key: 'formErrors.number' })
  refuseProblems(problems)
  return version as number | undefined
}

/**
 * Throws if a value is too large or of the wrong type, before any work is done, and then names every other mistake as
 * well. It does not name a missing reference, which may still be filled in.
 */
function refuseWrongKinds({ resource: { fields } }: ServedResource, { actor }: Context, given: Draft, row?: Row): void {
  if (wrongKinds(fields, given).length === 0) return
  const isToCome = (name: string) => fields[name]?.type === 'ref' && (given[name] ?? null) === null
  const problems = check(fields, given, { partial: row !== undefined }).filter(({ field }) => !isToCome(field))
  throw invalid(problems.map((problem) => withPermitted(fields, actor, { ...row, ...given }, problem)))
}

/** Returns a problem of a choice with no choices but those that the actor may give the record. */
function withPermitted(fields: Fields, actor: Actor, record: Draft, problem: Problem): Problem {
  const choices = problem.values?.['choices'] === undefined ? undefined : fields[problem.field]?.permitted
  return choices ? { ...problem, values: { ...problem.values, choices: choices(actor, record).join(', ') } } : problem
}
