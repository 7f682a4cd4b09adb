import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApp } from '../../server/app'
import { withServer } from '../../server/actor'
import { createPasswords } from '../../server/auth/passwords'
import { networkOf } from '../../server/auth/sign-in-delays'
import { sweep } from '../../server/auth/sweep'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { startWorld, type TestWorld } from '../world'

const DAY = 24 * 3_600_000
let world: TestWorld
let real: TestWorld['parts']['passwords']
beforeAll(async () => {
  world = await startWorld()
  real = world.parts.passwords
})
afterAll(() => world.close())
// Beyond what any limit remembers.
beforeEach(() => {
  world.clock.now += 2 * DAY
  world.parts.passwords = real
})

type Answer = { status: number; code: string | undefined; retryAfter: number }
async function signIn(username: string, from: string, password = DEMO_PASSWORD, headers = {}): Promise<Answer> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/authentication/login',
    remoteAddress: from,
    headers,
    payload: { username, password },
  })
  const body = JSON.parse(answer.body) as { error?: { message: string } }
  return { status: answer.statusCode, code: body.error?.message, retryAfter: Number(answer.headers['retry-after']) }
}
const fail = (username: string, from: string) => signIn(username, from, 'Wrong1234')

/** Every comparison fails at once and is counted as any: what is looked at here is who gets as far as that. */
function withoutWork(): { compared: () => number } {
  let compared = 0
  world.parts.passwords = {
    ...real,
    verify: async (_stored, _password, guard = (compare) => compare()) =>
      guard(async () => {
        compared++
        return false
      }),
  }
  return { compared: () => compared }
}

it('T40 lets a script that guesses try five passwords, and the user go on from where they have been before', async () => {
  expect((await signIn('acme-admin', '10.0.0.1')).status).toBe(200)
  const guesses: number[] = []
  for (let n = 0; n < 60; n++) guesses.push((await fail('acme-admin', `10.6.${n}.6`)).status)
  expect(guesses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(new Set(guesses.slice(5))).toEqual(new Set([429]))
  expect((await signIn('acme-admin', '10.0.0.1')).status).toBe(200)
  // From anywhere else even the right password waits, and no longer than it is told.
  const elsewhere = await signIn('ACME-admin ', '10.9.9.9')
  expect(elsewhere).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: 1 })
  world.clock.now += 1000
  expect((await signIn('acme-admin', '10.9.9.9')).status).toBe(200)
  // Known from there now too, whatever the others do.
  for (let n = 0; n < 3; n++) {
    world.clock.now += 60_000
    await fail('acme-admin', '10.6.0.7')
    expect((await signIn('acme-admin', '10.9.9.9')).status).toBe(200)
  }
})

it('T40 waits twice as long after each failure, a quarter of an hour at most, for a name that nobody has as for one that somebody has', async () => {
  withoutWork()
  const waits: number[][] = []
  for (const name of ['admin', 'nobody-of-this-name']) {
    const seen: number[] = []
    for (let n = 0; n < 4; n++) expect((await fail(name, '10.1.0.1')).status).toBe(401)
    for (let n = 0; n < 13; n++) {
      expect((await fail(name, '10.1.0.1')).status).toBe(401)
      const { status, retryAfter } = await fail(name, '10.1.0.2')
      expect(status).toBe(429)
      seen.push(retryAfter)
      world.clock.now += retryAfter * 1000
    }
    waits.push(seen)
  }
  expect(waits[0]).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  expect(waits[1]).toEqual(waits[0])
  // Nothing is for good: a day without a failure and it begins anew.
  world.clock.now += DAY
  for (let n = 0; n < 5; n++) expect((await fail('admin', '10.1.0.1')).status).toBe(401)
})

it('T40 counts guesses sent all at once like guesses in a row', async () => {
  let compared = 0
  world.parts.passwords = {
    ...real,
    verify: (stored, password, guard) =>
      real.verify(stored, password, (compare) => guard!(() => (compared++, compare()))),
  }
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => fail('guest', `10.2.0.${n}`)))
  // Two are compared at a time: the sixth may have begun before the fifth was counted.
  expect(compared).toBeLessThanOrEqual(6)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(compared)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - compared)
  // Right ones are no failures, however many come at once.
  const right = await Promise.all(Array.from({ length: 30 }, () => signIn('monitor-admin', '10.2.1.1')))
  expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]))
})

