import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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

/** What may happen to a session: one of the tokens it ever gave is shown, time passes, it is signed out. */
type Step = { kind: 'show'; back: number } | { kind: 'wait'; seconds: number } | { kind: 'sign out' }
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('show' as const), back: fc.nat(2) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 4, 9, 11, 200, 9000) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sign out' as const }) },
) as fc.Arbitrary<Step>

it('T46 agrees with a model of a family over thousands of steps, in whatever order tokens come', async () => {
  let steps = 0
  // Passwords have their own tests; here their work would be most of the time.
  const real = world.parts.passwords
  world.parts.passwords = { ...real, verify: async () => true }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (story) => {
      world.clock.now = EPOCH
      const begun = await signIn('acme-admin')
      const tokens = [begun.refreshToken]
      const family = { alive: true, rotated: EPOCH, ends: EPOCH + 12 * 3_600_000 }
      for (const one of story) {
        steps++
        if (one.kind === 'wait') world.clock.now += one.seconds * 1000
        else if (one.kind === 'sign out') {
          await world.call(tokens.at(-1)!, 'POST', 'authentication/logout')
          family.alive = false
        } else {
          const shown = Math.max(0, tokens.length - 1 - one.back)
          const { status, body } = await refresh(tokens[shown])
          if (world.clock.now >= family.ends) family.alive = false
          const current = shown === tokens.length - 1
          const replayed = shown === tokens.length - 2 && world.clock.now - family.rotated <= 10_000
          if (!family.alive || (!current && !replayed)) {
            expect(status).toBe(401)
            family.alive = false
          } else {
            expect(status).toBe(200)
            const next = (body.data as SignedIn).refreshToken
            if (current) {
              expect(tokens).not.toContain(next)
              tokens.push(next)
              family.rotated = world.clock.now
            } else expect(next).toBe(tokens.at(-1))
          }
        }
      }
      if (world.clock.now < EPOCH + 299_000) expect(await opens(begun.token)).toBe(family.alive)
    }),
    { numRuns: 350, seed: 46 },
  )
  world.parts.passwords = real
  expect(steps).toBeGreaterThan(2500)
}, 120_000)
