import type { Dashboard, TotalName } from '@tocsin/core/api/dashboard'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ACME, BOREALIS, CIDADE_VAZIA, PROVIDER } from '../../fixtures/clients'
import { actorFrom, USER_COLUMNS, type UserRow } from '../../server/auth/session-actor'
import { withActor, withServer } from '../../server/context/actor'
import type { Tx } from '../../server/db/open'
import { topSitesQuery } from '../../server/resources/dashboard/top'
import { CANARY } from '../canaries'
import { databaseKind } from '../database'
import { startWorld, type TestWorld } from '../world'

const CALLS = ['dashboard', 'dashboard/client', 'dashboard/apps', 'dashboard/sites']

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  // In Brazil it is still the day before.
  world.clock.now = Date.parse('2026-03-05T02:00:00Z')
  await inDatabase(async (tx) => {
    await sql`insert into users (id, name, username, email, role, user_type, client_id, site_id, password_hash)
      select 901, name, 'acme-site-admin', email, role, user_type, client_id, 1, password_hash
      from users where username = 'acme-admin'`.execute(tx)
  })
})
afterAll(() => world.close())
afterEach(() => Object.assign(world.parts.fences, { code: true, database: true }))

const inDatabase = <T>(run: (tx: Tx) => Promise<T>) => withServer(world.parts.database, run)
const ask = async (username: string, path: string) => world.call(await world.token(username), 'GET', path)
const read = async (username: string, path: string): Promise<Dashboard> => {
  const { status, body, text } = await ask(username, path)
  expect(status, text).toBe(200)
  return body.data
}
const change = async (username: string, method: string, path: string, body: object) => {
  const { status, text } = await world.call(await world.token(username), method, path, body)
  expect(status, text).toBeLessThan(300)
}
const totals = (dashboard: Dashboard): Partial<Record<TotalName, number>> =>
  Object.fromEntries(
    Object.entries(dashboard).flatMap(([name, value]) =>
      typeof value === 'object' && 'total' in value ? [[name, value.total]] : [],
    ),
  )

