import { same } from '@tocsin/core/base/same'
import { idsIn, valueAt } from '@tocsin/core/base/cells'
import { ApiError } from '@tocsin/core/base/errors'
import { resourceOfRecord } from '@tocsin/core/vocabulary/kinds-of-records'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { clientOf, type Draft, type Fields, type Problem } from '@tocsin/core/vocabulary/resource'
import { check, withDefaults } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { scopeOf, type Actor } from '../context/actor'
import type { Changes, Context, Row } from '../context/context'
import { DatabaseError } from '../db/database-error'
import { invalid, refuseProblems } from '../http/failures'
import { iso } from '../time'
import { differences, writeAudit } from './audit'
import { withOwnFiles } from './files'
import { refuseUsed } from './in-use'
import { writeLinks } from './links'
import { refuseLocked } from './locked-clients'
import type { ServedResource } from './served-resource'
import { load } from './read'
import {
  asStored,
  columnsOf,
  hasOnlySecrets,
  inapplicable,
  merge,
  readOnlyPart,
  refill,
  secretsOf,
  storedPart,
} from './record-form'
import { danglingReferences } from './references'
import { isTheirs, refuseOtherSite } from './tenancy'

declare const brand: unique symbol

/** Values of columns that are not fields of a form. */
export type Columns = Readonly<Record<string, unknown>>

/**
 * Values that the rules, the references and the client's lock allow to be written. Only `new` and `change` create them.
 */
export type Validated<R> = {
  readonly [brand]: R
  /** The whole record in the form it is stored in. */
  readonly values: Draft
  /** The fields that differ from the stored record; all fields of a new one. */
  readonly changedFields: Draft
}
/** A record that has been written, but whose history has not. Only `store`, `set` and `delete` create it. */
export type Written<R> = Validated<R> & { readonly id: number }
/** A record that has been written with its history, as the API returns it. Only `history` creates it. */
export type Saved<R> = {
  readonly [brand]: R
  readonly record: R
  /** The text that the answer to a creation tells once, besides the record (`creation.secret` of the declaration). */
  readonly secret?: Draft
}

/** The steps of a write, and the context of the request: pass it wherever a context is expected. */
export type Save<R> = Context & {
  /**
   * Fills in a new record (defaults, the creator's client), then checks the client's lock, rules, references and site. The
   * resource itself has looked for the references in `found`, which the actor may not see.
   */
  new: (draft: Draft, found?: readonly string[]) => Promise<Validated<R>>
  /** Checks the record as it would be after the changes. */
  change: (record: R, changes: Draft) => Promise<Validated<R>>
  /** Writes a validated record, and columns that are not fields of a form. Writes no change if no field differs. */
  store: (validated: Validated<R>, columns?: Columns) => Promise<Written<R>>
  /** Writes columns that are not fields of a form. Without columns it only raises the version. */
  set: (record: R, columns: Columns) => Promise<Written<R>>
  /** Throws while another record refers to this one. */
  requireUnused: (record: R) => Promise<void>
  delete: (record: R) => Promise<Written<R>>
  /** Reads the record again and writes its changes to the history. `more` adds changes that no field shows. */
  history: (written: Written<R>, more?: Changes) => Promise<Saved<R>>
}

type ServedResources = ReadonlyMap<string, ServedResource>
type Step = {
  /** The record before the write; null if it is new. */
  before: Row | null
  values: Draft
  changedFields: Draft
}
type Write = Step & { id: number; isWritten: boolean }

