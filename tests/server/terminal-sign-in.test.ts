import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import type { TerminalRequest, TerminalSignIn } from '@tocsin/core/api/terminal-sign-in'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { sweep } from '../../server/auth/sweep'
import { withServer } from '../../server/context/actor'
import { EPOCH, startWorld, type Reply, type TestWorld } from '../world'

const ACME_ADMIN = 6
let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
// Each test has a window of its own in which requests are counted.
let tests = 0
beforeEach(() => {
  world.clock.now = EPOCH + ++tests * 3_600_000
})

type SignedIn = { token: string; profile: Record<string, unknown> }
const post = (token: string | null, path: string, body: object = {}): Promise<Reply> =>
  world.call(token, 'POST', path, body)
const begin = async () => (await post(null, 'authentication/terminal')).body.data as TerminalSignIn
const take = (token: unknown) => post(null, 'authentication/terminal/session', { token })
const signIn = async (username: string): Promise<string> => {
  const credentials = { username, password: DEMO_PASSWORD }
  return ((await world.call(null, 'POST', 'authentication/login', credentials)).body.data as SignedIn).token
}
const admin = () => signIn('acme-admin')
const answer = async (code: string, allow: unknown, token?: string) =>
  post(token ?? (await admin()), 'terminals/answer', { code, allow })
const said = ({ status, body }: Reply) => [status, body.error?.message]
const change = (column: string, value: unknown) =>
  withServer(world.database, (tx) =>
    sql`update users set ${sql.ref(column)} = ${value} where id = ${ACME_ADMIN}`.execute(tx),
  )

it('B2 signs a terminal in as whoever allows its code in the console', async () => {
  const begun = await begin()
  expect(begun).toMatchObject({ seconds: 600, interval: 2 })
  expect(begun.code).toMatch(/^[A-Z2-9]{7}$/)
  expect(begun.link).toBe(`https://console.example.org/profile?terminal=${begun.code}`)
  expect((await take(begun.token)).body.data).toEqual({ pending: true })

  const seen = (await post(await admin(), 'terminals/request', { code: begun.code })).body.data as TerminalRequest
  expect(seen).toEqual({
    code: begun.code,
    createdAt: new Date(world.clock.now).toISOString(),
    expiresAt: new Date(world.clock.now + 600_000).toISOString(),
    sameNetwork: true,
  })
  expect((await take(begun.token)).body.data).toEqual({ pending: true })
  await withServer(world.database, (tx) => sql`update terminal_sign_ins set network = 'elsewhere'`.execute(tx))
  const elsewhere = (await post(await admin(), 'terminals/request', { code: begun.code })).body.data as TerminalRequest
  expect(elsewhere.sameNetwork).toBe(false)
  expect((await answer(begun.code, true)).status).toBe(200)

  const { status, body } = await take(begun.token)
  expect(status).toBe(200)
  const session = body.data as SignedIn
  expect(session.profile).toMatchObject({ id: ACME_ADMIN, username: 'acme-admin', impersonator: null })
  expect((await world.call(session.token, 'GET', 'sites?limit=1')).status).toBe(200)

  const events = (
    await world.call(await signIn('root'), 'GET', 'audit-events?noun=users&verb=signIn&order=id%20DESC&limit=2')
  ).body.data as AuditEvent[]
  expect(events[1]).toMatchObject({ username: 'acme-admin', changes: { method: { after: 'terminal' } } })
})

it('B2 lets nobody in whose request was denied, and answers a request once', async () => {
  const begun = await begin()
  expect((await answer(begun.code, false)).status).toBe(200)
  expect(said(await take(begun.token))).toEqual([401, 'TERMINAL_DENIED'])
  expect(said(await answer(begun.code, true))).toEqual([404, 'NOT_FOUND'])
  expect(said(await take(begun.token))).toEqual([401, 'TERMINAL_DENIED'])
})

it('B2 gives a terminal whose answer was lost the same session again, for a minute and until it is used', async () => {
  const sidOf = (reply: Reply) =>
    (
      JSON.parse(Buffer.from((reply.body.data as SignedIn).token.split('.')[1]!, 'base64url').toString()) as {
        sid: string
      }
    ).sid
  const begun = await begin()
  await answer(begun.code, true)
  const lost = await take(begun.token)
  const again = await take(begun.token)
  expect([again.status, sidOf(again)]).toEqual([200, sidOf(lost)])
  const { refreshToken } = again.body.data as { refreshToken: string }
  expect((await post(null, 'authentication/refresh-token', { refreshToken })).status).toBe(200)
  expect(said(await take(begun.token))).toEqual([401, 'TERMINAL_SIGN_IN_OVER'])

  const late = await begin()
  await answer(late.code, true)
  await take(late.token)
  world.clock.now += 60_001
  expect(said(await take(late.token))).toEqual([401, 'TERMINAL_SIGN_IN_OVER'])

  const ended = await begin()
  await answer(ended.code, true)
  const { token } = (await take(ended.token)).body.data as SignedIn
  await post(token, 'authentication/logout')
  expect(said(await take(ended.token))).toEqual([401, 'TERMINAL_SIGN_IN_OVER'])
})

