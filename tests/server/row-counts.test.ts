import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import type { Tx } from '../../server/db/open'
import { COUNTED } from '../../server/records/row-counts'
import { databaseKind } from '../database'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let admin: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
})
afterAll(() => world.close())

const inDatabase = <T>(run: (tx: Tx) => Promise<T>) => withServer(world.parts.database, run)
const total = async (query: string, token = admin) => (await world.call(token, 'GET', query)).body.total
/** Returns the kept and the real counts, by table and combination, without combinations of no rows. */
const compared = () =>
  inDatabase(async (tx) => {
    const kept: Record<string, unknown> = {}
    const counted: Record<string, unknown> = {}
    for (const [table, columns] of Object.entries(COUNTED)) {
      const parts = sql.join(columns.map((column) => sql.ref(column)))
      const by = async (what: ReturnType<typeof sql>, from: string) =>
        (
          await sql`select ${parts}, ${what} as rows from ${sql.table(from)} group by ${parts} having ${what} <> 0
            order by ${parts}`.execute(tx)
        ).rows
      kept[table] = await by(sql`sum(rows)::int`, `${table}_counts`)
      counted[table] = await by(sql`count(*)::int`, table)
    }
    return { kept, counted }
  })

it('names the columns that the database counts by', async () => {
  const columns = await inDatabase(async (tx) => {
    const { rows } = await sql<{ name: string; columns: string[] }>`select c.relname as name,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relname like '%\\_counts' and c.relkind in ('r', 'v')
      group by 1`.execute(tx)
    return rows.map(({ name, columns: all }) => [
      name.replace(/_counts$/, ''),
      all.filter((column) => !['rows', 'combination', 'id'].includes(column)),
    ])
  })
  expect(Object.fromEntries(columns)).toEqual(COUNTED)
})

it('keeps as many as there are, whatever is made, changed, moved, deleted or given up', async () => {
  const before = await compared()
  expect(before.kept).toEqual(before.counted)
  const make = async (body: object) => {
    const answer = await world.call(admin, 'POST', 'sites', { ClientId: 2, location: { formatted: 'Rua 1' }, ...body })
    expect(answer.status).toBe(201)
    return (answer.body.data as { id: number }).id
  }
  const [site, other] = [await make({ name: 'Um' }), await make({ name: 'Dois' })]
  const team = await make({ name: 'Equipe', siteType: 'team', timezone: 'America/Sao_Paulo' })
  expect((await world.call(admin, 'PATCH', `sites/${site}`, { active: false })).status).toBe(200)
  expect((await world.call(admin, 'PATCH', `teams/${team}`, { ProjectId: 5 })).status).toBe(200)
  expect((await world.call(admin, 'DELETE', `sites/${other}`)).status).toBe(200)
  // Refused once it is written: no row of it is counted.
  expect((await world.call(admin, 'POST', 'sites', { name: 'Três', ClientId: 2 })).status).toBe(400)
  await inDatabase(async (tx) => {
    await sql`update sites set active = not active where client_id = 2 and id % 3 = 0`.execute(tx)
    await sql`update maps set status = 'active', role = 'manager' where client_id = 2 and id % 2 = 0`.execute(tx)
  })
  await expect(
    inDatabase(async (tx) => {
      await sql`delete from registration_data where client_id = 2`.execute(tx)
      throw new Error('given up')
    }),
  ).rejects.toThrow('given up')
  const after = await compared()
  expect(after.kept).toEqual(after.counted)
  expect(after.counted).not.toEqual(before.counted)
})

