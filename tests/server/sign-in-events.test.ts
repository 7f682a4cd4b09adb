import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { claimsOf, type SignedIn } from '@tocsin/core/api/session'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { RECORDED_FAILURES } from '../../server/attempts/limits'
import type { ScopedDatabase, Tx } from '../../server/db/open'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { codeIn, deliver } from '../deliver'
import { startWorld, type Reply, type TestWorld } from '../world'

const DAY = 24 * 3_600_000
const ACME_ADMIN = 6
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
const TERMINAL = { 'user-agent': 'tocsin/1.0.0' }

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
})

/** Every comparison fails at once and is counted as any. */
function withoutWork(): void {
  const verify: typeof real.verify = (_stored, _given, guard = (compare) => compare()) => guard(async () => false)
  world.parts.passwords = { ...real, verify }
}

type Line = Record<string, unknown>

/** Sends a request from an address; returns its answer and its log line. */
async function ask(path: string, payload: object, from = '10.0.0.1', headers: object = {}) {
  const at = world.logs.length
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/authentication/${path}`,
    remoteAddress: from,
    headers: { ...headers },
    payload,
  })
  const lines = world.logs.slice(at).map((line) => JSON.parse(line) as Line)
  const body = JSON.parse(answer.body) as Reply['body']
  return { status: answer.statusCode, body, log: lines.find(({ event }) => event === 'request')! }
}
const signIn = async (username: string, from?: string, headers: object = BROWSER) =>
  (await ask('login', { username, password: DEMO_PASSWORD }, from, headers)).body.data as unknown as SignedIn
const fail = (username: string, from?: string) => ask('login', { username, password: 'Wrong1234' }, from)

/** Events of a verb since the clock was last set, as a user reads them by the API, the latest first. */
async function told(verb: string, reader = 'root', query = ''): Promise<AuditEvent[]> {
  const since = new Date(world.clock.now - DAY).toISOString()
  const { token } = (
    await world.call(null, 'POST', 'authentication/login', { username: reader, password: DEMO_PASSWORD })
  ).body.data as SignedIn
  const { data } = (await world.call(token, 'GET', `audit-events?noun=users&verb=${verb}&limit=1000${query}`)).body
  return (data as AuditEvent[]).filter(({ createdAt }) => createdAt > since)
}
const after = ({ changes }: AuditEvent) =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change.after]))
const ofUser = (events: AuditEvent[], id = ACME_ADMIN) => events.filter(({ recordId }) => recordId === id)
const digest = expect.stringMatching(/^[\w-]{12}$/) as string

it('T105 tells of a sign-in who, by what, with what and from where, in the history and in the log', async () => {
  const { token } = await signIn('acme-admin', '10.0.0.1')
  await signIn('acme-admin', '10.0.0.1', TERMINAL)
  await signIn('acme-admin', '10.0.0.2', {})
  const events = ofUser(await told('signIn', 'acme-admin')).slice(-3)
  expect(events.at(-1)).toMatchObject({
    noun: 'users',
    ClientId: 2,
    UserId: ACME_ADMIN,
    username: 'acme-admin',
    impersonator: null,
    sessionId: claimsOf(token)['sid'],
    requestId: expect.stringMatching(/^req-\d+$/) as string,
  })
  const facts = events.map(after).reverse()
  expect(facts.map(({ method, agent }) => [method, agent])).toEqual([
    ['password', 'browser'],
    ['password', 'terminal'],
    ['password', 'other'],
  ])
  const [first, second, third] = facts.map(({ network }) => network)
  expect(first).toEqual(digest)
  expect([second === first, third === first]).toEqual([true, false])
  const { log } = await fail('acme-admin', '10.0.0.1')
  expect(log).toMatchObject({ route: '/api/authentication/login', status: 401, userId: ACME_ADMIN, network: first })
  expect(JSON.stringify(await told('signIn')) + world.logs.join('')).not.toMatch(/10\.0\.0\.[12]/)
})

it('T105 tells of the second step, of its failures and of when it is locked', async () => {
  const { token: mfa } = (await ask('login', { username: 'acme-mfa', password: DEMO_PASSWORD })).body
    .data as unknown as { token: string }
  const code = codeIn((await deliver(world)).at(-1))
  const bearer = { authorization: `Bearer ${mfa}` }
  const wrong = await ask('mfa/verify', { code: '2222222' }, '10.0.0.1', bearer)
  expect(wrong.log).toMatchObject({ status: 401, userId: 13, network: digest })
  expect((await ask('mfa/verify', { code }, '10.0.0.1', bearer)).status).toBe(200)
  const [failed] = await told('signInFailed')
  expect([failed!.recordId, after(failed!)]).toEqual([13, { method: 'code', agent: 'other', network: digest }])
  const [entered] = ofUser(await told('signIn'), 13)
  expect(after(entered!)['method']).toBe('code')
  const again = (await ask('login', { username: 'acme-mfa', password: DEMO_PASSWORD })).body.data as { token: string }
  await deliver(world)
  for (let n = 0; n < 6; n++)
    await ask('mfa/verify', { code: '2222222' }, '10.0.0.1', { authorization: `Bearer ${again.token}` })
  const [locked, ...rest] = await told('signInLocked')
  expect([locked!.recordId, after(locked!)['method'], rest]).toEqual([13, 'code', []])
})

it('T105 keeps the failures and the lock of a sign-in that was refused, and counts them', async () => {
  for (let n = 0; n < 7; n++) await fail('ACME-admin ', '10.1.0.1')
  const failed = await told('signInFailed', 'acme-admin')
  expect(failed.map((event) => after(event)['failures'])).toEqual([5, 4, 3, 2, 1])
  expect(failed[0]).toMatchObject({
    recordId: ACME_ADMIN,
    ClientId: 2,
    // The person who tried is not known.
    UserId: null,
    username: 'acme-admin',
    sessionId: null,
    changes: { method: { before: null, after: 'password' }, network: { before: null, after: digest } },
  })
  expect((await told('signInLocked', 'acme-admin')).map(after)).toEqual([
    { method: 'password', failures: 5, agent: 'other', network: digest },
  ])
})

it('T105 tells staff once of a network that is locked, whatever names it tried', async () => {
  withoutWork()
  for (let n = 0; n < 102; n++) await fail(n === 0 ? 'acme-approver' : `nobody-${n}`, '10.5.0.1')
  world.parts.passwords = real
  const [locked, ...rest] = await told('signInLocked')
  expect(rest).toEqual([])
  expect(locked).toMatchObject({ recordId: 0, ClientId: null, username: null })
  expect(after(locked!)).toMatchObject({ failures: 100, network: digest })
})

it('T105 tells of a wrong current password whose session it was tried with', async () => {
  const { token } = await signIn('acme-approver')
  const change = { password: 'Nova12345', passwordConfirm: 'Nova12345', oldPassword: 'Wrong1234' }
  expect((await world.call(token, 'PATCH', 'users/8', change)).status).toBe(400)
  const [failed] = await told('signInFailed')
  expect(failed).toMatchObject({ recordId: 8, sessionId: claimsOf(token)['sid'] })
  expect(after(failed!)).toMatchObject({ method: 'current-password', failures: 1, network: digest })
})

it('T105 tells of a sign-out once, and of whoever really acted', async () => {
  const root = await signIn('root')
  const child = (await world.call(root.token, 'POST', `users/${ACME_ADMIN}/impersonate`)).body.data as SignedIn
  for (const [{ token }, impersonator] of [
    [child, 'root'],
    [await signIn('acme-admin'), null],
  ] as const) {
    const bearer = { authorization: `Bearer ${token}` }
    const { log } = await ask('logout', {}, '10.0.0.1', bearer)
    expect(log).toMatchObject({ status: 200, userId: ACME_ADMIN, network: digest })
    await ask('logout', {}, '10.0.0.1', bearer)
    const events = (await told('signOut')).filter(({ sessionId }) => sessionId === claimsOf(token)['sid'])
    expect(events).toMatchObject([{ recordId: ACME_ADMIN, UserId: ACME_ADMIN, impersonator }])
  }
})

it('T105 tells once of a refresh token that came again, whose session that ended, and of none that was merely over', async () => {
  const { refreshToken, token } = await signIn('acme-admin')
  expect((await ask('refresh-token', { refreshToken })).status).toBe(200)
  expect(await told('refreshReused')).toEqual([])
  world.clock.now += 60_000
  for (let n = 0; n < 3; n++) {
    const { status, log } = await ask('refresh-token', { refreshToken }, '10.6.6.6')
    expect([status, log['userId']]).toEqual([401, ACME_ADMIN])
  }
  expect(await told('refreshReused', 'acme-admin')).toHaveLength(1)
  const events = await told('refreshReused')
  expect(events).toMatchObject([{ recordId: ACME_ADMIN, UserId: null, sessionId: claimsOf(token)['sid'] }])
  expect(after(events[0]!)).toEqual({ agent: 'other', network: digest })
})

it('T105 bounds what a storm of failures writes, for a name that nobody has as for one that somebody has', async () => {
  withoutWork()
  world.parts.pause = async (milliseconds) => void (world.clock.now += milliseconds)
  for (const name of ['acme-approver', 'nobody-of-this-name']) {
    const begun = world.clock.now
    for (let n = 0; n < 60; n++) await fail(name, `10.2.${n}.1`)
    // All within the hour that the limit is about.
    expect(world.clock.now - begun).toBeLessThan(3_600_000)
  }
  world.parts.passwords = real
  const failed = await told('signInFailed')
  expect(ofUser(failed, 8)).toHaveLength(RECORDED_FAILURES.limit)
  expect(ofUser(failed, 0)).toHaveLength(RECORDED_FAILURES.limit)
})

it('T105 tells staff alone of names that nobody has, and never what was typed', async () => {
  const typed = 'My-Passw0rd-in-the-wrong-field'
  await ask('login', { username: typed, password: 'x' }, '10.3.0.1')
  const [event] = await told('signInFailed')
  expect(event).toMatchObject({ recordId: 0, ClientId: null, SiteId: null, UserId: null, username: null })
  expect(after(event!)).toEqual({ method: 'password', failures: 1, agent: 'other', network: digest })
  for (const reader of ['acme-admin', 'client-manager'])
    expect(ofUser(await told('signInFailed', reader), 0)).toEqual([])
  const kept = await withServer(world.database, async (tx) =>
    JSON.stringify((await sql`select * from audit_events`.execute(tx)).rows),
  )
  expect(kept + world.logs.join('')).not.toContain(typed)
})

/** The same database, which tells of every statement that it is asked. */
function counting(database: ScopedDatabase, asked: () => void): ScopedDatabase {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      asked()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    ...database,
    as: (party) => counting(database.as(party), asked),
    transactionWith: (settings, run, options) =>
      database.transactionWith(settings, (tx) => run(tx.withPlugin(plugin) as Tx), options),
  }
}

it('T105 asks the database as often for a wrong password of a name that nobody has as of one that somebody has', async () => {
  const asked: number[] = []
  for (const name of ['acme-approver', 'nobody-of-this-name']) {
    const before = world.parts.database
    let statements = 0
    world.parts.database = counting(before, () => statements++)
    await fail(name, '10.4.0.1')
    world.parts.database = before
    asked.push(statements)
  }
  expect(asked[0]).toBeGreaterThan(3)
  expect(asked[1]).toBe(asked[0])
})

it('T105 keeps each client’s sign-ins to that client and to staff', async () => {
  await signIn('borealis-admin')
  await fail('borealis-admin')
  for (const verb of ['signIn', 'signInFailed']) {
    const all = await told(verb)
    expect(all.some(({ username }) => username === 'borealis-admin')).toBe(true)
    const seen = await told(verb, 'acme-admin')
    expect(new Set(seen.map(({ ClientId }) => ClientId))).toEqual(new Set(verb === 'signIn' ? [2] : []))
  }
})

it('T105 names whoever changed a record, and not whoever signed in since, to whom a newer version is refused', async () => {
  const root = (await signIn('root')).token
  const { version } = (await world.call(root, 'GET', 'users/8')).body.data as { version: number }
  await world.call(root, 'PATCH', 'users/8', { name: 'Apolo Novo' })
  await signIn('acme-approver')
  const stale = await world.call(root, 'PATCH', 'users/8', { name: 'Apolo Outro' }, { 'if-match': `"${version}"` })
  expect(stale.status).toBe(409)
  expect(stale.body.error?.details?.['changedBy']).toMatchObject({ username: 'root' })
})