/** Returns the number of rows, counted one by one. */
const count = (from: ReturnType<typeof sql>) =>
  inDatabase(async (tx) => {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${from}`.execute(tx)
    return rows[0]!.rows
  })
/** Returns the totals of these clients, counted one by one. */
const counted = async (clients: readonly number[]) => ({
  clients: await count(sql`clients where active and id = any (${clients}::int[])`),
  apps: await count(sql`apps where client_id = any (${clients}::int[])`),
  channels: await count(sql`channels where client_id = any (${clients}::int[])`),
  mobileProfiles: await count(sql`maps where status = 'active' and client_id = any (${clients}::int[])`),
  alerts: await count(sql`alerts where not test and not data_channel and client_id = any (${clients}::int[])`),
})
const EVERYBODY = [PROVIDER, ACME, BOREALIS, CIDADE_VAZIA]

describe('the totals', () => {
  it('DASH-01 DASH-10 ENT-DASH-01 count what is active, at the time of the counts, and follow every change', async () => {
    const { mobileUsers, ...own } = totals(await read('root', 'dashboard'))
    expect(own).toEqual(await counted(EVERYBODY))
    expect(mobileUsers).toBe(await count(sql`mobile_users where active`))
    world.clock.now += 60_000
    expect((await read('root', 'dashboard')).timestamp).toBe(new Date(world.clock.now).toISOString())

    await change('acme-admin', 'POST', 'maps/2/approve', {})
    await change('acme-admin', 'POST', 'apps', { name: 'Mais um', projectId: ACME })
    await inDatabase((tx) => sql`update mobile_users set active = false where id = 1`.execute(tx))
    await change('root', 'PATCH', `clients/${CIDADE_VAZIA}`, { active: false })
    expect(totals(await read('root', 'dashboard'))).toEqual({
      clients: own.clients! - 1,
      apps: own.apps! + 1,
      channels: own.channels,
      mobileUsers: mobileUsers! - 1,
      mobileProfiles: own.mobileProfiles! + 1,
      alerts: own.alerts,
    })
    await change('root', 'PATCH', `clients/${CIDADE_VAZIA}`, { active: true })
  })

  it('A-159 are those of one client, which alone has apps, channels and profiles', async () => {
    const { clients: _, ...own } = await counted([ACME])
    expect(totals(await read('root', `dashboard/client/${ACME}`))).toEqual(own)
    expect(totals(await read('acme-admin', 'dashboard/client'))).toEqual(own)
    expect(totals(await read('acme-admin', `dashboard/client/${ACME}`))).toEqual(own)
  })

  it('are kept, and not counted when they are asked for', async () => {
    const before = totals(await read('acme-admin', 'dashboard/client'))
    await world.database.transaction(async (tx) => {
      await sql`select set_config('app.scope', 'all', true)`.execute(tx)
      await sql`alter table apps disable trigger apps_counts_insert`.execute(tx)
      await sql`insert into apps (id, client_id, project_id, name) values (990, ${ACME}, ${ACME}, 'uncounted')`.execute(
        tx,
      )
      await sql`alter table apps enable trigger apps_counts_insert`.execute(tx)
    })
    expect(totals(await read('acme-admin', 'dashboard/client'))).toEqual(before)
    await world.database.transaction(async (tx) => {
      await sql`select set_config('app.scope', 'all', true)`.execute(tx)
      await sql`alter table apps disable trigger apps_counts_delete`.execute(tx)
      await sql`delete from apps where id = 990`.execute(tx)
      await sql`alter table apps enable trigger apps_counts_delete`.execute(tx)
    })
  })
})

describe('the alerts', () => {
  const raise = (
    client: number,
    site: number | null,
    createdAt: string,
    more: { test?: boolean; data?: boolean } = {},
  ) =>
    inDatabase((tx) =>
      sql`insert into alerts (client_id, site_id, uuid, generated_at, created_at, test, data_channel)
        values (${client}, ${site}, gen_random_uuid()::text, ${createdAt}, ${createdAt}, ${more.test ?? false}, ${more.data ?? false})`.execute(
        tx,
      ),
    )
  const total = async (username: string, path = 'dashboard/client') => (await read(username, path)).alerts!.total

  it('A-159 are counted without tests and without records for data collection', async () => {
    const before = await total('acme-admin')
    await raise(ACME, 1, '2026-01-10T11:00:00Z', { test: true })
    await raise(ACME, 1, '2026-01-10T11:00:00Z', { data: true })
    expect(await total('acme-admin')).toBe(before)
    await raise(ACME, 1, '2026-01-10T11:00:00Z')
    expect(await total('acme-admin')).toBe(before + 1)
    expect(await total('root', `dashboard/client/${ACME}`)).toBe(before + 1)
  })

  it('are told by day in Brazil for fourteen days until today, each with its tests', async () => {
    const at = async (username: string, path = 'dashboard/client') => (await read(username, path)).alertDays!.list
    expect(await at('acme-admin')).toHaveLength(14)
    // Midnight is three hours later in Brazil.
    await raise(ACME, 1, '2026-02-20T02:59:00Z')
    await raise(ACME, 8, '2026-03-04T03:00:00Z')
    await raise(ACME, 8, '2026-03-05T01:00:00Z', { test: true })
    await raise(ACME, 8, '2026-03-05T01:00:00Z', { data: true })
    await raise(ACME, 1, '2026-02-19T02:59:00Z')
    await raise(BOREALIS, 10_001, '2026-02-25T12:00:00Z')
    const days = await at('acme-admin')
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-02-19', '2026-03-04'])
    const busy = [
      { day: '2026-02-19', alerts: 1, tests: 0 },
      { day: '2026-03-04', alerts: 1, tests: 1 },
    ]
    const some = (all: typeof days) => all.filter(({ alerts, tests }) => alerts + tests > 0)
    expect(some(days)).toEqual(busy)
    expect(some(await at('root', `dashboard/client/${ACME}`))).toEqual(busy)
    const foreign = { day: '2026-02-25', alerts: 1, tests: 0 }
    expect(some(await at('borealis-admin'))).toEqual([foreign])
    expect(some(await at('root', 'dashboard'))).toEqual([busy[0], foreign, busy[1]])
    // People of a site see the days of that site, and nobody else's, by either fence.
    for (const [code, database] of [
      [true, true],
      [true, false],
      [false, true],
    ]) {
      Object.assign(world.parts.fences, { code, database })
      expect(some(await at('acme-site-admin'))).toEqual([busy[0]])
      expect(some(await at('client-manager'))).toEqual(busy)
    }
    const approver = await read('acme-approver', 'dashboard/client')
    expect([approver.alerts, approver.alertDays]).toEqual([undefined, undefined])
  })
})

describe('the first three', () => {
  it('ENT-DASH-02 ENT-DASH-03 A-120 are the active sites and the apps with the most active profiles', async () => {
    await inDatabase(async (tx) => {
      await sql`update sites set app_id = 2 where id = 8`.execute(tx)
      for (const [site, people] of [
        [1, 4],
        [8, 6],
        [15, 3],
        [22, 2],
        // Neither a team nor a site that is switched off is among the first.
        [20_001, 9],
        [29, 9],
      ] as const)
        await sql`insert into maps (client_id, site_id, name, status)
          select ${ACME}, ${site}, 'Pessoa', 'active' from generate_series(1, ${people}::int)`.execute(tx)
      await sql`update sites set active = false where id = 29`.execute(tx)
    })
    const people = (condition: ReturnType<typeof sql>) =>
      count(sql`maps m left join sites s on s.id = m.site_id
        where m.status = 'active' and m.client_id = ${ACME} and ${condition}`)
    const { topSites, topApps } = await read('acme-admin', 'dashboard/client')
    const site = async (id: number, app: { id: number; name: string }) => ({
      site: { id, name: expect.any(String) },
      users: await people(sql`m.site_id = ${id}`),
      app,
    })
    const [school, panic] = [
      { id: 1, name: 'Alerta Escolar' },
      { id: 2, name: 'Botão do Pânico' },
    ]
    expect(topSites!.list).toEqual([await site(8, panic), await site(1, school), await site(15, school)])
    // A profile without a site, or at a site without an app, uses the client's default app.
    expect(topApps!.list).toEqual([
      { app: school, users: await people(sql`s.app_id is distinct from 2`) },
      { app: panic, users: await people(sql`s.app_id = 2`) },
    ])

    expect((await read('acme-admin', 'dashboard/apps')).topApps).toEqual(topApps)
    expect((await read('acme-admin', 'dashboard/sites')).topSites).toEqual(topSites)
    expect((await read('acme-admin', 'dashboard/apps?appId=2')).topApps!.list).toEqual([topApps!.list[1]])
    const two = (await read('acme-admin', 'dashboard/sites?SiteId=22,15')).topSites!.list
    expect(two.map((one) => one.site.id)).toEqual([15, 22])
    // An empty filter narrows nothing, as in a list.
    expect((await read('acme-admin', 'dashboard/sites?siteId=')).topSites).toEqual(topSites)
  })

  it('DASH-10 K9 are looked up from the most profiles down, also without statistics of the tables', async () => {
    const { rows: users } = await inDatabase((tx) =>
      sql<UserRow>`select ${USER_COLUMNS} from users u where u.username = 'acme-admin'`.execute(tx),
    )
    const actor = actorFrom(users[0]!, '')
    const plan = await withActor(world.parts, actor, async (tx) => {
      const context = { parts: world.parts, actor, tx, requestId: '', locale: '' }
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${topSitesQuery(context, {})}`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/on profiles_by_site[^]*Index Scan using \w+ on sites/)
    expect(plan).not.toMatch(/on sites[^]*on profiles_by_site/)
  })

  it('are none where there are no profiles', async () => {
    const { topApps, topSites } = await read('vazia-admin', 'dashboard/client')
    expect({ topApps, topSites }).toEqual({ topApps: { list: [] }, topSites: { list: [] } })
  })

  /** Returns the kept numbers of profiles, and the same counted one by one. */
  const kept = () =>
    inDatabase(async (tx) => {
      const rows = async (query: ReturnType<typeof sql>) => (await query.execute(tx)).rows
      return {
        bySite: await rows(
          sql`select client_id, site_id, profiles from profiles_by_site where profiles <> 0 order by 1, 2`,
        ),
        byApp: await rows(sql`select client_id, app_id, sum(profiles)::int as profiles from profiles_by_app
          group by 1, 2 having sum(profiles) <> 0 order by 1, 2`),
        counted: {
          bySite: await rows(sql`select client_id, site_id, count(*)::int as profiles from maps
            where status = 'active' and site_id is not null group by 1, 2 order by 1, 2`),
          byApp: await rows(sql`select m.client_id, s.app_id, count(*)::int as profiles from maps m
            left join sites s on s.id = m.site_id where m.status = 'active' group by 1, 2 order by 1, 2`),
        },
      }
    })
  const expectKept = async () => {
    const { counted: real, ...both } = await kept()
    expect(both).toEqual(real)
    expect(real.byApp.length).toBeGreaterThan(2)
  }

  it('are kept whatever is made, approved, moved, deleted or given up', async () => {
    await expectKept()
    await change('acme-admin', 'POST', 'maps/4/approve', {})
    await change('acme-admin', 'POST', 'maps/5/deactivate', {})
    await inDatabase(async (tx) => {
      await sql`update maps set site_id = 22 where site_id = 15 and name = 'Pessoa'`.execute(tx)
      await sql`delete from maps where site_id = 22 and mobile_user_uuid is null and id % 2 = 0`.execute(tx)
      await sql`update sites set app_id = case when id % 2 = 0 then 2 end where client_id = ${ACME}`.execute(tx)
    })
    await expect(
      inDatabase(async (tx) => {
        await sql`insert into maps (client_id, site_id, name, status) values (${ACME}, 1, 'x', 'active')`.execute(tx)
        throw new Error('given up')
      }),
    ).rejects.toThrow('given up')
    await expectKept()
  })

  it.runIf(databaseKind === 'postgres')(
    'are kept where a site changes its app while somebody joins it, even for the first time',
    async () => {
      const [site] = (await read('acme-admin', 'dashboard/sites')).topSites!.list
      const bare = await inDatabase(async (tx) => {
        const { rows } = await sql<{ id: number }>`insert into sites (client_id, project_id, name, location)
          values (${ACME}, ${ACME}, 'Nova', '{"formatted": "Rua 1"}') returning id`.execute(tx)
        return rows[0]!.id
      })
      for (const id of [site!.site.id, bare]) {
        let joined = (): void => undefined
        const hasJoined = new Promise<void>((resolve) => (joined = resolve))
        await Promise.all([
          inDatabase(async (tx) => {
            await sql`insert into maps (client_id, site_id, name, status)
              values (${ACME}, ${id}, 'Quem chega', 'active')`.execute(tx)
            joined()
            // The other transaction waits for this one meanwhile.
            await sql`select pg_sleep(0.3)`.execute(tx)
          }),
          hasJoined.then(() => inDatabase((tx) => sql`update sites set app_id = 2 where id = ${id}`.execute(tx))),
        ])
      }
      await expectKept()
    },
  )
})

