import type { Use } from '@tocsin/core/api/in-use'
import { referencesIn } from '@tocsin/core/vocabulary/fields-of'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { kindsAmong } from '@tocsin/core/vocabulary/kinds-of-records'
import { clientOf, type Field, type Resource } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Row } from '../context/context'
import type { ServedResource } from './served-resource'
import { inUse } from '../http/failures'
import { isoOf } from './iso-of'
import { withinScope } from './tenancy'

/** The number of records of each resource that a refusal names. It has the total as well. */
const MAX_NAMED = 3

/**
 * Throws ApiError 400 while records of any resource point to this one. Records that the actor cannot see at all are
 * left to the keys of the schema, whose refusal names a table. Records that the actor sees but may not list are
 * reported by their resource alone.
 */
export async function refuseUsed(
  resources: ReadonlyMap<string, ServedResource>,
  context: Context,
  served: ServedResource,
  row: Row,
): Promise<void> {
  // A reference to a record of a kind names the resource that holds all kinds.
  const name = served.resource.kindOf?.resource ?? served.resource.name
  const declarations = [...resources.values()].map(({ resource }) => resource)
  const uses: Use[] = []
  for (const other of resources.values()) {
    const hidden = other.overrides.uses?.[name]
    if (hidden) {
      const use = await countOf(context, other, [], hidden.of(row.id), null, hidden.called)
      if (use) uses.push(use)
    }
    for (const [path, field] of referencesIn(other.resource.fields)) {
      if (field.of !== name || field.outlives || field.partOf) continue
      const points = pointing(other, path, field, row.id)
      if (!points) continue
      const kinds = kindsAmong(declarations, other.resource)
      // Every client may use what the provider offers.
      const clientId = field.offered ? null : clientOf(served.resource, row)
      const use = await countOf(context, other, kinds, points, clientId)
      if (use) uses.push(use)
    }
  }
  if (uses.length > 0) throw inUse(uses)
}

/** Returns the condition that the row `r` points to a record by a field; undefined if no column or table stores it. */
function pointing(
  { stored, overrides }: ServedResource,
  path: string,
  { type }: Field,
  id: number,
): RawBuilder<unknown> | undefined {
  const link = overrides.links?.[path]
  if (link)
    return sql`r.id in (select l.${sql.id(link.from)} from ${sql.table(link.table)} l where l.${sql.id(link.to)} = ${id})`
  const [name = '', ...inside] = path.split('.')
  const column = stored.get(name)?.column
  if (column === undefined || type !== 'ref') return undefined
  return inside.length === 0 ? sql`r.${sql.id(column)} = ${id}` : sql`(r.${sql.id(column)} #>> ${inside})::int = ${id}`
}

/** Returns the name of the row `r`. A record that is named by a time has that as answers spell it. */
function nameOf({ resource: { title, fields }, stored }: ServedResource): RawBuilder<unknown> {
  const name = sql`r.${sql.id(stored.get(title)?.column ?? 'id')}`
  return fields[title]?.type === 'date' ? isoOf(name) : name
}

async function countOf(
  context: Context,
  other: ServedResource,
  kinds: readonly Resource[],
  points: RawBuilder<unknown>,
  clientId: number | null,
  called = nameOf(other),
): Promise<Use | null> {
  const { name, tenant } = other.resource
  const owner = other.stored.get(tenant ?? '')?.column
  // The client is the first column of every key, so that the index of the reference serves both conditions.
  const ofClient = owner !== undefined && clientId !== null ? sql`and r.${sql.id(owner)} = ${clientId}` : sql``
  const own = kinds.map(
    ({ kindOf }) => sql`and r.${sql.id(other.stored.get(kindOf!.field)!.column)} <> ${kindOf!.value}`,
  )
  const { rows } = await sql<{ name: string; total: number }>`select (${called})::text as name,
    count(*) over () as total from ${other.table} r where ${points}
    and ${withinScope(other, context) ?? sql`true`} ${ofClient} ${sql.join(own, sql` `)}
    order by r.id limit ${MAX_NAMED}`.execute(context.tx)
  const [first] = rows
  if (!first) return null
  if (!mayDo(context.actor, other.resource, 'view')) return { noun: name }
  return { noun: name, count: first.total, names: rows.map((row) => row.name) }
}
