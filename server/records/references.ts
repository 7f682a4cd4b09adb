import { idsIn, valueAt } from '@tocsin/core/base/cells'
import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { referencesIn } from '@tocsin/core/vocabulary/fields-of'
import type { Draft, Field, Fields, Problem } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../context/context'
import { conditions } from './list-conditions'
import { filterOf } from './row-counts'
import type { ServedResource } from './served-resource'
import { withinScope } from './tenancy'

/**
 * Returns a problem for each reference to a record that the actor cannot see, that is deleted, or that belongs to
 * another client (T04), unless the provider offers it to every client. What `before` pointed to already is not asked
 * again where answers tell of the records: the writer may not see it, and it may have been put out of use since. `record`
 * is the whole record, with its id unless it is new. The composite keys of the schema refuse other clients as well; this refusal names the field.
 */
export async function danglingReferences(
  resources: ReadonlyMap<string, ServedResource>,
  context: Context,
  fields: Fields,
  changes: Draft,
  { record, before, clientId }: { record: Draft; before: Draft | null; clientId: number | null },
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [path, field] of referencesIn(fields)) {
    const value = valueAt(changes, path)
    if (field.readonly === true || value === null || value === undefined) continue
    const known = new Set(field.told ? idsIn(valueAt(before, path) ?? []) : [])
    const ids = idsIn(value).filter((id) => !known.has(id))
    if (ids.length === 0) continue
    const target = resources.get(field.of ?? '')
    const key = target ? await problemOf(target, context, field, ids, clientId) : 'formErrors.notFound'
    if (key) problems.push({ field: path, key })
    else if (field.among && !(await areAmong(target!, context, ids, field.among.where(record))))
      problems.push({ field: path, key: field.among.otherwise })
  }
  return problems
}

/** Returns the problem of references to these records, as the key of a message; null if there is none. */
async function problemOf(
  target: ServedResource,
  context: Context,
  field: Field,
  ids: readonly number[],
  clientId: number | null,
): Promise<string | null> {
  const { resource, stored, table } = target
  const columnOf = (name: string | undefined) => stored.get(name ?? '')?.column
  const [tenant, deletedAt, on] = [columnOf(resource.tenant), columnOf(resource.deleted), columnOf(resource.switch)]
  const owners = [clientId, ...(field.offered && resource.offers ? [PROVIDER_CLIENT_ID] : [])]
  const inClient =
    tenant !== undefined && clientId !== null ? sql`and ${sql.ref(`r.${tenant}`)} = any (${owners}::int[])` : sql``
  const alive = deletedAt === undefined ? sql`` : sql`and ${sql.ref(`r.${deletedAt}`)} is null`
  const { rows } = await sql<{ found: number; inUse: number }>`select count(*) as found,
      count(*) filter (where ${on === undefined ? sql`true` : sql.ref(`r.${on}`)}) as "inUse" from ${table} r
    where r.id = any (${ids}::int[]) and ${withinScope(target, context) ?? sql`true`} ${inClient} ${alive}`.execute(
    context.tx,
  )
  const [counts] = rows
  if (counts?.found !== ids.length) return 'formErrors.notFound'
  return field.told && counts.inUse !== ids.length ? 'formErrors.inactive' : null
}

/** Returns whether a list of the resource with these filters has all of these records. */
async function areAmong(
  target: ServedResource,
  context: Context,
  ids: readonly number[],
  where: Draft,
): Promise<boolean> {
  const filter = filterOf(conditions(target, { ...where, ids }, context))
  const { rows } = await sql<{ found: number }>`select count(*) as found from ${target.table} r ${filter}`.execute(
    context.tx,
  )
  return rows[0]?.found === ids.length
}
