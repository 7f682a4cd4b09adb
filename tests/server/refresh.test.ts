import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { EPOCH, startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.now = EPOCH
})

type SignedIn = { token: string; refreshToken: string }
const signIn = async (username: string) =>
  (await world.call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })).body.data as SignedIn
const refresh = (refreshToken: unknown) => world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })
const opens = async (token: string) => (await world.call(token, 'GET', 'users/6')).status === 200

it('T45 hands out a successor, and the same one again to who asks within ten seconds', async () => {
  const first = await signIn('acme-admin')
  world.clock.now += 60_000
  const second = (await refresh(first.refreshToken)).body.data as SignedIn
  expect(second.refreshToken).not.toBe(first.refreshToken)
  world.clock.now += 10_000
  const again = (await refresh(first.refreshToken)).body.data as SignedIn
  expect(again.refreshToken).toBe(second.refreshToken)
  expect(await opens(again.token)).toBe(true)
  expect(await opens(first.token)).toBe(true)
})

it('T45 serves many tabs that ask at once from one rotation', async () => {
  const { refreshToken } = await signIn('acme-admin')
  const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(refreshToken)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(({ body }) => (body.data as SignedIn).refreshToken)).size).toBe(1)
})

it('T46 ends the session when the token before the current one comes too late', async () => {
  const first = await signIn('acme-admin')
  const second = (await refresh(first.refreshToken)).body.data as SignedIn
  world.clock.now += 10_001
  const late = await refresh(first.refreshToken)
  expect([late.status, late.body.error?.message]).toEqual([401, 'EXPIRED_REFRESH_TOKEN'])
  expect((await refresh(second.refreshToken)).status).toBe(401)
  expect(await opens(second.token)).toBe(false)
})

it('T46 ends the session when an older token comes, even at once', async () => {
  const first = await signIn('acme-admin')
  const second = (await refresh(first.refreshToken)).body.data as SignedIn
  const third = (await refresh(second.refreshToken)).body.data as SignedIn
  expect((await refresh(first.refreshToken)).status).toBe(401)
  expect((await refresh(third.refreshToken)).status).toBe(401)
  expect(await opens(third.token)).toBe(false)
})

it('ends a session twelve hours after sign-in, however often it was refreshed', async () => {
  let { refreshToken, token } = await signIn('acme-admin')
  const end = EPOCH + 12 * 3_600_000
  while (world.clock.now < end - 3_600_000) {
    world.clock.now += 3_600_000
    ;({ refreshToken, token } = (await refresh(refreshToken)).body.data)
  }
  world.clock.now = end - 1000
  ;({ refreshToken, token } = (await refresh(refreshToken)).body.data)
  expect(await opens(token)).toBe(true)
  world.clock.now = end
  expect(await opens(token)).toBe(false)
  expect((await refresh(refreshToken)).body.error?.message).toBe('EXPIRED_REFRESH_TOKEN')
})

it('ends a session of the provider’s staff after half an hour without a refresh, and nobody else’s', async () => {
  const [staff, client] = [await signIn('root'), await signIn('acme-admin')]
  world.clock.now += 30 * 60_000 - 1000
  const going = (await refresh(staff.refreshToken)).body.data as SignedIn
  world.clock.now += 30 * 60_000
  expect((await refresh(going.refreshToken)).body.error?.message).toBe('EXPIRED_REFRESH_TOKEN')
  expect((await refresh(client.refreshToken)).status).toBe(200)
})

it.each([[undefined], [null], [42], [''], ['x.y.z'], [['a']]])('refuses %j as a refresh token', async (token) => {
  const { status, body } = await refresh(token)
  expect([status, body.error?.message]).toEqual([
    401,
    typeof token === 'string' ? 'INVALID_AUTHORIZATION_HEADER' : 'EXPIRED_REFRESH_TOKEN',
  ])
})

it('T45 gives the same successor to whoever has lost the answer twice within ten seconds, and ends nothing', async () => {
  const first = await signIn('acme-admin')
  await refresh(first.refreshToken)
  world.clock.now += 4000
  await refresh(first.refreshToken)
  world.clock.now += 5000
  const third = await refresh(first.refreshToken)
  expect(third.status).toBe(200)
  const { token, refreshToken } = third.body.data as SignedIn
  expect(await opens(token)).toBe(true)
  expect((await refresh(refreshToken)).status).toBe(200)
})

describe('when the clock of the server jumps', () => {
  const HOUR = 3_600_000

  it('T27 two hours ahead takes no access token for longer than its time, and the session of a client’s goes on', async () => {
    const { token, refreshToken } = await signIn('acme-admin')
    world.clock.now += 2 * HOUR
    expect((await world.call(token, 'GET', 'users/6')).body.error?.message).toBe('JWT_EXPIRED')
    const { status, body } = await refresh(refreshToken)
    expect(status).toBe(200)
    expect(await opens((body.data as SignedIn).token)).toBe(true)
  })

  it('T27 two hours back keeps everybody signed in, and is over twelve hours after sign-in by its own count', async () => {
    world.clock.now += 3 * HOUR
    const { token, refreshToken } = await signIn('acme-admin')
    world.clock.now -= 2 * HOUR
    expect(await opens(token)).toBe(true)
    const later = (await refresh(refreshToken)).body.data as SignedIn
    expect(await opens(later.token)).toBe(true)
    world.clock.now = EPOCH + 15 * HOUR
    expect(await opens(later.token)).toBe(false)
    expect((await refresh(later.refreshToken)).body.error?.message).toBe('EXPIRED_REFRESH_TOKEN')
  })

  it.each([-30_000, -1000, 1000, 30_000])('by %i ms signs nobody out', async (jump) => {
    const people = ['root', 'acme-admin', 'acme-site-manager', 'monitor-admin']
    const sessions = await Promise.all(people.map(signIn))
    world.clock.now += 60_000 + jump
    for (const { token, refreshToken } of sessions) {
      expect((await world.call(token, 'GET', 'nothing')).status).toBe(404)
      const next = (await refresh(refreshToken)).body.data as SignedIn
      world.clock.now -= jump
      expect((await world.call(next.token, 'GET', 'nothing')).status).toBe(404)
      expect((await refresh(next.refreshToken)).status).toBe(200)
      world.clock.now += jump
    }
  })
})
