import { sql } from 'kysely'
import { SERVER_APPLICATION, type Database } from '../db/open'
import type { Tx } from '../db/transaction'
import { DatabaseError } from '../db/database-error'
import { readApplied, readSequences, readTables, type Applied, type Sequences, type Table } from './catalog'
import { CopyError, refuseAborted } from './copy-error'
import { refuseHeld } from './journal'
import { figuresOf, readRows, SAME_TEXTS, type Figures } from './rows'

/** The source of a copy: a database at one moment, or a backup. */
export type Source = {
  kind: Database['kind']
  migrations: readonly Applied[]
  /** The tables one after the other; the rows of one are read before the next is asked for. */
  tables: () => AsyncIterable<SourceTable>
  /** The figures of a table of this source; undefined if there is no such table. */
  figuresOf: (name: string) => Promise<Figures | undefined>
  /** Read last: a running server may have given ids since the rows were read, but never one that a row has. */
  sequences: () => Promise<Sequences>
}
export type SourceTable = { name: string; columns: readonly string[]; rows: AsyncIterable<string[]> }

export type SourceOptions = {
  /** The migrations of this program, which the database has to have. */
  expected: readonly Applied[]
  /** The name of the database in messages. */
  place: string
  signal?: AbortSignal | undefined
  /** True if nobody may write while it is read: what is written later would stay behind. */
  alone?: boolean
}

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Calls `run` with a database as a source, as it is at this moment: all of it is read in one snapshot, which writers do not
 * wait for, or, with `alone`, wait for. Throws ABSENT, OLD_SCHEMA, NEWER, UNFINISHED or IN_SERVICE.
 */
export async function withSource<T>(
  database: Database,
  { expected, place, signal, alone = false }: SourceOptions,
  run: (source: Source, tx: Tx) => Promise<T>,
): Promise<T> {
  const snapshot = database.kysely.transaction().setIsolationLevel('repeatable read')
  const locked = alone && database.kind === 'postgres' ? await database.transaction(readTables) : []
  return snapshot.execute(async (tx) => {
    // Before the first query, which fixes the moment that all of them see.
    if (locked.length > 0) await refuseWriters(tx, locked, place)
    await SAME_TEXTS.execute(tx)
    await refuseHeld(tx, place)
    const migrations = await readApplied(tx)
    refuseOther(migrations, expected, place)
    const tables = await readTables(tx)
    const between = () => refuseAborted(signal)
    const source: Source = {
      kind: database.kind,
      migrations: expected,
      async *tables() {
        for (const table of tables) {
          between()
          yield { name: table.name, columns: table.columns.map(({ name }) => name), rows: readRows(tx, table) }
        }
      },
      async figuresOf(name) {
        const table = tables.find((one) => one.name === name)
        return table && figuresOf(tx, table, between)
      },
      sequences: () => readSequences(tx),
    }
    return run(source, tx)
  })
}

/** Keeps writers out of tables until the end of the transaction. */
async function refuseWriters(tx: Tx, tables: readonly Table[], place: string): Promise<void> {
  try {
    await sql`set local lock_timeout = '5s'`.execute(tx)
    await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in share mode`.execute(tx)
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlState === LOCK_NOT_AVAILABLE)
      throw new CopyError('IN_SERVICE', { place })
    throw error
  }
}

/** Refuses a database whose schema is not that of this program. */
function refuseOther(applied: readonly Applied[] | null, expected: readonly Applied[], place: string): void {
  if (applied === null || applied.length === 0) throw new CopyError('ABSENT', { place })
  const other = applied.find(({ name, hash }) => expected.find((one) => one.name === name)?.hash !== hash)
  if (other) throw new CopyError('NEWER', { migration: other.name })
  if (applied.length < expected.length) throw new CopyError('OLD_SCHEMA', { place, migration: applied.at(-1)!.name })
}

/** Throws IN_SERVICE if servers are connected to a PostgreSQL. The embedded database admits one process. */
export async function refuseInService(tx: Tx, kind: Database['kind'], place: string): Promise<void> {
  if (kind === 'embedded') return
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER_APPLICATION}`.execute(tx)
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new CopyError('IN_SERVICE', { place, count })
}
