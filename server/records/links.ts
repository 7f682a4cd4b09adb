import { idsIn } from '@tocsin/core/base/cells'
import { clientOf, type Draft } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Row } from '../context/context'
import type { AnyOverrides, Link } from './overrides'
import type { ServedResource } from './served-resource'

/** Returns the fields of answers that are rows of other tables, as SQL over the row `r`. */
export const toldOf = ({ links = {} }: Pick<AnyOverrides, 'links'>): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    Object.entries(links).map(([name, link]) => [
      name,
      sql`coalesce((select jsonb_agg(${link.told} order by l.${sql.id(link.to)}) from ${rowsOf(link)}), '[]')`,
    ]),
  )

/** Returns the references of the row `r`, as the source of a query. */
const rowsOf = ({ table, from }: Link) =>
  sql`${sql.table(table)} l where l.client_id = r.client_id and l.${sql.id(from)} = r.id`

/** Returns the condition that the row `r` points to one of these records. */
export const pointsTo = (link: Link, ids: readonly number[]): RawBuilder<unknown> =>
  sql`exists (select from ${rowsOf(link)} and l.${sql.id(link.to)} = any (${ids}::int[]))`

/** Writes the references of a record that differ from those before. */
export async function writeLinks(
  { resource, overrides: { links = {} } }: ServedResource,
  { tx }: Pick<Context, 'tx'>,
  id: number,
  before: Row | null,
  { values, changedFields }: { values: Draft; changedFields: Draft },
): Promise<void> {
  const clientId = clientOf(resource, values)
  for (const [name, { table, from, to }] of Object.entries(links)) {
    if (!Object.hasOwn(changedFields, name)) continue
    const [was, now] = [idsIn(before?.[name] ?? []), idsIn(changedFields[name] ?? [])]
    const [gone, added] = [was.filter((one) => !now.includes(one)), now.filter((one) => !was.includes(one))]
    if (gone.length > 0)
      await sql`delete from ${sql.table(table)} where client_id = ${clientId} and ${sql.id(from)} = ${id}
        and ${sql.id(to)} = any (${gone}::int[])`.execute(tx)
    if (added.length > 0)
      await sql`insert into ${sql.table(table)} (client_id, ${sql.id(from)}, ${sql.id(to)})
        select ${clientId}::int, ${id}::int, one from unnest(${added}::int[]) one`.execute(tx)
  }
}