describe('the border', () => {
  it('T08 counts what is the reader’s alone, by either fence', async () => {
    const own: Record<string, readonly number[]> = {
      root: EVERYBODY,
      'client-manager': [ACME, CIDADE_VAZIA],
      'acme-admin': [ACME],
      'borealis-admin': [BOREALIS],
      'vazia-admin': [CIDADE_VAZIA],
    }
    for (const [username, clients] of Object.entries(own)) {
      const all = await counted(clients)
      for (const fences of [
        { code: true, database: true },
        { code: true, database: false },
        { code: false, database: true },
      ]) {
        Object.assign(world.parts.fences, fences)
        const { mobileUsers: _, ...seen } = totals(await read(username, 'dashboard'))
        expect(seen, `${username} ${JSON.stringify(fences)}`).toEqual(all)
      }
    }
    // Without either, the same call tells of everybody: the comparison above can fail.
    Object.assign(world.parts.fences, { code: false, database: false })
    expect(totals(await read('acme-admin', 'dashboard')).apps).toBe((await counted(EVERYBODY)).apps)
  })

  it('T08 has no byte of another client in any call', async () => {
    await inDatabase(async (tx) => {
      await sql`update clients set locked = false where id = ${BOREALIS}`.execute(tx)
      for (const table of ['apps', 'sites'])
        await sql`update ${sql.table(table)} set name = ${CANARY} || id where client_id = ${BOREALIS}`.execute(tx)
      await sql`update clients set locked = true where id = ${BOREALIS}`.execute(tx)
    })
    const asked = [...CALLS, `dashboard/client/${ACME}`, 'dashboard/apps?appId=1,3', 'dashboard/sites?siteId=1,10001']
    for (const username of ['acme-admin', 'client-manager', 'acme-site-admin', 'acme-site-manager', 'vazia-admin'])
      for (const [code, database] of [
        [true, true],
        [true, false],
        [false, true],
      ] as const) {
        Object.assign(world.parts.fences, { code, database })
        for (const path of asked) expect((await ask(username, path)).text, `${username} ${path}`).not.toContain(CANARY)
        const { status, text } = await ask(username, `dashboard/client/${BOREALIS}`)
        expect(status, `${username} ${text}`).toBe(404)
      }
    for (const path of CALLS.slice(1)) expect((await ask('borealis-admin', path)).text, path).toContain(CANARY)
  })

  it('A-159 A-161 shows people of a site that site alone, by either fence', async () => {
    await inDatabase((tx) => sql`update sites set app_id = 2 where id = 1`.execute(tx))
    const profiles = await count(sql`maps where site_id = 1 and status = 'active'`)
    const channels = await count(sql`channels where app_id = 2`)
    for (const fences of [
      { code: true, database: true },
      { code: true, database: false },
      { code: false, database: true },
    ]) {
      Object.assign(world.parts.fences, fences)
      const { topSites, topApps, ...rest } = await read('acme-site-admin', 'dashboard/client')
      const alerts = await count(sql`alerts where site_id = 1 and not test and not data_channel`)
      expect(alerts).toBeGreaterThan(0)
      expect(totals(rest)).toEqual({ apps: 1, channels, mobileProfiles: profiles, alerts })
      expect(topSites!.list).toEqual([
        { site: expect.objectContaining({ id: 1 }), users: profiles, app: expect.objectContaining({ id: 2 }) },
      ])
      expect(topApps!.list).toEqual([{ app: expect.objectContaining({ id: 2 }), users: profiles }])
      expect((await read('acme-site-admin', 'dashboard/sites?siteId=8,15')).topSites!.list).toEqual([])
      expect(totals(await read('acme-site-manager', 'dashboard'))).toEqual({ mobileProfiles: profiles, alerts })
    }
  })
})

