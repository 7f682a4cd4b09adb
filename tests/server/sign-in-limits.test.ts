import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApp } from '../../server/program/app'
import { withServer } from '../../server/context/actor'
import { createSignInLine } from '../../server/secrets/sign-in-line'
import { networkOf } from '../../server/attempts/sign-in-delays'
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
// Past the memory of any limit.
beforeEach(() => {
  world.clock.now += 2 * DAY
  world.parts.passwords = real
  world.parts.pause = async (milliseconds) => void (world.clock.now += milliseconds)
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

/** Makes every comparison fail at once and counts it: these tests ask only who gets that far. */
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

it('T40 T128 lets a script that guesses try five passwords from where it is, and shuts nobody else out', async () => {
  expect((await signIn('acme-admin', '10.0.0.1')).status).toBe(200)
  const guesses: number[] = []
  for (let n = 0; n < 12; n++) guesses.push((await fail('acme-admin', '10.6.0.6')).status)
  expect(guesses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)])
  expect((await signIn('acme-admin', '10.0.0.1')).status).toBe(200)
  // From any other address, which nobody has ever used, with the name as somebody types it.
  expect((await signIn('ACME-admin ', '10.9.9.9')).status).toBe(200)
  // From the script's own address even the right password waits, and no longer than it is told.
  const there = await signIn('acme-admin', '10.6.0.6')
  expect(there).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: 1 })
  world.clock.now += 1000
  expect((await signIn('acme-admin', '10.6.0.6')).status).toBe(200)
})

it('T40 T128 slows down guesses at one name from many networks to one in ten seconds', async () => {
  const work = withoutWork()
  const begun = world.clock.now
  for (let n = 0; n < 20; n++) expect((await fail('acme-approver', `10.6.${n}.6`)).status).toBe(401)
  expect(world.clock.now).toBe(begun)
  for (let n = 20; n < 60; n++) expect((await fail('acme-approver', `10.6.${n}.6`)).status).toBe(401)
  expect(work.compared()).toBe(60)
  expect(world.clock.now - begun).toBe(400_000)
  // Other names are tried as ever.
  expect((await fail('acme-site-manager', '10.6.0.6')).status).toBe(401)
  expect(world.clock.now - begun).toBe(400_000)
})

it('T40 T128 lets the owner in from a new network, behind one try of each of sixty networks that guess at the name', async () => {
  const work = withoutWork()
  world.parts.pause = async () => {}
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => fail('acme-site-manager', `10.6.${n}.7`)))
  // One is held until its moment, the others are told when to come.
  expect(work.compared()).toBeLessThanOrEqual(23)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(work.compared())
  const told = answers.filter(({ status }) => status === 429).map(({ retryAfter }) => retryAfter)
  expect(told.length).toBe(60 - work.compared())
  world.parts.passwords = real
  const owner = await signIn('acme-site-manager', '10.9.9.10')
  expect(owner.status).toBe(429)
  expect(owner.retryAfter).toBeLessThanOrEqual(10 * (told.length + 2))
  // Other askers take nothing meanwhile from a user who was told a moment.
  for (let n = 0; n < 5; n++) await fail('acme-site-manager', `10.6.${100 + n}.7`)
  world.clock.now += owner.retryAfter * 1000
  for (let n = 0; n < 5; n++) await fail('acme-site-manager', `10.6.${105 + n}.7`)
  expect((await signIn('acme-site-manager', '10.9.9.10')).status).toBe(200)
})

