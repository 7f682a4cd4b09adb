import { sql } from 'kysely'
import type { Tx } from '../db/transaction'

/** A column as PostgreSQL names its type. `key` is its place in the primary key, null outside of it. */
type Column = { name: string; type: string; collated: boolean; key: number | null }
export type Table = { name: string; columns: readonly Column[] }

/**
 * The tables that a copy leaves out. The schema is made by migrations. The stream of alerts is ordered by the transactions of
 * one database, which mean nothing in another: its readers start anew (see `release`).
 */
const LEFT_OUT = ['schema_migrations', 'happenings', 'happenings_swept', 'tocsin_copy']

/** Returns the tables that are copied, in the order of their names, with the columns that are stored and not derived. */
export async function readTables(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'collated', a.attcollation <> 0, 'key', array_position(i.indkey::int2[], a.attnum)) order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and c.relname <> all (${LEFT_OUT})
      group by c.relname order by c.relname collate "C"`.execute(tx)
  return rows
}

/** The last value of each sequence by its name; null if it has given none. */
export type Sequences = Record<string, number | null>

export async function readSequences(tx: Tx): Promise<Sequences> {
  const { rows } = await sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'
    order by sequencename collate "C"`.execute(tx)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export async function setSequences(tx: Tx, sequences: Sequences): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await sql`select setval(format('public.%I', ${name}::text)::regclass, ${last ?? 1}, ${last !== null})`.execute(tx)
}

/** A migration as the database notes it. */
export type Applied = { name: string; hash: string }

/** Returns the migrations that a database has; null if it has no table of them. */
export async function readApplied(tx: Tx): Promise<Applied[] | null> {
  if (!(await hasTable(tx, 'schema_migrations'))) return null
  const { rows } = await sql<Applied>`select name, hash from schema_migrations order by name collate "C"`.execute(tx)
  return rows
}

export async function hasTable(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(format('public.%I', ${name}::text)) is not null as there`.execute(tx)
  return rows[0]?.there === true
}
