import { valueAt } from '@tocsin/core/base/cells'
import { referencesIn } from '@tocsin/core/vocabulary/fields-of'
import type { Draft, Fields, Problem } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../context/context'
import type { ServedResource } from './served-resource'
import { withinScope } from './tenancy'

/**
 * Returns a problem for each reference to a record that the actor cannot see, that is deleted, or that belongs to
 * another client (T04). The composite keys of the schema refuse other clients as well; this refusal names the field.
 */
export async function danglingReferences(
  resources: ReadonlyMap<string, ServedResource>,
  context: Context,
  fields: Fields,
  changes: Draft,
  clientId: number | null,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [path, field] of referencesIn(fields)) {
    const value = valueAt(changes, path)
    if (field.readonly === true || value === null || value === undefined) continue
    const ids = (Array.isArray(value) ? value : [value]) as number[]
    if (ids.length === 0) continue
    const target = resources.get(field.of ?? '')
    if (!target || !(await allExist(target, context, ids, clientId)))
      problems.push({ field: path, key: 'formErrors.notFound' })
  }
  return problems
}

async function allExist(
  target: ServedResource,
  context: Context,
  ids: number[],
  clientId: number | null,
): Promise<boolean> {
  const { tenant } = target.resource
  const column = tenant === undefined ? undefined : target.stored.get(tenant)?.column
  const inClient = column && clientId !== null ? sql`and ${sql.ref(`r.${column}`)} = ${clientId}` : sql``
  const deletedAt = target.stored.get(target.resource.deleted ?? '')?.column
  const alive = deletedAt === undefined ? sql`` : sql`and ${sql.ref(`r.${deletedAt}`)} is null`
  const { rows } = await sql<{ found: number }>`select count(*) as found from ${target.table} r
    where r.id = any (${ids}::int[]) and ${withinScope(target, context) ?? sql`true`} ${inClient} ${alive}`.execute(
    context.tx,
  )
  return rows[0]?.found === new Set(ids).size
}
