import { createHttp, type Transport } from '@tocsin/core/api/http'
import { ApiError } from '@tocsin/core/base/errors'
import { createSession, profileFrom, type Profile } from '@tocsin/core/api/session'
import { refreshToken as refreshCall } from '@tocsin/core/api/auth'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { EPOCH, startWorld, type TestWorld } from '../world'

const SEQUENCES = process.env['TOCSIN_CHAOS'] ? 10_000 : 30
const STORMS = process.env['TOCSIN_CHAOS'] ? 200 : 3

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.now = EPOCH
})

type SignedIn = { token: string; refreshToken: string; profile: Record<string, unknown> }
const signIn = async (username: string) =>
  (await world.call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })).body.data as SignedIn
const refresh = (refreshToken: unknown) => world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })
const opens = async (token: string) => (await world.call(token, 'GET', 'users/6')).status === 200

/** The events of a session: one of the tokens it ever gave is shown, time passes, it is signed out. */
type Step = { kind: 'show'; back: number } | { kind: 'wait'; seconds: number } | { kind: 'sign out' }
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('show' as const), back: fc.nat(2) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 4, 9, 11, 200, 9000) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sign out' as const }) },
) as fc.Arbitrary<Step>

it(
  `T46 agrees with a model of a family over ${SEQUENCES} sequences, in whatever order tokens come`,
  async () => {
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
        await withServer(world.database, (tx) => sql`delete from sessions`.execute(tx))
      }),
      { numRuns: SEQUENCES, seed: 46 },
    )
    world.parts.passwords = real
    expect(steps).toBeGreaterThan(SEQUENCES * 7)
  },
  SEQUENCES * 300,
)

const TABS = 5
const REQUESTS = 40

/** Tabs of one browser on one account, each a console of its own, whose token has expired; some answers are lost. */
async function storm(options: { lock: boolean; lost: number }) {
  world.clock.now += 60_000
  const signedIn = await signIn('acme-admin')
  const begun = profileFrom(signedIn)
  let stored: Profile | null = begun
  let before: Promise<unknown> = Promise.resolve()
  const alone = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = before.then(run)
    before = turn.catch(() => undefined)
    return turn
  }
  let refreshes = 0
  const transport: Transport = async ({ method, url, headers, body }) => {
    const answer = await world.app.inject({
      method: method as 'GET',
      url: new URL(url).pathname + new URL(url).search,
      headers,
      ...(body === undefined ? {} : { payload: body as string }),
    })
    // Carried out at the server, and the answer lost on the way.
    if (url.endsWith('/refresh-token') && ++refreshes <= options.lost)
      throw new ApiError({ status: 0, code: 'NETWORK_ERROR' })
    return {
      status: answer.statusCode,
      statusText: '',
      header: (name) => String(answer.headers[name] ?? '') || null,
      text: answer.body,
    }
  }
  const now = () => world.clock.now
  const base = 'https://console.example.org/api'
  const common = { transport, base, locale: () => 'en-US' as const, now }
  const anonymous = createHttp(common)
  const tabs = Array.from({ length: TABS }, () =>
    createHttp({
      ...common,
      session: createSession({
        store: {
          read: async () => stored,
          write: async (profile) => void (stored = profile),
          exclusively: options.lock ? alone : (run) => run(),
        },
        callRefresh: (token) => refreshCall(anonymous, token),
        now,
        // No timer: the test counts the retries of a lost answer, not the waits between them.
        pause: async () => undefined,
      }),
    }),
  )
  world.clock.now += 301_000
  const answers = await Promise.allSettled(
    tabs.flatMap((http) => Array.from({ length: REQUESTS }, () => http({ method: 'GET', path: 'users/6' }))),
  )
  const revoked = await withServer(world.database, async (tx) => {
    const { rows } = await sql`select 1 from sessions where revoked_at is not null`.execute(tx)
    await sql`delete from sessions`.execute(tx)
    return rows.length
  })
  return { refreshes, revoked, failed: answers.filter(({ status }) => status === 'rejected').length }
}

it.each([
  // The window of ten seconds does what the lock cannot: a tab each asks, and all get the same successor.
  ['behind one lock', { lock: true, lost: 0 }, 1],
  ['behind one lock, the answer lost twice', { lock: true, lost: 2 }, 3],
  ['without a lock', { lock: false, lost: 0 }, TABS],
  ['without a lock, answers lost twice', { lock: false, lost: 2 }, TABS + 2],
])(
  `T45 SESS-04 a storm of ${TABS} tabs of ${REQUESTS} requests %s fails no request and ends no session`,
  async (_, options, most) => {
    for (let round = 0; round < STORMS; round++) {
      const { refreshes, revoked, failed } = await storm(options)
      expect({ revoked, failed }, `round ${round}`).toEqual({ revoked: 0, failed: 0 })
      if (options.lock) expect(refreshes).toBe(most)
      else expect(refreshes).toBeLessThanOrEqual(most)
    }
  },
  STORMS * 20_000,
)
