import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../server/db/open'
import { databaseKind, emptyDatabase } from '../database'

let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.close())

// The expected values stand here once, and this file runs on both databases: that is what makes them equal.
it('reads every type the same way on both databases', async () => {
  const { rows } = await sql`select
    1::int2 as int2, 2::int4 as int4, 9007199254740991::int8 as int8, count(*) as count,
    -23.5505199::numeric as numeric, -23.5505199::float8 as float8,
    'ação'::text as text, true as yes, null::int as nothing,
    date '2024-02-29' as date,
    timestamptz '2024-02-29 23:59:59.123456-03' as timestamptz, timestamptz '2024-03-01 00:00:00Z' as whole,
    '{"a": [1, "x", null]}'::jsonb as jsonb, '[1]'::json as json,
    array[1, 2]::int4[] as ints, array['a', null]::text[] as texts, '\\x00ff'::bytea as bytea`.execute(database.kysely)
  expect(rows).toEqual([
    {
      int2: 1,
      int4: 2,
      int8: 9007199254740991,
      count: 1,
      numeric: -23.5505199,
      float8: -23.5505199,
      text: 'ação',
      yes: true,
      nothing: null,
      date: '2024-02-29',
      timestamptz: '2024-03-01T02:59:59.123Z',
      whole: '2024-03-01T00:00:00.000Z',
      jsonb: { a: [1, 'x', null] },
      json: [1],
      ints: [1, 2],
      texts: ['a', null],
      bytea: Buffer.from([0, 255]),
    },
  ])
})

it('takes every parameter the same way on both databases', async () => {
  const moment = new Date('2024-02-29T23:59:59.123Z')
  const { rows } = await sql`select
    ${1}::int as int, ${'1'}::int as "int from text", ${true}::boolean as yes, ${null}::text as nothing,
    ${moment}::timestamptz as moment, ${moment.toISOString()}::timestamptz as iso, ${'2024-02-29'}::date as date,
    ${{ a: 'ção' }}::jsonb as object, ${JSON.stringify([1, { b: 2 }])}::jsonb as list,
    ${[1, 2]}::int[] as ints, ${['a,"b', null]}::text[] as texts, ${2} = any(${[1, 2]}::int[]) as any`.execute(
    database.kysely,
  )
  expect(rows).toEqual([
    {
      int: 1,
      'int from text': 1,
      yes: true,
      nothing: null,
      moment: moment.toISOString(),
      iso: moment.toISOString(),
      date: '2024-02-29',
      object: { a: 'ção' },
      list: [1, { b: 2 }],
      ints: [1, 2],
      texts: ['a,"b', null],
      any: true,
    },
  ])
})

it('counts the rows that a write touched', async () => {
  const touched = await database.transaction(async (tx) => {
    await sql`create temporary table touched (id int)`.execute(tx)
    await tx
      .insertInto('touched')
      .values([{ id: 1 }, { id: 2 }])
      .execute()
    return tx.updateTable('touched').set({ id: 3 }).where('id', '=', 1).executeTakeFirst()
  })
  expect(touched.numUpdatedRows).toBe(1n)
})

it('carries an answer of several megabytes', async () => {
  const { rows } = await sql<{ text: string }>`
    select repeat('é', 1000) as text from generate_series(1, 3000)
  `.execute(database.kysely)
  expect(rows).toHaveLength(3_000)
  expect(rows.every(({ text }) => text.length === 1_000)).toBe(true)
})

it('recovers from an error in a query with parameters', async () => {
  for (let turn = 0; turn < 50; turn += 1) {
    await expect(sql`select ${'x'}::int`.execute(database.kysely)).rejects.toMatchObject({ sqlState: '22P02' })
    expect((await sql`select ${turn}::int as turn`.execute(database.kysely)).rows).toEqual([{ turn }])
  }
})

it('T72 T73 lets neither a query nor a value of it into an error', async () => {
  const canary = 'canary-5511999990000'
  const failures = [
    sql`select ${canary}::int`,
    sql`select canary_column from clients where name = ${canary}`,
    sql`insert into clients (name, nickname) values (${canary}, ${null})`,
    sql`canary nonsense ${canary}`,
    sql`do $$ begin raise exception 'canary' using errcode = 'TL001', detail = 'canary', hint = 'canary'; end $$`,
    sql`select ${sql.join([canary])}::jsonb`,
  ]
  for (const failure of failures) {
    const error = await failure.execute(database.kysely).then(
      () => undefined,
      (caught: unknown) => caught,
    )
    expect(error).toMatchObject({ name: 'DatabaseError', code: 'OTHER' })
    const { message, stack, cause } = error as Error
    const text = JSON.stringify([message, stack, cause, Object.entries(error as Error)])
    expect(text).not.toMatch(/canary[-_ ]/)
  }
  const circular: Record<string, unknown> = { canary }
  circular['self'] = circular
  await expect(sql`select ${circular}::jsonb`.execute(database.kysely)).rejects.toMatchObject({ code: 'OTHER' })
  await database.ping()
})

it('names the constraint of a violation', async () => {
  await sql`insert into clients (id, name, nickname) overriding system value values (7, 'a', 'a')`
    .execute(database.kysely)
    .catch(() => undefined)
  const twice = database.transaction(async (tx) => {
    await sql`create temporary table twice (id int constraint twice_once unique)`.execute(tx)
    await sql`insert into twice values (1), (1)`.execute(tx)
  })
  await expect(twice).rejects.toMatchObject({ sqlState: '23505', constraint: 'twice_once', table: 'twice' })
})

it(`is opened as ${databaseKind}`, () => {
  expect(database.kind).toBe(databaseKind)
})

it.runIf(databaseKind === 'embedded')('uses the room of replaced rows again, which no autovacuum frees', async () => {
  const { kysely } = database
  await sql`create table hot (key text primary key, n int, at int, filler text)`.execute(kysely)
  await sql`create index hot_at on hot (at)`.execute(kysely)
  await sql`insert into hot select 'k' || n, 0, 0, repeat('x', 500) from generate_series(1, 200) n`.execute(kysely)
  const write = async () => {
    for (let turn = 1; turn <= 5; turn++) await sql`update hot set n = n + 1, at = at + 1`.execute(kysely)
    const { rows } = await sql<{ bytes: number }>`select pg_table_size('hot')::int as bytes`.execute(kysely)
    return rows[0]!.bytes
  }
  const first = await write()
  await database.tidy!()
  expect(await write()).toBeLessThanOrEqual(first * 1.2)
  await sql`drop table hot`.execute(kysely)
})