describe('whoever may not see records', () => {
  it('DASH-03 gets an empty dashboard as any other kind of user, and as a guest', async () => {
    for (const username of ['monitor-admin', 'monitor-operator'])
      for (const path of ['dashboard', 'dashboard/client', `dashboard/client/${ACME}`])
        expect(await read(username, path)).toEqual({ timestamp: expect.any(String) })
    expect(await read('guest', 'dashboard')).toEqual({ timestamp: expect.any(String) })
  })

  it('gets no figure of them, and is told the permission for a call that has no other', async () => {
    expect(Object.keys(await read('acme-approver', 'dashboard/client'))).toEqual([
      'timestamp',
      'mobileProfiles',
      'topSites',
    ])
    expect(Object.keys(await read('broadcast-operator', 'dashboard'))).toEqual([
      'timestamp',
      'clients',
      'apps',
      'channels',
    ])
    for (const [username, path, permission] of [
      ['acme-approver', 'dashboard/apps', 'apps:view'],
      ['broadcast-operator', 'dashboard/sites', 'sites:view'],
    ] as const) {
      const { status, body } = await ask(username, path)
      expect([status, body.error?.details]).toEqual([403, { permission }])
    }
    for (const path of CALLS) expect((await world.call(null, 'GET', path)).status).toBe(401)
  })

  it('is told what is wrong with a query', async () => {
    for (const [path, code, parameter] of [
      ['dashboard?appId=1', 'UNKNOWN_PARAMETER', 'appId'],
      ['dashboard/client?clientId=3', 'UNKNOWN_PARAMETER', 'clientId'],
      ['dashboard/sites?appId=1', 'UNKNOWN_PARAMETER', 'appId'],
      ['dashboard/apps?appId=x', 'INVALID_PARAMETER', 'appId'],
      ['dashboard/apps?appId=1&appId=2', 'INVALID_PARAMETER', 'appId'],
      [
        `dashboard/apps?appId=${Array.from({ length: 1001 }, (_, id) => id + 1).join(',')}`,
        'INVALID_PARAMETER',
        'appId',
      ],
    ] as const) {
      const { status, body } = await ask('root', path)
      expect([status, body.error?.message, body.error?.details], path).toEqual([400, code, { parameter }])
    }
    expect((await ask('root', 'dashboard/client/999')).status).toBe(404)
    expect((await ask('root', 'dashboard/client/x')).status).toBe(404)
  })
})
