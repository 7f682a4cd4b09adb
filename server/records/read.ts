import { sql } from 'kysely'
import type { Context, Row } from '../context/context'
import { forbidden, notFound } from '../http/failures'
import type { ServedNoun } from './served-resource'
import { isShared } from './shared'
import { withinScope } from './tenancy'

/** Completes a record that was read with the fields that SQL alone cannot say. */
export function withDerived({ overrides: { reads } }: ServedNoun, context: Context, row: Row): Row {
  if (!reads.derived) return row
  return {
    ...row,
    ...Object.fromEntries(Object.entries(reads.derived).map(([name, of]) => [name, of(row, context)])),
  }
}

/** Returns the record as answered, or 404: one that exists elsewhere is no different from a missing one (T01). */
export async function load(noun: ServedNoun, context: Context, id: number, forUpdate: boolean): Promise<Row> {
  const row = await findRow(noun, context, id, { forUpdate })
  // A record that the asker sees and may not change is forbidden, not missing.
  if (!row && forUpdate && (await findRow(noun, context, id))) throw forbidden([])
  if (!row) throw notFound()
  return withDerived(noun, context, row)
}

/** Returns one record in the viewer's scope; `forUpdate` holds it until the transaction ends. */
async function findRow(
  noun: ServedNoun,
  context: Context,
  id: number,
  options: { forUpdate?: boolean } = {},
): Promise<Row | undefined> {
  const seen = noun.overrides.reads.visible?.(context)?.condition ?? sql`true`
  const which = sql`${noun.table} r where r.id = ${id} and ${withinScope(noun, context) ?? sql`true`} and ${seen}`
  if (options.forUpdate) {
    const held = await sql`select from ${which} for update of r`.execute(context.tx)
    if (held.rows.length === 0) return undefined
  }
  // Read only once the row is held: values computed from other tables are as of the statement's begin.
  const { rows } =
    await sql<Row>`select ${noun.selection(isShared(noun.overrides, context.actor))} from ${which}`.execute(context.tx)
  return rows[0]
}
