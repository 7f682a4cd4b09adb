import { snake } from '@tocsin/core/base/naming'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Row } from '../context/context'
import { forbidden, notFound } from '../http/failures'
import type { ServedResource } from './served-resource'
import { isShared } from './shared'
import { withinScope } from './tenancy'

/** Returns a record with the fields that SQL alone cannot compute. */
export function withDerived({ overrides: { reads } }: ServedResource, context: Context, row: Row): Row {
  if (!reads.derived) return row
  return {
    ...row,
    ...Object.fromEntries(Object.entries(reads.derived).map(([name, of]) => [name, of(row, context)])),
  }
}

/**
 * Returns the record as the API returns it. Throws 404 if there is none in the actor's scope: a record elsewhere is no
 * different from a missing one (T01).
 */
export async function load(served: ServedResource, context: Context, id: number, forUpdate: boolean): Promise<Row> {
  const row = await findRow(served, context, id, { forUpdate })
  // A record that the actor sees but may not change is forbidden, not missing.
  if (!row && forUpdate && (await findRow(served, context, id))) throw forbidden([])
  if (!row) throw notFound()
  return withDerived(served, context, row)
}

/**
 * Holds the record that a part belongs to, before the part itself: whoever changes either has the whole first, so that
 * no two wait for each other. `id` selects the part. Records may still be added that refer to the whole.
 */
async function holdWhole({ resource, stored, table }: ServedResource, { tx }: Context, id: RawBuilder<unknown>) {
  const [name, field] = Object.entries(resource.fields).find(([, { partOf }]) => partOf) ?? []
  if (name === undefined || field?.of === undefined) return
  const whole = sql`(select r.${sql.id(stored.get(name)!.column)} from ${table} r where r.id = ${id})`
  await sql`select from ${sql.table(snake(field.of))} w where w.id = ${whole} for no key update`.execute(tx)
}

/** Returns one record in the actor's scope. `forUpdate` locks it until the transaction ends. */
async function findRow(
  served: ServedResource,
  context: Context,
  id: number,
  options: { forUpdate?: boolean } = {},
): Promise<Row | undefined> {
  const seen = served.overrides.reads.visible?.(context)?.condition ?? sql`true`
  const shared = isShared(served.overrides, context.actor)
  // A row that is shared is changed by its owner alone.
  const changeable = options.forUpdate && shared ? sql`not ${shared}` : sql`true`
  const inScope = withinScope(served, context) ?? sql`true`
  const which = sql`${served.table} r where r.id = ${id} and ${inScope} and ${seen} and ${changeable}`
  if (options.forUpdate) {
    await holdWhole(served, context, sql`(select r.id from ${which})`)
    const held = await sql`select from ${which} for update of r`.execute(context.tx)
    if (held.rows.length === 0) return undefined
  }
  // The record is read after its row is locked: values from other tables are as of the beginning of the statement.
  const { rows } = await sql<Row>`select ${served.selection(shared)} from ${which}`.execute(context.tx)
  return rows[0]
}
