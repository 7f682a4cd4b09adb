import type { Dashboard, TimeUntilTaken } from '@tocsin/core/api/dashboard'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ACME, BOREALIS, CIDADE_VAZIA } from '../../fixtures/clients'
import { actorFrom, USER_COLUMNS, type UserRow } from '../../server/auth/session-actor'
import { withActor, withServer } from '../../server/context/actor'
import type { Tx } from '../../server/db/open'
import { byIndex, timeUntilTakenQuery } from '../../server/resources/dashboard/time-until-taken'
import { freshToken } from '../fresh-token'
import { startWorld, type TestWorld } from '../world'

const MINUTE = 60_000
/** Two weeks begin at midnight in Brazil, and the two before end there. */
const [NOW, FROM] = [Date.parse('2026-03-04T12:00:00Z'), Date.parse('2026-02-19T03:00:00Z')]
const BEFORE = Date.parse('2026-02-12T12:00:00Z')

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
afterEach(() => Object.assign(world.parts.fences, { code: true, database: true }))

const inDatabase = <T>(run: (tx: Tx) => Promise<T>) => withServer(world.parts.database, run)
const ask = async (username: string, path: string) => world.call(await freshToken(world, username), 'GET', path)
const taken = async (username: string, path = 'dashboard/response'): Promise<TimeUntilTaken | undefined> => {
  const { status, body, text } = await ask(username, path)
  expect(status, text).toBe(200)
  return (body.data as Dashboard).timeUntilTaken
}
/** Returns both medians, in minutes. */
const minutes = async (username: string, path?: string) => {
  const { median, before } = (await taken(username, path))!
  return [median, before].map((time) => (time === null ? null : time / MINUTE))
}

type Raised = { client?: number; site?: number; test?: boolean }
const raise = (at: number, { client = ACME, site, test = false }: Raised = {}) =>
  inDatabase(async (tx) => {
    const { rows } = await sql<{ id: number }>`insert into alerts
        (client_id, site_id, uuid, generated_at, created_at, test)
      values (${client}, ${site ?? null}, gen_random_uuid()::text, ${new Date(at - MINUTE).toISOString()},
        ${new Date(at).toISOString()}, ${test}) returning id`.execute(tx)
    return rows[0]!.id
  })
const act = async (username: string, id: number, action: string, body: object = {}) => {
  const { status, text } = await world.call(await freshToken(world, username), 'POST', `alerts/${id}/${action}`, body)
  expect(status, text).toBe(200)
}
/** Raises an alert that somebody takes now, after so many minutes. */
const raiseAndTake = async (waited: number, by: string, more?: Raised) => {
  const id = await raise(world.clock.now - waited * MINUTE, more)
  await act(by, id, 'take')
  return id
}
const FENCES = [
  { code: true, database: true },
  { code: true, database: false },
  { code: false, database: true },
]

it('is the median from the arrival until somebody takes an alert, of two weeks and of the two before', async () => {
  world.clock.now = BEFORE
  expect(await minutes('client-manager')).toEqual([null, 1])
  for (const waited of [10, 2, 6]) await raiseAndTake(waited, 'client-manager', { site: 1 })
  await raiseAndTake(100, 'client-manager', { test: true })
  expect(await minutes('client-manager')).toEqual([6, 1])

  world.clock.now = NOW
  expect(await taken('acme-admin')).toEqual({ from: new Date(FROM).toISOString(), median: null, before: 6 * MINUTE })
  for (const waited of [1, 3]) await raiseAndTake(waited, 'acme-admin', { site: 8 })
  await raiseAndTake(5, 'acme-admin', { site: 1 })
  expect(await minutes('acme-admin')).toEqual([3, 6])
  // Neither tests nor drills count, nor an alert that nobody has taken.
  await raiseAndTake(50, 'acme-admin', { test: true })
  await act('acme-admin', await raiseAndTake(50, 'acme-admin'), 'resolve', { resolution: 'drill' })
  await raise(NOW - 50 * MINUTE)
  expect(await minutes('acme-admin')).toEqual([3, 6])
  // Of an even number it is the middle of two.
  await raiseAndTake(4, 'acme-admin', { site: 8 })
  expect(await minutes('acme-admin')).toEqual([3.5, 6])
  for (const path of ['dashboard/response', `dashboard/client/${ACME}/response`])
    expect(await minutes('root', path)).toEqual([3.5, 6])
})

it('A-162 is that of the first take, however often an alert is taken afterwards', async () => {
  const id = await raiseAndTake(2, 'acme-admin', { site: 8 })
  expect(await minutes('acme-admin')).toEqual([3, 6])
  world.clock.now += 20 * MINUTE
  await act('acme-admin', id, 'release')
  expect(await minutes('acme-admin')).toEqual([3, 6])
  await act('acme-admin', id, 'take')
  await act('root', id, 'take', { from: 6 })
  for (const action of ['resolve', 'reopen']) await act('root', id, action)
  expect(await minutes('acme-admin')).toEqual([3, 6])
  world.clock.now = NOW
})