it.runIf(databaseKind === 'postgres')('counts what many write at once, none of whom waits for another', async () => {
  const insert = (tx: Tx) =>
    sql`insert into maps (client_id, name, status, role) values (2, 'Ao mesmo tempo', 'pending', 'worker')`.execute(tx)
  // Each has counted before any may end.
  const counted: (() => void)[] = []
  const allCounted = Promise.all(Array.from({ length: 4 }, () => new Promise<void>((resolve) => counted.push(resolve))))
  await Promise.all(
    Array.from({ length: 4 }, async (_, index) =>
      inDatabase(async (tx) => {
        await insert(tx)
        counted[index]!()
        await allCounted
        if (index === 3) throw new Error('given up')
      }).catch(() => undefined),
    ),
  )
  const combination = await inDatabase(
    async (tx) =>
      (
        await sql<{
          id: number
        }>`select id from maps_counts where (client_id, status, role) = (2, 'pending', 'worker')`.execute(tx)
      ).rows,
  )
  expect(combination.length).toBeGreaterThan(1)
  await inDatabase(insert)
  const after = await compared()
  expect(after.kept).toEqual(after.counted)
})

it('says the total of a page without counting its rows, also to who walks by id, and counts what is narrowed further', async () => {
  const query = 'sites?ClientId=2&limit=5'
  const all = Number(await total(query))
  const ofTag = Number(await total(`${query}&q=a`))
  const root = await world.token('root')
  const everywhere = Number(await total('sites?limit=5', root))
  // Ten rows that were not counted: a total without them proves that it is the kept one.
  await world.database.transaction(async (tx) => {
    await sql`select set_config('app.scope', 'all', true)`.execute(tx)
    await sql`alter table sites disable trigger sites_counts_insert`.execute(tx)
    await sql`insert into sites (client_id, project_id, name, location)
      select 2, 2, 'Aqui ' || n, '{"formatted": "Rua 1"}' from generate_series(1, 10) n`.execute(tx)
    await sql`alter table sites enable trigger sites_counts_insert`.execute(tx)
  })
  expect(await total(query)).toBe(all)
  expect(await total('sites?limit=5')).toBe(all)
  expect(await total('sites?limit=5', root)).toBe(everywhere)
  expect(await total(`${query}&after=30`)).toBe(all)
  expect(await total(`${query}&q=a`)).toBe(ofTag + 10)
  // A page that is not full counts itself.
  expect(await total(`${query}&offset=${all + 8}`)).toBe(all + 10)
  // Nobody counts the rows of others, and a user bound to a site counts none beside it.
  expect(await total('sites?ClientId=2&limit=1', await world.token('borealis-admin'))).toBe(0)
  expect(await total('sites?limit=1', await world.token('acme-site-manager'))).toBe(1)
})

it('says the total of the alerts of a site without counting them, to whoever is bound to it as well', async () => {
  const manager = await world.token('acme-site-manager')
  const root = await world.token('root')
  const queries = [
    ['alerts?limit=1', manager],
    ['alerts?limit=1&test=false', manager],
    ['alerts?limit=1&SiteId=1', admin],
    ['alerts?limit=1&SiteId=1', root],
    ['alerts?limit=1&SiteId=1&ClientId=2', root],
  ] as const
  const totals = async () => Promise.all(queries.map(([query, token]) => total(query, token)))
  const add = (tx: Tx, text: string) =>
    sql`insert into alerts (client_id, site_id, uuid, generated_at, test)
    select 2, 1, ${text} || n, now(), n = 1 from generate_series(1, 5) n`.execute(tx)
  const before = (await totals()).map(Number)
  await inDatabase((tx) => add(tx, 'counted '))
  const counted = before.map((one, index) => one + (index === 1 ? 4 : 5))
  expect(await totals()).toEqual(counted)
  await world.database.transaction(async (tx) => {
    await sql`select set_config('app.scope', 'all', true)`.execute(tx)
    await sql`alter table alerts disable trigger alert_site_days_insert`.execute(tx)
    await add(tx, 'not counted ')
    await sql`alter table alerts enable trigger alert_site_days_insert`.execute(tx)
  })
  expect(await totals()).toEqual(counted)
  // The server counts the rows of a list that is narrowed further.
  expect(await total('alerts?limit=1&SiteId=1&open=true', root)).toBe(counted[3]! + 5 - 1)
})