it('T40 stops one address that tries one password on many names, and nobody else', async () => {
  const work = withoutWork()
  for (let n = 0; n < 120; n++) await fail(`sprayed-${n}`, '10.3.0.1')
  expect(work.compared()).toBe(100)
  const { status, retryAfter } = await fail('sprayed-121', '10.3.0.1')
  expect([status, retryAfter]).toEqual([429, 600])
  // Another host of the same IPv6 network is the same one; another address is not.
  for (let n = 0; n < 101; n++) await fail(`sprayed-${n}`, `2001:db8:1:2::${(n + 1).toString(16)}`)
  expect(work.compared()).toBe(200)
  expect((await fail('sprayed-122', '10.3.0.2')).status).toBe(401)
  world.parts.passwords = real
  world.clock.now += 600_000
  expect((await signIn('monitor-operator', '10.3.0.1')).status).toBe(200)
})

it('T40 slows down all strangers together once many fail, and none who is known', async () => {
  expect((await signIn('acme-approver', '10.4.0.1')).status).toBe(200)
  const work = withoutWork()
  for (let n = 0; n < 320; n++) await fail(`anybody-${n}`, `10.5.${n % 250}.${Math.floor(n / 250)}`)
  expect(work.compared()).toBe(300)
  world.parts.passwords = real
  expect((await signIn('acme-approver', '10.4.0.1')).status).toBe(200)
  expect(await signIn('acme-site-manager', '10.4.0.2')).toEqual({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    retryAfter: 60,
  })
  world.clock.now += 60_000
  expect((await signIn('acme-site-manager', '10.4.0.2')).status).toBe(200)
}, 120_000)

it('T41 answers a storm of sign-ins that it is busy and when to come again, and whoever is signed in as ever', async () => {
  const begun = await world.call(null, 'POST', 'authentication/login', { username: 'root', password: DEMO_PASSWORD })
  const { token } = begun.body.data as { token: string }
  world.parts.passwords = await createPasswords({ atOnce: 2, waiting: 5 })
  const storm = Promise.all(Array.from({ length: 40 }, (_, n) => signIn(`storm-${n}`, `10.7.0.${n}`)))
  expect((await world.call(token, 'GET', 'sites?limit=1')).status).toBe(200)
  const answers = await storm
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const answer of busy) expect(answer).toEqual({ status: 503, code: 'BUSY', retryAfter: 2 })
  expect(answers.filter(({ status }) => status === 401).length).toBe(40 - busy.length)
})

it('believes nobody but a proxy that it trusts about where a request comes from', async () => {
  withoutWork()
  const forwarded = (n: number) => ({ 'x-forwarded-for': `10.8.0.${n}` })
  for (let n = 0; n < 100; n++) await signIn(`through-${n}`, '10.0.9.1', 'x', forwarded(n))
  expect((await signIn('through-x', '10.0.9.1', 'x', forwarded(200))).status).toBe(429)
  const app = await createApp({ ...world.parts, trustedProxies: '10.0.9.0/24' })
  const through = async (n: number) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/authentication/login',
        remoteAddress: '10.0.9.1',
        headers: forwarded(n),
        payload: { username: `proxied-${n}`, password: 'x' },
      })
    ).statusCode
  expect(await through(1)).toBe(401)
  await app.close()
})

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('takes %s for %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

it('keeps neither names nor addresses of who failed, and forgets in time that they did', async () => {
  withoutWork()
  await fail('a-name-typed-once', '10.66.77.88')
  const dump = async () => {
    const { rows } = await withServer(world.database, (tx) =>
      sql`select (select jsonb_agg(to_jsonb(d)) from sign_in_delays d) as delays,
        (select jsonb_agg(to_jsonb(a)) from allowances a) as allowances,
        (select jsonb_agg(to_jsonb(k)) from known_addresses k) as known`.execute(tx),
    )
    return JSON.stringify(rows)
  }
  const before = await dump()
  expect(before).toContain('failures')
  for (const text of ['a-name-typed-once', '10.66.77.88', '10.0.0.1']) expect(before).not.toContain(text)
  await sweep(world.parts)
  expect(await dump()).toContain('failures')
  world.clock.now += 91 * DAY
  await sweep(world.parts)
  expect(await dump()).toBe('[{"delays":null,"allowances":null,"known":null}]')
})
