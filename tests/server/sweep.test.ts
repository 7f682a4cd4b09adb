import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweep } from '../../server/auth/sweep'
import { withServer } from '../../server/context/actor'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { deliver } from '../deliver'
import { startWorld, type TestWorld } from '../world'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const signIn = async () =>
  (await world.call(null, 'POST', 'authentication/login', { username: 'acme-admin', password: DEMO_PASSWORD })).body
    .data as { token: string; refreshToken: string }
const refresh = async (refreshToken: string) => {
  const { status, body } = await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })
  return [status, body.error?.message]
}
const count = async (table: 'sessions' | 'outbox') => {
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(tx),
  )
  return rows[0]?.n
}

it('forgets a session a day after its time, and answers its tokens as before', async () => {
  const { token, refreshToken } = await signIn()
  const ended = await signIn()
  expect((await world.call(ended.token, 'POST', 'authentication/logout', {})).status).toBe(200)
  expect(await count('sessions')).toBe(2)
  world.clock.now += 12 * HOUR + DAY - 1
  await sweep(world.parts)
  expect(await count('sessions')).toBe(2)
  const used = async () => (await world.call(token, 'GET', 'sites?limit=1')).body.error?.message
  const before = [await used(), await refresh(refreshToken), await refresh(ended.refreshToken)]
  world.clock.now += 1
  await sweep(world.parts)
  expect(await count('sessions')).toBe(0)
  expect([await used(), await refresh(refreshToken), await refresh(ended.refreshToken)]).toEqual(before)
})

it('keeps a session that somebody uses, and with it the end of one whose token was stolen', async () => {
  const { refreshToken } = await signIn()
  await sweep(world.parts)
  expect(await refresh(refreshToken)).toEqual([200, undefined])
  expect(await count('sessions')).toBe(1)
  world.clock.now += 60_000
  await sweep(world.parts)
  expect(await refresh(refreshToken)).toEqual([401, 'EXPIRED_REFRESH_TOKEN'])
})

it('forgets a message thirty days after it left or was given up, and never one that waits', async () => {
  await withServer(world.database, async (tx) => {
    const now = new Date(world.clock.now).toISOString()
    const none = null
    for (const [sent, failed] of [
      [none, none],
      [now, none],
      [none, now],
    ])
      await sql`insert into outbox (created_at, next_attempt_at, channel, recipient, locale, template, sent_at, failed_at)
        values (${now}, 'infinity', 'mail', 'somebody@example.org', 'en-US', 'welcome', ${sent}, ${failed})`.execute(tx)
  })
  world.clock.now += 30 * DAY - 1
  await sweep(world.parts)
  expect(await count('outbox')).toBe(3)
  world.clock.now += 1
  await sweep(world.parts)
  expect(await count('outbox')).toBe(1)
  world.clock.now += 1000 * DAY
  await sweep(world.parts)
  expect(await count('outbox')).toBe(1)
  expect(await deliver(world)).toEqual([])
})

it('sweeps more rows than one step deletes', async () => {
  await withServer(world.database, (tx) =>
    sql`insert into outbox (channel, recipient, locale, template, sent_at)
      select 'mail', n || '@example.org', 'en-US', 'welcome', '2020-01-01' from generate_series(1, 2500) n`.execute(tx),
  )
  await sweep(world.parts)
  expect(await count('outbox')).toBe(1)
})

it('C06 puts a token out of use once its time is over, which is not to revoke it', async () => {
  const acme = async () => (await signIn()).token
  const draft = { name: 'Backup', can: ['sites:view'], expires: '1d' }
  const { body } = await world.call(await acme(), 'POST', 'tokens', draft)
  const { id, token } = body.data as { id: number; token: string }
  const state = async () => {
    const reply = await world.call(await acme(), 'GET', `tokens/${id}`)
    const { active, revokedAt } = reply.body.data as { active: boolean; revokedAt: string | null }
    return { active, revokedAt }
  }
  world.clock.now += DAY - 1
  await sweep(world.parts)
  expect(await state()).toEqual({ active: true, revokedAt: null })
  world.clock.now += 1
  await sweep(world.parts)
  expect(await state()).toEqual({ active: false, revokedAt: null })
  expect((await world.call(token, 'GET', 'sites?limit=1')).body.error?.message).toBe('TOKEN_EXPIRED')
  const revoked = await world.call(await acme(), 'POST', `tokens/${id}/revoke`)
  expect(revoked.body.error?.details).toMatchObject({ reason: 'resources.tokens.expired' })
})