it('B2 gives one of two people who answer at once what they ask for, and two questions of the terminal one session', async () => {
  const begun = await begin()
  const [one, two] = [await admin(), await signIn('root')]
  const answers = await Promise.all([answer(begun.code, true, one), answer(begun.code, true, two)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
  const taken = await Promise.all([take(begun.token), take(begun.token)])
  expect(taken.map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await withServer(world.database, (tx) =>
    sql`select count(*)::int as count from sessions where agent = 'other' and created_at = ${new Date(world.clock.now).toISOString()}`.execute(
      tx,
    ),
  )
  // Two people and the terminal.
  expect(rows).toEqual([{ count: 3 }])
})

it('B2 expires after ten minutes, and is deleted a day later', async () => {
  const [early, late] = [await begin(), await begin()]
  await answer(early.code, true)
  world.clock.now += 600_000
  expect(said(await take(early.token))).toEqual([401, 'TERMINAL_SIGN_IN_OVER'])
  expect(said(await take(late.token))).toEqual([401, 'TERMINAL_SIGN_IN_OVER'])
  expect(said(await answer(late.code, true))).toEqual([404, 'NOT_FOUND'])
  world.clock.now += 25 * 3_600_000
  await sweep(world.parts)
  const left = await withServer(world.database, (tx) => sql`select id from terminal_sign_ins`.execute(tx))
  expect(left.rows).toEqual([])
})

it.each([
  ['a new password', 'password_hash', 'another'],
  ['a deactivation', 'active', false],
])('B2 ends the request of who has allowed it at %s', async (_, column, value) => {
  const begun = await begin()
  await answer(begun.code, true)
  const { rows } = await withServer(world.database, (tx) =>
    sql<Record<string, unknown>>`select password_hash, active from users where id = ${ACME_ADMIN}`.execute(tx),
  )
  await change(column, value)
  const refused = await take(begun.token)
  await change(column, rows[0]![column])
  expect(said(refused)).toEqual([401, 'TERMINAL_SIGN_IN_OVER'])
})

it('B2 refuses people who are signed in as somebody else, tokens of programs and whoever is not signed in', async () => {
  const { code } = await begin()
  const root = await signIn('root')
  const asAdmin = await world.call(root, 'POST', `users/${ACME_ADMIN}/impersonate`, {})
  expect(said(await answer(code, true, (asAdmin.body.data as SignedIn).token))).toEqual([403, 'SIGNED_IN_AS'])
  expect((await post(null, 'terminals/answer', { code, allow: true })).status).toBe(401)
  expect((await post(null, 'terminals/request', { code })).status).toBe(401)
  const made = await world.call(root, 'POST', 'tokens', {
    name: 'nightly',
    can: ['all'],
  })
  const { token } = made.body.data as { token?: string }
  expect(token).toBeDefined()
  expect((await answer(code, true, token)).status).toBe(403)
})

it('B2 says which field is wrong, and counts the codes that a person enters and the terminals of a network', async () => {
  const token = await admin()
  expect((await post(token, 'terminals/answer', { code: 'x' })).body.error?.errors).toMatchObject([{ field: 'allow' }])
  expect((await post(token, 'terminals/request', {})).body.error?.errors).toMatchObject([{ field: 'code' }])
  for (const wrong of [undefined, '', 7, 'x'.repeat(101), 'nobody’s'])
    expect(said(await take(wrong))).toEqual([401, 'TERMINAL_SIGN_IN_OVER'])

  const guesses = []
  for (let at = 0; at < 21; at++) guesses.push((await post(token, 'terminals/request', { code: 'AAAAAAA' })).status)
  expect(guesses).toEqual([...Array.from({ length: 20 }, () => 404), 429])

  const begun = []
  for (let at = 0; at < 31; at++) begun.push((await post(null, 'authentication/terminal')).status)
  expect(begun).toEqual([...Array.from({ length: 30 }, () => 200), 429])
})
