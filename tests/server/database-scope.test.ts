import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../server/db/open'
import { withScope } from '../../server/db/scope'
import type { Scope } from '../../server/db/scope'
import { databaseKind, emptyDatabase } from '../database'

const all: Scope = { kind: 'all', clientIds: [], siteId: null, providerId: null, userId: null }
const none: Scope = { ...all, kind: 'none' }
const client = (id: number): Scope => ({ ...all, kind: 'clients', clientIds: [id], userId: id })

let database: Database
beforeAll(async () => {
  database = await emptyDatabase({ queueLimit: 20_000, deadline: 60_000 })
  await withScope(database, all, async (tx) => {
    for (const id of [1, 2]) {
      await sql`insert into clients (id, name, nickname) values (${id}, ${`name ${id}`}, ${`client-${id}`})`.execute(tx)
      await sql`insert into projects (client_id, name, description) values (${id}, ${`of ${id}`}, '')`.execute(tx)
    }
  })
})
afterAll(() => database.close())

const projects = (scope: Scope) =>
  withScope(database, scope, async (tx) => {
    const { rows } = await sql<{ client_id: number }>`select client_id from projects order by client_id`.execute(tx)
    return rows.map((row) => row.client_id)
  })

describe('withScope', () => {
  it('shows what the scope covers and nothing without one', async () => {
    expect(await projects(all)).toEqual([1, 2])
    expect(await projects(client(1))).toEqual([1])
    expect(await projects({ ...client(1), clientIds: [1, 2] })).toEqual([1, 2])
    expect(await projects({ ...client(1), clientIds: [] })).toEqual([])
    expect(await projects(none)).toEqual([])
  })

  it('T12 shows every scope its own rows, also by one plan that is kept for all of them', async () => {
    const alone = await emptyDatabase({ poolSize: 1 })
    try {
      await withScope(alone, all, async (tx) => {
        for (const id of [1, 2])
          await sql`insert into clients (id, name, nickname) values (${id}, ${`name ${id}`}, ${`client-${id}`})`.execute(
            tx,
          )
      })
      const query = sql<{ id: number }>`select id from clients where id > ${0} order by id`
      const ids = async (scope: Scope) =>
        (await withScope(alone, scope, (tx) => query.execute(tx))).rows.map(({ id }) => id)
      for (let time = 0; time < 10; time++) {
        expect(await ids(client(1))).toEqual([1])
        expect(await ids(none)).toEqual([])
        expect(await ids(client(2))).toEqual([2])
        expect(await ids(all)).toEqual([1, 2])
      }
      const { rows } = await withScope(alone, all, (tx) =>
        sql<{ kept: number }>`select generic_plans::int as kept from pg_prepared_statements
          where statement like 'select id from clients%'`.execute(tx),
      )
      expect(rows[0]!.kept).toBeGreaterThan(10)
    } finally {
      await alone.close()
    }
  })

  // The embedded engine has one session, on which nothing interleaves.
  const MANY = databaseKind === 'postgres' ? 10_000 : 2_000
  it(`T12 keeps ${MANY.toLocaleString('en-US')} interleaved transactions of two tenants apart, with aborts among them`, async () => {
    const seen = { 1: 0, 2: 0, aborted: 0, broken: 0 }
    const one = async (turn: number) => {
      const id = turn % 2 === 0 ? 1 : 2
      const work = withScope(database, client(id), async (tx) => {
        const { rows } = await sql<{ client_id: number; claimed: string; role: string }>`
          select client_id, current_setting('app.client_ids') as claimed, current_user as role from projects
        `.execute(tx)
        expect(rows).toEqual([{ client_id: id, claimed: String(id), role: 'tocsin_app' }])
        if (turn % 7 === 0) throw new Error('given up')
        if (turn % 11 === 0) await sql`select 1 / 0`.execute(tx)
        seen[id] += 1
      })
      await work.catch((error: unknown) => {
        if (Object(error).message === 'given up') seen.aborted += 1
        else if (Object(error).sqlState === '22012') seen.broken += 1
        else throw error
      })
    }
    for (let start = 0; start < MANY; start += 1_000)
      await Promise.all(Array.from({ length: 1_000 }, (_, index) => one(start + index)))
    expect(seen[1] + seen[2] + seen.aborted + seen.broken).toBe(MANY)
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(MANY / 20)
    const { rows } = await sql<{ claimed: string }>`
      select coalesce(current_setting('app.client_ids', true), '') as claimed, current_user as role
    `.execute(database.kysely)
    expect(rows[0]).toMatchObject({ claimed: '' })
    expect(rows[0]).not.toMatchObject({ role: 'tocsin_app' })
  })

  it('T12 refuses a query that comes after its transaction ended', async () => {
    let late: Promise<unknown> | undefined
    await withScope(database, client(1), async (tx) => {
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => sql`select 1`.execute(tx))
      late.catch(() => undefined)
    })
    await withScope(database, client(2), () =>
      Promise.resolve(late)
        .catch(() => undefined)
        .then(() => undefined),
    )
    await expect(late).rejects.toMatchObject({ name: 'DatabaseError', code: 'OTHER' })
  })

  it('T05 refuses to write into another tenant', async () => {
    const write = withScope(database, client(1), (tx) =>
      sql`insert into projects (client_id, name, description) values (2, 'foreign', '')`.execute(tx),
    )
    await expect(write).rejects.toMatchObject({ sqlState: '42501' })
    const move = withScope(database, client(1), (tx) => sql`update projects set client_id = 2`.execute(tx))
    await expect(move).rejects.toMatchObject({ sqlState: '42501' })
    expect(await projects(all)).toEqual([1, 2])
  })

  it('T10 lets nothing but identifiers into the settings', () => {
    for (const bad of [Number.NaN, 1.5, -1, "1'" as unknown as number, '2' as unknown as number, 2 ** 53])
      for (const scope of [
        { ...client(1), clientIds: [bad] },
        { ...client(1), siteId: bad },
        { ...client(1), userId: bad },
      ])
        expect(() => withScope(database, scope, async () => 1)).toThrow(TypeError)
    expect(() => withScope(database, { ...all, kind: "all'--" as 'all' }, async () => 1)).toThrow(TypeError)
  })

  it('T10 runs one statement per query', async () => {
    const two = withScope(database, none, (tx) =>
      sql`select set_config('app.scope', 'all', true); select 1`.execute(tx),
    )
    await expect(two).rejects.toMatchObject({ sqlState: '42601' })
  })

  it('does not call committed what was rolled back', async () => {
    const swallowed = withScope(database, all, async (tx) => {
      await sql`insert into projects (client_id, name, description) values (1, 'lost', '')`.execute(tx)
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
      return 'done'
    })
    await expect(swallowed).rejects.toMatchObject({ sqlState: '25P02' })
    expect(await projects(all)).toEqual([1, 2])
  })

  it('names the cause when the scope itself could not be set', async () => {
    const unknown = database.transactionWith({ role: 'no_such_role' }, (tx) => sql`select 1`.execute(tx))
    await expect(unknown).rejects.toMatchObject({ sqlState: '22023' })
  })

  it('writes nothing in a read-only transaction', async () => {
    const write = withScope(database, all, (tx) => sql`delete from projects`.execute(tx), { readOnly: true })
    await expect(write).rejects.toMatchObject({ sqlState: '25006' })
    expect(await withScope(database, all, async () => 'asks nothing', { readOnly: true })).toBe('asks nothing')
  })
})
