import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database, Tx } from '../../server/db/open'
import { databaseKind, emptyDatabase } from '../database'

/** Runs with a database of one connection, which has no prepared statement yet. */
async function withOne(run: (database: Database) => Promise<void>): Promise<void> {
  const database = await emptyDatabase({ poolSize: 1 })
  try {
    await run(database)
  } finally {
    await database.close()
  }
}

const numbers = (upTo: number) => sql<{ n: number }>`select generate_series(1, ${upTo}::int) as n`

/** Returns the texts of the prepared statements, without the one that asks for them. */
const prepared = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)
  return rows.map(({ statement }) => statement).filter((text) => !text.includes('pg_prepared_statements'))
}

it('prepares a statement from its second time on, with other values each time', () =>
  withOne(async (database) => {
    const known: number[] = []
    for (const upTo of [1, 2, 3])
      await database.transaction(async (tx) => {
        expect((await numbers(upTo).execute(tx)).rows).toHaveLength(upTo)
        known.push((await prepared(tx)).filter((text) => text.includes('generate_series')).length)
      })
    expect(known).toEqual([0, 1, 1])
  }))

it('keeps at most 200 statements for a connection, and starts over after them', () =>
  withOne(async (database) => {
    const most = await database.transaction(async (tx) => {
      for (let at = 0; at < 500; at++) for (const _time of [1, 2]) await sql`select ${sql.lit(at)} as n`.execute(tx)
      return (await prepared(tx)).length
    })
    expect(most).toBeGreaterThan(100)
    expect(most).toBeLessThanOrEqual(200)
    // The next owner of the connection has none.
    expect(await database.transaction(prepared)).toEqual([])
    expect((await database.transaction((tx) => numbers(2).execute(tx))).rows).toHaveLength(2)
  }))

it('forgets the plans that were made for small tables once they have grown', () =>
  withOne(async (database) => {
    await database.transaction((tx) => sql`create table grown (n int)`.execute(tx))
    const add = (rows: number) => sql`insert into grown select generate_series(1, ${rows}::int)`
    const counted = () =>
      database.transaction(async (tx) => {
        for (const _time of [1, 2]) await sql`select count(*) from grown`.execute(tx)
        return (await prepared(tx)).length
      })
    await database.transaction((tx) => add(9_000).execute(tx))
    expect(await counted()).toBeGreaterThan(0)
    expect((await database.transaction(prepared)).length).toBeGreaterThan(0)
    await database.transaction((tx) => add(1_000).execute(tx))
    expect(await database.transaction(prepared)).toEqual([])
  }))

it('asks for another try where a table has changed under a prepared statement, and then answers', () =>
  withOne(async (database) => {
    const all = () => database.transaction(async (tx) => (await sql`select * from changed`.execute(tx)).rows)
    await database.transaction((tx) => sql`create table changed (n int)`.execute(tx))
    await database.transaction((tx) => sql`insert into changed values (1)`.execute(tx))
    for (const _time of [1, 2, 3]) expect(await all()).toEqual([{ n: 1 }])
    await database.transaction((tx) => sql`alter table changed add m int default 2`.execute(tx))
    await expect(all()).rejects.toMatchObject({ code: 'CONFLICT', sqlState: '0A000' })
    for (const _time of [1, 2, 3]) expect(await all()).toEqual([{ n: 1, m: 2 }])
  }))

it('keeps a statement that runs often beside hundreds that run once', () =>
  withOne(async (database) => {
    const often = (tx: Tx) => numbers(1).execute(tx)
    for (let at = 0; at < 300; at++)
      await database.transaction(async (tx) => {
        await often(tx)
        await sql`select ${sql.lit(at)} as n`.execute(tx)
      })
    const texts = await database.transaction(prepared)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('generate_series')
  }))

it.runIf(databaseKind === 'postgres')('starts no process beside its own for a query, however cheap that looks', () =>
  withOne(async (database) => {
    const rows = await database.transaction(async (tx) => {
      await sql`create table large as select generate_series(1, 100000) as n`.execute(tx)
      for (const name of ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size'])
        await sql`select set_config(${name}, '0', true)`.execute(tx)
      return (await sql<{ 'QUERY PLAN': string }>`explain select count(*) from large`.execute(tx)).rows
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Seq Scan')
    expect(plan).not.toContain('Gather')
  }),
)