it('T08 A-159 is of the alerts that the reader sees, by either fence', async () => {
  for (const waited of [500, 600]) await raiseAndTake(waited, 'borealis-admin', { client: BOREALIS })
  await raiseAndTake(30, 'root', { client: CIDADE_VAZIA })
  for (const fences of FENCES) {
    Object.assign(world.parts.fences, fences)
    expect(await minutes('acme-admin')).toEqual([3, 6])
    expect(await minutes('client-manager')).toEqual([3.5, 6])
    expect(await minutes('borealis-admin')).toEqual([550, null])
    expect(await minutes('vazia-admin')).toEqual([30, null])
    // People of a site see the alerts of their site.
    expect(await minutes('acme-site-manager')).toEqual([5, 6])
    expect(await minutes('root')).toEqual([4.5, 6])
    expect(await minutes('client-manager', `dashboard/client/${CIDADE_VAZIA}/response`)).toEqual([30, null])
    for (const username of ['acme-admin', 'acme-site-manager', 'client-manager'])
      expect((await ask(username, `dashboard/client/${BOREALIS}/response`)).status).toBe(404)
  }
  // Without either, the same call tells of everybody: the comparison above can fail.
  Object.assign(world.parts.fences, { code: false, database: false })
  expect(await minutes('acme-admin')).toEqual([4.5, 6])
})

it('DASH-03 is absent for whoever may not see alerts, and refuses a query', async () => {
  for (const username of ['acme-approver', 'broadcast-operator', 'monitor-admin', 'guest'])
    expect((await ask(username, 'dashboard/response')).body.data).toEqual({ timestamp: expect.any(String) })
  expect((await ask('acme-approver', `dashboard/client/${ACME}/response`)).body.data).toEqual({
    timestamp: expect.any(String),
  })
  for (const path of ['dashboard/response', `dashboard/client/${ACME}/response`]) {
    expect((await world.call(null, 'GET', path)).status).toBe(401)
    const { status, body } = await ask('acme-admin', `${path}?clientId=3`)
    expect([status, body.error?.details]).toEqual([400, { parameter: 'clientId' }])
  }
})

/** Writes alerts that were taken after so many minutes, the latest of them at this time. */
const many = (count: number, latest: number, waited: number, isData = false) =>
  inDatabase((tx) =>
    sql`insert into alerts (client_id, site_id, uuid, generated_at, created_at, data_channel, taken_by, taken_at)
      select ${BOREALIS}, 10001, gen_random_uuid()::text, at, at - make_interval(mins => ${waited}), ${isData},
        '{"id": 1, "name": "Rute"}', at
      from (select ${new Date(latest).toISOString()}::timestamptz - make_interval(secs => n) as at
        from generate_series(1, ${count}::int) n) taken`.execute(tx),
  )

it('is of the latest thousand of either period, from an index that has no others', async () => {
  for (const period of [NOW, FROM]) {
    await many(1000, period - MINUTE, 7)
    await many(2500, period - 20 * MINUTE, 70)
    // Data collection is nobody's alert.
    await many(1000, period - MINUTE, 90, true)
  }
  for (const fences of FENCES) {
    Object.assign(world.parts.fences, fences)
    expect(await minutes('borealis-admin')).toEqual([7, 7])
    expect(await minutes('root')).toEqual([7, 7])
  }
  Object.assign(world.parts.fences, { code: true, database: true })
  const planOf = (username: string, clientId?: number) =>
    inDatabase((tx) =>
      sql<UserRow>`select ${USER_COLUMNS} from users u where u.username = ${username}`.execute(tx),
    ).then(({ rows: [user] }) => {
      const actor = actorFrom(user!, '')
      return withActor(world.parts, actor, async (tx) => {
        const context = { parts: world.parts, actor, tx, requestId: '', locale: '' }
        await byIndex(context)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${timeUntilTakenQuery(context, clientId)}`.execute(
          tx,
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    })
  for (const [username, index, clientId] of [
    ['root', 'alerts_all_taken'],
    ['root', 'alerts_taken', BOREALIS],
    ['client-manager', 'alerts_taken'],
    ['borealis-admin', 'alerts_taken'],
    ['acme-site-manager', 'alerts_site_taken'],
  ] as const) {
    const plan = await planOf(username, clientId)
    expect(plan.match(/Scan\b.* on alerts r(_1)?\b/g), plan).toEqual([
      `Scan using ${index} on alerts r`,
      `Scan using ${index} on alerts r_1`,
    ])
  }
})