it('T40 waits twice as long after each failure, a quarter of an hour at most, for a name that nobody has as for one that somebody has', async () => {
  withoutWork()
  const waits: number[][] = []
  for (const name of ['admin', 'nobody-of-this-name']) {
    const seen: number[] = []
    for (let n = 0; n < 4; n++) expect((await fail(name, '10.1.0.1')).status).toBe(401)
    for (let n = 0; n < 13; n++) {
      expect((await fail(name, '10.1.0.1')).status).toBe(401)
      const { status, retryAfter } = await fail(name, '10.1.0.1')
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
  const answers = await Promise.all(Array.from({ length: 60 }, () => fail('guest', '10.2.0.1')))
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

it('T40 T127 slows down all strangers together once many fail, shuts none of them out, and holds up none who is known', async () => {
  expect((await signIn('acme-approver', '10.4.0.1')).status).toBe(200)
  const work = withoutWork()
  const begun = world.clock.now
  for (let n = 0; n < 140; n++) await fail(`anybody-${n}`, `10.5.${n % 250}.${Math.floor(n / 250)}`)
  expect([work.compared(), world.clock.now - begun]).toEqual([140, 0])
  for (let n = 140; n < 200; n++) await fail(`anybody-${n}`, `10.5.${n % 250}.${Math.floor(n / 250)}`)
  // A hundred and fifty a minute at once, each one more after its 400 ms.
  expect([work.compared(), world.clock.now - begun]).toEqual([200, 50 * 400])
  world.parts.passwords = real
  const slowed = world.clock.now
  expect((await signIn('acme-approver', '10.4.0.1')).status).toBe(200)
  expect(world.clock.now).toBe(slowed)
  expect((await signIn('acme-site-manager', '10.4.0.2')).status).toBe(200)
  expect(world.clock.now - slowed).toBe(400)
}, 120_000)

it('T127 lets whoever comes from a new network in behind one try of each network that guesses', async () => {
  const work = withoutWork()
  const waiting: { wait: number; goOn: () => void }[] = []
  world.parts.pause = (wait) => new Promise((resolve) => waiting.push({ wait, goOn: () => resolve(undefined) }))
  // As found: 295 wrong sign-ins from five addresses, in no time. Two of one network may ask for the same moment: one
  // of them is told to come again.
  let sentAway = 0
  const storm = Array.from({ length: 295 }, async (_, n) => {
    const { status } = await fail(`somebody-${n}`, `10.5.1.${n % 5}`)
    if (status === 429) sentAway++
  })
  await expect.poll(() => waiting.length + work.compared() + sentAway, { timeout: 60_000 }).toBe(295)
  expect(work.compared()).toBeLessThanOrEqual(155)
  expect(sentAway).toBeLessThanOrEqual(5)
  expect([...new Set(waiting.map(({ wait }) => wait))].sort((one, other) => one - other)).toEqual([
    400, 800, 1200, 1600, 2000,
  ])
  world.parts.passwords = real
  const before = waiting.length
  const user = signIn('borealis-admin', '10.4.0.3')
  await expect.poll(() => waiting.length).toBe(before + 1)
  expect(waiting.at(-1)?.wait).toBe(2400)
  for (const { goOn } of waiting) goOn()
  expect((await user).status).toBe(200)
  await Promise.all(storm)
}, 120_000)

it('T41 T123 sends a storm of sign-ins away before it asks anything of the database, and answers whoever is signed in as ever', async () => {
  const begun = await world.call(null, 'POST', 'authentication/login', { username: 'root', password: DEMO_PASSWORD })
  const { token } = begun.body.data as { token: string }
  world.parts.signInLine = createSignInLine({ concurrency: 2, maxQueued: 5 })
  const { database } = world.parts
  const asked = new Map<string, number>()
  let inside = 0
  let most = 0
  // Records the strangers that query the database, and how many do so at once.
  world.parts.database = {
    ...database,
    as: (party) => {
      const theirs = database.as(party)
      return {
        ...theirs,
        transactionWith: async (...given) => {
          if (party.tenant !== 'strangers') return theirs.transactionWith(...given)
          asked.set(party.actor, (asked.get(party.actor) ?? 0) + 1)
          most = Math.max(most, ++inside)
          return theirs.transactionWith(...given).finally(() => inside--)
        },
      }
    },
  }
  try {
    const storm = Promise.all(Array.from({ length: 40 }, (_, n) => signIn(`storm-${n}`, `10.7.0.${n}`)))
    expect((await world.call(token, 'GET', 'sites?limit=1')).status).toBe(200)
    const answers = await storm
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy).toHaveLength(34)
    for (const answer of busy) expect(answer).toEqual({ status: 503, code: 'BUSY', retryAfter: 1 })
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(6)
    expect(asked.size).toBe(6)
    expect(most).toBeLessThanOrEqual(2)
  } finally {
    world.parts.database = database
  }
})

it('T123 keeps a place in a storm for who comes from where somebody has come in lately', async () => {
  world.parts.signInLine = createSignInLine({ concurrency: 2, maxQueued: 5 })
  expect((await signIn('acme-admin', '10.0.0.1')).status).toBe(200)
  const order: string[] = []
  const storm = Array.from({ length: 20 }, async (_, n) => {
    const { status } = await signIn(`storm-${n}`, `10.7.1.${n}`)
    if (status === 401) order.push('storm')
  })
  const user = signIn('acme-admin', '10.0.0.1').then(({ status }) => {
    expect(status).toBe(200)
    order.push('user')
  })
  await Promise.all([...storm, user])
  expect(order.indexOf('user')).toBeLessThan(3)
  expect(order.length).toBeGreaterThan(3)
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
