import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import type { OwnSession } from '@tocsin/core/api/own-sessions'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { claimsOf, type SignedIn } from '@tocsin/core/api/session'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { startWorld, type TestWorld } from '../world'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ACME_ADMIN = 6
const ACME_APPROVER = 8

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
// Every session is over, and nothing is remembered of failures.
beforeEach(() => {
  world.clock.now += 48 * HOUR
})

type Given = SignedIn & { refreshToken: string }
const signIn = async (username: string, agent = 'Mozilla/5.0'): Promise<Given> => {
  const body = { username, password: DEMO_PASSWORD }
  return (await world.call(null, 'POST', 'authentication/login', body, { 'user-agent': agent })).body.data
}
const idOf = ({ token }: SignedIn) => String(claimsOf(token)['sid'])
const list = async ({ token }: SignedIn, id = ACME_ADMIN) =>
  (await world.call(token, 'GET', `users/${id}/sessions`)).body.data as OwnSession[]
const end = ({ token }: SignedIn, body: object, id = ACME_ADMIN) =>
  world.call(token, 'POST', `users/${id}/end-sessions`, body)
const withPassword = (body: object) => ({ password: DEMO_PASSWORD, ...body })
/** Returns the worth of a session: the statuses of its access token and of its refresh token. */
const worth = async ({ token, refreshToken }: Given) => [
  (await world.call(token, 'GET', 'sites?limit=1')).status,
  (await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })).status,
]

it('T106 lists the own sessions: when each was made and last used, with what, and which one asks', async () => {
  const made = new Date(world.clock.now).toISOString()
  const first = await signIn('acme-admin', 'tocsin/1.0.0')
  world.clock.now += 4 * MINUTE
  const second = await signIn('acme-admin')
  await signIn('acme-approver')
  world.clock.now += MINUTE
  const { refreshToken } = first
  await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })
  const used = new Date(world.clock.now).toISOString()
  const seen = await list(second)
  expect(seen).toEqual([
    {
      id: idOf(second),
      createdAt: expect.any(String) as string,
      lastUsedAt: expect.any(String) as string,
      agent: 'browser',
      impersonator: null,
      current: true,
    },
    { id: idOf(first), createdAt: made, lastUsedAt: used, agent: 'terminal', impersonator: null, current: false },
  ])
  expect(seen[0]!.id).toMatch(/^[0-9a-f]{36}$/)
})

it('T106 lists no more sessions than a page holds, the current one among them, and ends them all the same', async () => {
  const asking = await signIn('acme-approver')
  // Signed in elsewhere more often, and later, than one page tells.
  await withServer(world.database, (tx) =>
    sql`insert into sessions (id, user_id, created_at, rotated_at, expires_at)
      select 'many-' || n, u.id, s.created_at, s.rotated_at + interval '1 minute', s.expires_at
      from users u join sessions s on s.id = ${idOf(asking)} and s.user_id = u.id, generate_series(1, ${PAGE_SIZE_MAX + 5}) n`.execute(
      tx,
    ),
  )
  const seen = await list(asking, ACME_APPROVER)
  expect(seen).toHaveLength(PAGE_SIZE_MAX)
  expect(seen[0]).toMatchObject({ id: idOf(asking), current: true })
  const { body } = await end(asking, withPassword({ others: true }), ACME_APPROVER)
  expect(body.data).toEqual({ ended: PAGE_SIZE_MAX + 5 })
  expect(await list(asking, ACME_APPROVER)).toHaveLength(1)
})

it('T106 leaves out what has ended, is over or can be refreshed no more', async () => {
  const over = await signIn('root')
  const gone = await signIn('root')
  await world.call(gone.token, 'POST', 'authentication/logout', {})
  world.clock.now += 29 * MINUTE
  const now = await signIn('root')
  expect((await list(now, 1)).map(({ id }) => id)).toEqual([idOf(now), idOf(over)])
  // Staff are signed out after half an hour.
  world.clock.now += MINUTE
  expect((await list(await signIn('root'), 1)).map(({ id }) => id)).not.toContain(idOf(over))
  const client = await signIn('acme-admin')
  world.clock.now += 11 * HOUR
  const later = await signIn('acme-admin')
  expect((await list(later)).map(({ id }) => id)).toEqual([idOf(later), idOf(client)])
  world.clock.now += HOUR
  expect((await list(await signIn('acme-admin'))).map(({ id }) => id)).not.toContain(idOf(client))
})

it('T106 ends one session in fact, with both of its tokens and what was begun from it, and tells the history', async () => {
  const [mine, lost, other] = [await signIn('root'), await signIn('root'), await signIn('root')]
  const child = (await world.call(lost.token, 'POST', `users/${ACME_ADMIN}/impersonate`)).body.data as Given
  expect((await world.call(child.token, 'GET', 'sites?limit=1')).status).toBe(200)
  const done = await end(mine, withPassword({ session: idOf(lost) }), 1)
  expect([done.status, done.body.data]).toEqual([200, { ended: 1 }])
  expect(await worth(lost)).toEqual([401, 401])
  expect(await worth(child)).toEqual([401, 401])
  expect((await list(mine, 1)).map(({ id }) => id).sort()).toEqual([idOf(mine), idOf(other)].sort())
  const [event] = (await world.call(mine.token, 'GET', 'audit-events?noun=users&recordId=1&verb=endSessions')).body
    .data as AuditEvent[]
  expect(event).toMatchObject({
    UserId: 1,
    username: 'root',
    sessionId: idOf(mine),
    requestId: done.body.meta.id,
    changes: { ended: { after: 1 }, sessions: { after: [idOf(lost)] }, agent: { after: 'other' } },
  })
  expect(await worth(other)).toEqual([200, 200])
})