/** Returns the steps of one write of a resource; `verb` names it in the history. */
export function createSave(
  resources: ServedResources,
  served: ServedResource,
  context: Context,
  verb: string,
): Save<Row> {
  const { resource } = served
  const now = () => iso(context.parts.now())

  async function setColumns(id: number, columns: Iterable<[string, unknown]>): Promise<void> {
    const assignments = [...columns, ['updated_at', now()] as const].map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    )
    await withConstraintErrors(served, () =>
      sql`update ${served.table} set ${sql.join(assignments)}, version = version + 1 where id = ${id}`.execute(
        context.tx,
      ),
    )
  }

  async function insert(columns: readonly [string, unknown][]): Promise<number> {
    const all = [['created_at', now()] as const, ['updated_at', now()] as const, ...columns]
    const { rows } = await withConstraintErrors(served, () =>
      sql<{ id: number }>`insert into ${served.table} (${sql.join(all.map(([column]) => sql.ref(column)))})
        values (${sql.join(all.map(([, value]) => value))}) returning id`.execute(context.tx),
    )
    return rows[0]?.id ?? 0
  }

  const steps = {
    async new(draft: Draft, found: readonly string[] = []): Promise<Step> {
      const filled = withCreationDefaults(served, context.actor, draft)
      // The lock is told first: a script that mends its fields would be refused all the same. That of a client of others is
      // told to nobody.
      const meant = clientOf(resource, filled)
      const isTold = isTheirs(context, meant)
      if (isTold) await refuseLocked(context, meant)
      refuseProblems(check(resource.fields, filled))
      const values = asStored(resource.fields, filled)
      const clientId = clientOf(resource, values)
      const sought = Object.fromEntries(Object.entries(values).filter(([name]) => !found.includes(name)))
      refuseProblems(
        await danglingReferences(resources, context, resource.fields, sought, {
          record: values,
          before: null,
          clientId,
        }),
      )
      refuseOtherSite(served, context.actor, values)
      if (!isTold) await refuseLocked(context, clientId)
      const whole = await withOwnFiles(context, resource.fields, values, { clientId, before: null })
      return { before: null, values: whole, changedFields: whole }
    },
    async change(before: Row, changes: Draft): Promise<Step> {
      const whole = refill(resource.fields, merge(resource.fields, storedPart(served, before), changes))
      const problems = check(resource.fields, { ...whole, id: before.id, ...readOnlyPart(served, before) })
      refuseProblems([
        ...withoutStanding(resource.fields, problems, { before, changes }),
        ...inapplicable(served, changes, whole, before),
      ])
      const values = asStored(resource.fields, whole)
      const changedFields = Object.fromEntries(
        Object.entries(values).filter(
          // A read-only field is set only at creation. It does not change when its `when` changes.
          ([name, value]) =>
            !resource.fields[name]?.readonly &&
            !same(value ?? null, (resource.fields[name]?.told ? idsIn(before[name]) : before[name]) ?? null),
        ),
      )
      if (Object.keys(changedFields).length > 0) {
        const clientId = clientOf(resource, before)
        refuseProblems(
          await danglingReferences(resources, context, resource.fields, changedFields, {
            record: { ...values, id: before.id },
            before,
            clientId,
          }),
        )
        refuseOtherSite(served, context.actor, { ...before, ...changedFields })
        const own = await withOwnFiles(context, resource.fields, changedFields, { clientId, before })
        return { before, values: { ...values, ...own }, changedFields: own }
      }
      return { before, values, changedFields }
    },
    async store(step: Step, columns: Columns = {}): Promise<Write> {
      const { before, changedFields } = step
      const all = Object.entries({ ...columnsOf(served, changedFields), ...columns })
      if (!before) {
        const id = await insert(all)
        await withConstraintErrors(served, () => writeLinks(served, context, id, null, step))
        return { ...step, id, isWritten: true }
      }
      const hasNothing = Object.keys(changedFields).length === 0
      const isWritten = !hasNothing && !(Object.keys(columns).length === 0 && hasOnlySecrets(served, changedFields))
      if (isWritten) await setColumns(before.id, all)
      await withConstraintErrors(served, () => writeLinks(served, context, before.id, before, step))
      return { ...step, id: before.id, isWritten }
    },
    async set(before: Row, columns: Columns): Promise<Write> {
      await setColumns(before.id, Object.entries(columns))
      return { before, values: before, changedFields: {}, id: before.id, isWritten: true }
    },
    requireUnused: (row: Row) => refuseUsed(resources, context, served, row),
    async delete(before: Row): Promise<Write> {
      await sql`delete from ${served.table} where id = ${before.id}`.execute(context.tx)
      return { before, values: before, changedFields: {}, id: before.id, isWritten: true }
    },
    async history({ before, changedFields, id, isWritten }: Write, more: Changes = {}): Promise<{ record: Row }> {
      if (before && !isWritten) return { record: before }
      if (before && verb === 'delete') {
        await writeHistory(resources, served, context, verb, before, differences(resource.fields, before, null))
        return { record: before }
      }
      const after = await load(served, context, id, false)
      const secrets = secretsOf(served, changedFields)
      const was = before && { ...before, ...Object.fromEntries(Object.keys(secrets).map((name) => [name, null])) }
      const changes = differences(resource.fields, was, { ...after, ...secrets })
      await writeHistory(resources, served, context, verb, after, { ...changes, ...more })
      return { record: after }
    },
  }
  return { ...context, ...(steps as unknown as Omit<Save<Row>, keyof Context>) }
}

