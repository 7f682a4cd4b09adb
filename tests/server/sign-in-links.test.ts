import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { claimsOf } from '@tocsin/core/api/session'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { users } from '../../fixtures/users'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { sweep } from '../../server/auth/sweep'
import { createTokens, newSigningKey } from '../../server/secrets/tokens'
import { EPOCH, startWorld, type TestWorld } from '../world'

const ACME_ADMIN = 6
let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.now = EPOCH
})

type SignedIn = { token: string; refreshToken: string; profile: Record<string, unknown> }
const make = (token: string, id: number, prefix = '') =>
  world.call(token, 'POST', `${prefix}users/${id}/sign-in-link`, undefined, { host: 'evil.example.org' })
const link = async (id = ACME_ADMIN) =>
  ((await make(await world.token('root'), id)).body.data as { link: string; seconds: number }).link
const tokenIn = (address: string) => new URL(address).searchParams.get('authorization') ?? ''
const take = (refreshToken: string) => world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })
const said = ({ status, body }: Awaited<ReturnType<typeof take>>) => [status, body.error?.message]
const latest = async (verb: string) =>
  (
    (await world.call(await world.token('root'), 'GET', `audit-events?noun=users&verb=${verb}&limit=1`)).body
      .data as AuditEvent[]
  )[0]
const change = (id: number, column: string, value: unknown) =>
  withServer(world.database, (tx) => sql`update users set ${sql.ref(column)} = ${value} where id = ${id}`.execute(tx))

it('A-024 signs somebody in once, by the address that the operator has set, whatever host was asked', async () => {
  const { status, body } = await make(await world.token('root'), ACME_ADMIN)
  const made = body.data as { link: string; seconds: number }
  expect([status, made.seconds]).toEqual([200, 60])
  expect(made.link).toMatch(/^https:\/\/console\.example\.org\/login\?authorization=[\w-]+\.[\w-]+\.[\w-]+$/)
  const answer = await take(tokenIn(made.link))
  expect(answer.status).toBe(200)
  const session = answer.body.data as SignedIn
  expect(session.profile).toMatchObject({ id: ACME_ADMIN, username: 'acme-admin', impersonator: null })
  expect((await world.call(session.token, 'GET', 'sites?limit=1')).status).toBe(200)
  expect((await take(session.refreshToken)).status).toBe(200)
  expect(said(await take(tokenIn(made.link)))).toEqual([401, 'SIGN_IN_LINK_USED'])
  // The user it let in has a session of their own: nobody acts in their name.
  expect(claimsOf(session.token)).not.toHaveProperty('act')
})

it('A-024 lives for a minute by the server’s clock', async () => {
  const [soon, late] = [await link(), await link()]
  world.clock.now += 59_000
  expect((await take(tokenIn(soon))).status).toBe(200)
  world.clock.now += 1000
  expect(said(await take(tokenIn(late)))).toEqual([401, 'SIGN_IN_LINK_EXPIRED'])
  expect(said(await take(tokenIn(soon)))).toEqual([401, 'SIGN_IN_LINK_EXPIRED'])
})

it('A-024 is void once the user is switched off or has another password, and never anybody else’s', async () => {
  const off = await link()
  await change(ACME_ADMIN, 'active', false)
  expect(said(await take(tokenIn(off)))).toEqual([401, 'INVALID_SIGN_IN_LINK'])
  await change(ACME_ADMIN, 'active', true)
  const before = await link()
  const root = await world.token('root')
  const password = { password: 'Zebra7Lamp', passwordConfirm: 'Zebra7Lamp' }
  expect((await world.call(root, 'PATCH', `users/${ACME_ADMIN}`, password)).status).toBe(200)
  expect(said(await take(tokenIn(before)))).toEqual([401, 'INVALID_SIGN_IN_LINK'])

  const { jti } = claimsOf(tokenIn(await link()))
  const forAnother = await world.parts.tokens.sign('link', { sub: '1', jti: String(jti) }, world.clock.now)
  expect(said(await take(forAnother))).toEqual([401, 'INVALID_SIGN_IN_LINK'])
  const stranger = await createTokens(await newSigningKey(), () => world.clock.now)
  const foreign = await stranger.sign('link', { sub: String(ACME_ADMIN), jti: String(jti) }, world.clock.now)
  expect(said(await take(foreign))).toEqual([401, 'INVALID_SIGN_IN_LINK'])
  const [head = '', body = '', signature = ''] = tokenIn(await link()).split('.')
  for (const token of [`${head}.${body}.`, `${head}.${body}.${signature.slice(1)}x`, `${head}..${signature}`])
    expect(said(await take(token)), token).toEqual([401, 'INVALID_SIGN_IN_LINK'])
})