it('T106 ends all others and keeps the one that asks, whoever has signed in as the user too', async () => {
  const [mine, one, two] = [await signIn('acme-admin'), await signIn('acme-admin'), await signIn('acme-admin')]
  const root = await signIn('root')
  const child = (await world.call(root.token, 'POST', `users/${ACME_ADMIN}/impersonate`)).body.data as Given
  expect((await list(mine)).filter(({ impersonator }) => impersonator === 'root').map(({ id }) => id)).toEqual([
    idOf(child),
  ])
  const done = await end(mine, withPassword({ others: true }))
  expect([done.status, done.body.data]).toEqual([200, { ended: 3 }])
  for (const ended of [one, two, child]) expect(await worth(ended)).toEqual([401, 401])
  expect((await list(mine)).map(({ id }) => id)).toEqual([idOf(mine)])
  expect(await worth(mine)).toEqual([200, 200])
  // No other user's sessions end, and where none is left nothing is written.
  expect((await world.call(root.token, 'GET', 'sites?limit=1')).status).toBe(200)
  const events = () => world.call(root.token, 'GET', `audit-events?noun=users&recordId=${ACME_ADMIN}&verb=endSessions`)
  const before = (await events()).body.total
  expect((await end(mine, withPassword({ others: true }))).body.data).toEqual({ ended: 0 })
  expect((await events()).body.total).toBe(before)
})

it('T106 wants the password again, and names the field that is wrong', async () => {
  const [mine, other] = [await signIn('acme-admin'), await signIn('acme-admin')]
  const session = idOf(other)
  const fields = async (body: object) => {
    const { status, body: answer } = await end(mine, body)
    return [
      status,
      answer.error?.message,
      answer.error?.errors?.map(({ field }) => field),
      answer.error?.details?.['field'],
    ]
  }
  expect(await fields({ session })).toEqual([400, 'VALIDATION_FAILED', ['password'], undefined])
  expect(await fields({ session, password: 'Wrong1234' })).toEqual([400, 'INVALID_PASSWORD', undefined, 'password'])
  expect(await fields(withPassword({}))).toEqual([400, 'VALIDATION_FAILED', ['session'], undefined])
  expect(await fields(withPassword({ session, others: true }))).toEqual([
    400,
    'VALIDATION_FAILED',
    ['session'],
    undefined,
  ])
  expect(await fields(withPassword({ session: 7 }))).toEqual([400, 'VALIDATION_FAILED', ['session'], undefined])
  expect(await fields(withPassword({ session: 'x'.repeat(101) }))).toEqual([
    400,
    'VALIDATION_FAILED',
    ['session'],
    undefined,
  ])
  expect(await fields(withPassword({ sessions: session, others: true }))).toEqual([
    400,
    'VALIDATION_FAILED',
    ['sessions'],
    undefined,
  ])
  expect(await worth(other)).toEqual([200, 200])
})

it('T106 slows down guesses at the password as at sign-in, and ends nothing meanwhile', async () => {
  const [mine, other] = [await signIn('acme-approver'), await signIn('acme-approver')]
  const guess = async (password: string) => (await end(mine, { others: true, password }, ACME_APPROVER)).status
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push(await guess('Wrong1234'))
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  expect(await guess(DEMO_PASSWORD)).toBe(429)
  expect(await worth(other)).toEqual([200, 200])
  world.clock.now += 1000
  expect(await guess(DEMO_PASSWORD)).toBe(200)
  expect(await worth(other)).toEqual([401, 401])
})

it('T106 is nobody’s but the user’s own, and not of whoever is signed in as them', async () => {
  const [mine, stranger, root] = [await signIn('acme-admin'), await signIn('acme-approver'), await signIn('root')]
  const other = await signIn('acme-admin')
  const child = (await world.call(root.token, 'POST', `users/${ACME_ADMIN}/impersonate`)).body.data as Given
  const body = withPassword({ session: idOf(other) })
  for (const [asker, status] of [
    [stranger, 404],
    [root, 404],
    [child, 403],
  ] as const) {
    expect((await world.call(asker.token, 'GET', `users/${ACME_ADMIN}/sessions`)).status).toBe(status)
    expect((await end(asker, body)).status).toBe(status)
  }
  // Under one's own id, somebody else's session is not found.
  expect((await end(stranger, body, ACME_APPROVER)).status).toBe(404)
  expect((await end(mine, withPassword({ session: idOf(root) }))).status).toBe(404)
  expect(await worth(other)).toEqual([200, 200])
})

it('T106 writes when a session was last used no oftener than its tokens are exchanged', async () => {
  const mine = await signIn('acme-admin')
  const [before] = await list(mine)
  world.clock.now += 4 * MINUTE
  for (let n = 0; n < 3; n++) await world.call(mine.token, 'GET', 'sites?limit=1')
  expect(await list(mine)).toEqual([before])
})