/**
 * Returns the problems without those that the record had before, of values that stay as they are, so that the rest of it can
 * be changed. The system leaves values out where it copies a record for somebody else, and a rule may be newer than
 * the record: a survey with answers has questions that nobody can mend any more.
 */
function withoutStanding(
  fields: Fields,
  problems: Problem[],
  { before, changes }: { before: Row; changes: Draft },
): Problem[] {
  if (problems.length === 0) return problems
  const standing = new Set(check(fields, before).map(({ field, key }) => `${field} ${key}`))
  const isLeft = (path: string) =>
    !isGiven(changes, path.split('.')) || same(valueAt(changes, path) ?? null, valueAt(before, path) ?? null)
  return problems.filter(({ field, key }) => !standing.has(`${field} ${key}`) || !isLeft(field))
}

/** Returns whether a draft has a value, empty or not, at a path or around it. */
function isGiven(draft: Draft, [name = '', ...inside]: string[]): boolean {
  if (!Object.hasOwn(draft, name)) return false
  const value = draft[name]
  return inside.length === 0 || !isRecord(value) || isGiven(value, inside)
}

/**
 * Writes a change to the history of a record. A record of a kind (a team among the sites) has it under its kind's name.
 */
export async function writeHistory(
  resources: ServedResources,
  served: ServedResource,
  context: Context,
  verb: string,
  row: Row,
  changes: Changes,
): Promise<void> {
  const siteId = row[served.resource.site ?? '']
  const place = (await served.overrides.history?.(context, row)) ?? {
    clientId: clientOf(served.resource, row),
    siteId: typeof siteId === 'number' ? siteId : null,
  }
  await writeAudit(context, {
    noun: historyName(resources, served, row),
    recordId: row.id,
    verb,
    ...place,
    changes,
  })
}

/** Returns the name under which a record has its history (ENT-SITE-01). */
export const historyName = (resources: ServedResources, { resource }: ServedResource, row: Row): string =>
  resourceOfRecord(
    [...resources.values()].map((one) => one.resource),
    resource,
    row,
  ).name

/** Returns a new record's draft with its defaults, and with the creator's client if they have only one. */
export function withCreationDefaults(
  { resource: { fields, tenant } }: ServedResource,
  actor: Actor,
  draft: Draft,
): Draft {
  const filled = withDefaults(fields, draft)
  if (tenant === undefined || (draft[tenant] ?? null) !== null) return filled
  const only = onlyClientOf(actor)
  return only === undefined ? filled : { ...filled, [tenant]: only }
}

/** Returns the client of an actor's new records; null if the draft must name it; undefined for staff. */
export function onlyClientOf(actor: Actor): number | null | undefined {
  const { kind, clientIds } = scopeOf(actor)
  if (kind !== 'clients') return undefined
  return clientIds.length === 1 ? (clientIds[0] ?? null) : null
}

/** Turns a unique violation into a problem of its field, and a foreign key violation into a conflict. */
async function withConstraintErrors<T>({ overrides }: ServedResource, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { sqlState, constraint } = error instanceof DatabaseError ? error : {}
    // Another request has just deleted the record that this one points to. A retry names the field.
    if (sqlState === '23503') throw new ApiError({ status: 503, code: 'CONFLICT', retryAfter: 100 })
    const meaning = sqlState === '23505' ? overrides.unique?.[constraint ?? ''] : undefined
    if (!meaning) throw error
    if (meaning.code) throw new ApiError({ status: 400, code: meaning.code, details: { field: meaning.field } })
    throw invalid([{ field: meaning.field, key: 'formErrors.taken' }])
  }
}