it('A-024 is made by root alone, of users that are there and active, under both prefixes', async () => {
  for (const { username, mfaMethod, hasPassword } of users.rows) {
    if (mfaMethod.length > 0 || !hasPassword || username === 'acme-admin') continue
    const { status, body } = await make(await world.token(username), ACME_ADMIN)
    expect([username, status]).toEqual([username, username === 'root' ? 200 : 403])
    if (status === 403) expect(body.error?.details).toEqual({ permission: 'login_as:user:tocsin' })
  }
  const root = await world.token('root')
  expect((await make(root, ACME_ADMIN, 'v2/tocsin/')).status).toBe(200)
  expect((await make(root, ACME_ADMIN, 'v2/client/')).status).toBe(403)
  expect((await make(root, 2_000_000_000)).status).toBe(404)
  await change(8, 'active', false)
  const { status, body } = await make(root, 8)
  expect([status, body.error?.message, body.error?.details]).toEqual([
    400,
    'BLOCKED',
    { reason: 'resources.users.notActive' },
  ])
  await change(8, 'active', true)
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await world.call(root, method, `users/${ACME_ADMIN}/sign-in-link`)).status).toBe(405)
})

it('A-024 lets in who has no password yet, and past the second step: root has vouched for them', async () => {
  for (const username of ['acme-no-password', 'acme-mfa']) {
    const { id } = users.rows.find((user) => user.username === username)!
    const { status, body } = await take(tokenIn(await link(id)))
    expect([status, (body.data as SignedIn).profile['username']]).toEqual([200, username])
  }
})

it('T22 T72 leaves an event of its making and of its use, and itself nowhere', async () => {
  const address = await link()
  const { jti } = claimsOf(tokenIn(address))
  expect(await latest('signInLink')).toMatchObject({
    recordId: ACME_ADMIN,
    username: 'root',
    UserId: 1,
    ClientId: 2,
    changes: { link: { before: null, after: jti } },
  })
  const session = (await take(tokenIn(address))).body.data as SignedIn
  expect(await latest('signIn')).toMatchObject({
    recordId: ACME_ADMIN,
    username: 'acme-admin',
    UserId: ACME_ADMIN,
    ClientId: 2,
    sessionId: claimsOf(session.token)['sid'],
    changes: { method: { before: null, after: 'link' }, link: { before: null, after: jti } },
  })
  const kept = await withServer(world.database, async (tx) =>
    JSON.stringify([
      (await sql`select * from audit_events`.execute(tx)).rows,
      (await sql`select * from sign_in_links`.execute(tx)).rows,
      (await sql`select * from outbox`.execute(tx)).rows,
    ]),
  )
  for (const secret of [tokenIn(address), session.token, session.refreshToken])
    expect(kept + world.logs.join('')).not.toContain(secret.split('.')[2])
})

it('holds no session of a link whose event could not be written, and the link can still be used', async () => {
  const token = tokenIn(await link())
  const run = (text: string) => sql.raw(text).execute(world.database.kysely)
  await run(`create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`)
  await run(`create trigger cut_off before insert on audit_events for each row
    when (new.verb = 'signIn') execute function cut_off()`)
  expect((await take(token)).status).toBe(500)
  await run('drop function cut_off() cascade')
  expect((await take(token)).status).toBe(200)
})

it('forgets links a day after their time', async () => {
  const count = () =>
    withServer(world.database, async (tx) =>
      Number((await sql<{ n: number }>`select count(*)::int as n from sign_in_links`.execute(tx)).rows[0]?.n),
    )
  await link()
  const before = await count()
  await sweep(world.parts)
  expect(await count()).toBe(before)
  world.clock.now += 25 * 3_600_000
  await sweep(world.parts)
  expect(await count()).toBe(0)
})

it('cannot be read or made by anybody’s request but one that sees everybody', async () => {
  const { withActor } = await import('../../server/context/actor')
  const { readActor } = await import('../../server/auth/session-actor')
  const signedIn = await world.call(null, 'POST', 'authentication/login', {
    username: 'client-manager',
    password: DEMO_PASSWORD,
  })
  const { sid } = claimsOf((signedIn.body.data as SignedIn).token)
  const actor = await readActor(world.parts, String(sid), 3)
  await link()
  const seen = await withActor(world.parts, actor, (tx) => sql`select 1 from sign_in_links`.execute(tx))
  expect(seen.rows).toEqual([])
  await expect(
    withActor(world.parts, actor, (tx) =>
      sql`insert into sign_in_links (id, user_id, made_by, password_mark, expires_at)
        values ('x', 6, 3, '', now())`.execute(tx),
    ),
  ).rejects.toMatchObject({ sqlState: '42501' })
})
