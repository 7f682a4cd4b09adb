import { encodeMultipart } from '@tocsin/core/api/multipart'
import { LOGIN_AS_STAFF, loginAs, type Viewer } from '@tocsin/core/vocabulary/permissions'
import { mayGrant, permissionsOf } from '@tocsin/core/vocabulary/roles'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { claimsOf } from '@tocsin/core/api/session'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACME, BOREALIS, CIDADE_VAZIA } from '../../fixtures/clients'
import { DEMO_PASSWORD, users } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { withScope } from '../../server/db/scope'
import { databaseKind } from '../database'
import { EPOCH, startWorld, type TestWorld } from '../world'

const HOUR = 3_600_000
let world: TestWorld
/** A second root user, since nobody signs in as themselves. */
let otherRoot: number
beforeAll(async () => {
  world = await startWorld()
  otherRoot = await asServer(async (tx) => {
    const { rows } = await sql<{ id: number }>`insert into users
        (name, username, email, role, user_type, password_hash)
      select 'Raul Raiz', 'other-root', email, role, user_type, password_hash from users where id = 1
      returning id`.execute(tx)
    return rows[0]!.id
  })
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.now = EPOCH
})

type SignedIn = { token: string; refreshToken: string; profile: Record<string, unknown> }
const asServer = <T>(run: Parameters<typeof withServer<T>>[1]) => withServer(world.database, run)
const person = (username: string) => users.rows.find((user) => user.username === username)!
const signIn = async (username: string) =>
  (await world.call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })).body.data as SignedIn
const impersonate = (token: string, id: number) => world.call(token, 'POST', `users/${id}/impersonate`)
const refresh = (refreshToken: string) => world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })
const opens = async (token: string) => (await world.call(token, 'GET', 'features-or-nothing')).status !== 401
const change = (table: string, id: number, values: Record<string, unknown>) =>
  asServer((tx) =>
    sql`update ${sql.table(table)} set ${sql.join(
      Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    )} where id = ${id}`.execute(tx),
  )

/** Returns a session of a user's own, and one begun from it as another. */
async function as(username: string, target: string) {
  const own = await signIn(username)
  const { status, text, body } = await impersonate(own.token, person(target).id)
  expect(status, text).toBe(200)
  return { own, child: body.data as SignedIn }
}

it('USERS-08 signs in as another user and says who really acts, with and without the prefix of its routes', async () => {
  const { own, child } = await as('root', 'acme-admin')
  expect(child.profile).toMatchObject({
    id: 6,
    username: 'acme-admin',
    userType: 'client',
    ClientId: ACME,
    impersonator: { id: 1, name: 'Rute Raiz', username: 'root' },
  })
  expect(claimsOf(child.token)).toMatchObject({ sub: '6', act: { sub: '1' }, roles: permissionsOf('client', 'admin') })
  expect((await world.call(child.token, 'GET', 'clients')).body.data).toMatchObject([{ id: ACME }])
  expect(own.profile['impersonator']).toBeNull()
  const prefixed = await world.call(own.token, 'POST', 'v2/tocsin/users/6/impersonate')
  expect(prefixed.status).toBe(200)
  expect((await world.call(own.token, 'POST', 'v2/client/users/6/impersonate')).status).toBe(403)
})

it('T20 USERS-09 lets exactly those in whom permission, order and scope let in, over all pairs', async () => {
  const wrong: string[] = []
  let tried = 0
  for (const actor of users.rows.filter((user) => user.hasPassword && user.mfaMethod.length === 0)) {
    const { token } = await signIn(actor.username)
    const viewer: Viewer = { ...actor, permissions: permissionsOf(actor.userType, actor.role) }
    for (const target of users.rows) {
      const any = viewer.permissions.some((one) => one.startsWith('login_as:'))
      const sees =
        actor.role !== 'clientManager' || actor.id === target.id || actor.ClientIds.includes(target.ClientId ?? 0)
      const holds = viewer.permissions.includes(loginAs(target.userType))
      const rank = mayGrant(viewer, target.userType, target.role)
      const wanted = !any ? 403 : !sees ? 404 : !holds ? 403 : target.id === actor.id || !rank ? 400 : 200
      const { status } = await impersonate(token, target.id)
      tried++
      if (status !== wanted) wrong.push(`${actor.username} as ${target.username}: ${status} instead of ${wanted}`)
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBe(12 * 14)
})

it('T20 says why not: oneself, somebody inactive, somebody above, somebody of a type that is not one’s to be', async () => {
  const why = async (token: string, id: number) => {
    const { status, body } = await impersonate(token, id)
    return [status, body.error?.message, body.error?.details]
  }
  const root = await signIn('root')
  const admin = await signIn('admin')
  expect(await why(root.token, 1)).toEqual([400, 'BLOCKED', { reason: 'resources.users.isYourself' }])
  await change('users', 8, { active: false })
  expect(await why(root.token, 8)).toEqual([400, 'BLOCKED', { reason: 'resources.users.notActive' }])
  await change('users', 8, { active: true })
  expect(await why(admin.token, 4)).toEqual([403, 'FORBIDDEN', { permission: LOGIN_AS_STAFF }])
  // Nobody in the fixtures may be staff without outranking everybody, so the order is tried by a stronger client role.
  const manager = await signIn('client-manager')
  expect((await impersonate(manager.token, person('acme-admin').id)).status).toBe(200)
  expect((await why(manager.token, person('borealis-admin').id))[0]).toBe(404)
})

it('T20 looks through a user of a locked client, in whom nothing can be written', async () => {
  const { child } = await as('root', 'borealis-admin')
  expect((await world.call(child.token, 'GET', 'sites?limit=1')).body.data).toMatchObject([{ ClientId: BOREALIS }])
  const write = await world.call(child.token, 'PATCH', 'projects/7', { name: 'x' })
  expect([write.status, write.body.error?.message]).toEqual([401, 'CLIENT_LOCKED'])
})

it('T20 signs in as a guest and as somebody without a password, who see what they see', async () => {
  const { child: guest } = await as('root', 'guest')
  expect((await world.call(guest.token, 'GET', 'users/5')).status).toBe(200)
  expect((await world.call(guest.token, 'GET', 'clients')).status).toBe(403)
  const { child: nina } = await as('admin', 'acme-no-password')
  expect(nina.profile).toMatchObject({ hasPassword: false, impersonator: { username: 'admin' } })
})

describe('T21 while signed in as somebody else', () => {
  const told = ({ status, body }: Awaited<ReturnType<typeof impersonate>>) => [
    status,
    body.error?.message,
    ...(body.error?.details?.['reason'] ? [body.error.details['reason']] : []),
  ]
  const PASSWORD = { oldPassword: DEMO_PASSWORD, password: 'Zebra7Lamp', passwordConfirm: 'Zebra7Lamp' }

  it.each([
    ['the password', 'PATCH', PASSWORD],
    ['the password, whole record', 'PUT', PASSWORD],
    ['the confirmation alone', 'PATCH', { passwordConfirm: 'x' }],
    ['the old password alone', 'PATCH', { oldPassword: DEMO_PASSWORD }],
  ])('%s stays as it is', async (_, method, body) => {
    const { child } = await as('root', 'acme-admin')
    expect(told(await world.call(child.token, method, 'users/6', body))).toEqual([403, 'SIGNED_IN_AS'])
    expect((await signIn('acme-admin')).profile['id']).toBe(6)
    // The user could, so that only their own session can be in the way.
    expect(told(await world.call((await signIn('acme-admin')).token, method, 'users/6', body))[1]).not.toBe(
      'SIGNED_IN_AS',
    )
    await change('users', 6, { password_hash: await hashOf('root') })
  })

  it.each([
    ['e-mail', { email: 'mine@example.org' }],
    ['phone', { phone: '+5511900000001' }],
    ['methods', { mfaMethod: ['phone'] }],
  ])('the %s of the user stays as it is', async (field, body) => {
    const { child } = await as('root', 'acme-admin')
    expect((await world.call(child.token, 'PATCH', 'users/6', body)).status, field).toBe(400)
  })

  it('nobody is signed in as a third', async () => {
    const { child } = await as('root', 'admin')
    expect(told(await impersonate(child.token, person('acme-admin').id))).toEqual([
      400,
      'BLOCKED',
      'resources.users.alreadySignedInAs',
    ])
  })

  it('no link is made, not even as another root user', async () => {
    const { token } = await signIn('root')
    const child = (await impersonate(token, otherRoot)).body.data as SignedIn
    expect(told(await world.call(child.token, 'POST', `users/${ACME_ADMIN}/sign-in-link`))).toEqual([
      403,
      'SIGNED_IN_AS',
    ])
    expect((await world.call(token, 'POST', `users/${ACME_ADMIN}/sign-in-link`)).status).toBe(200)
  })

  it('T110 no way in is made that outlives it: another’s password or mailbox, a user who manages users', async () => {
    const { child } = await as('root', 'acme-admin')
    const approver = `users/${person('acme-approver').id}`
    const password = { password: 'Abcdef12', passwordConfirm: 'Abcdef12' }
    const user = { name: 'New', email: 'new@example.org', userType: 'client', ClientId: ACME, ...password }
    const refused = { status: 403, body: { error: { message: 'SIGNED_IN_AS' } } }
    expect(await world.call(child.token, 'PATCH', approver, password)).toMatchObject(refused)
    expect(await world.call(child.token, 'PATCH', approver, { role: 'admin' })).toMatchObject(refused)
    expect(await world.call(child.token, 'PATCH', approver, { email: 'mine@example.org' })).toMatchObject(refused)
    const admin = { ...user, username: 'new-admin', role: 'admin' }
    expect(await world.call(child.token, 'POST', 'users', admin)).toMatchObject(refused)
    expect((await signIn('acme-approver')).profile).toMatchObject({ role: 'approver' })
    // The changes that support staff help with go on.
    const { email } = (await world.call(child.token, 'GET', approver)).body.data as { email: string }
    expect((await world.call(child.token, 'PATCH', approver, { name: 'Renamed', email })).status).toBe(200)
    const made = await world.call(child.token, 'POST', 'users', { ...user, username: 'new-approver', role: 'approver' })
    expect(made.status, made.text).toBe(201)
  })

  it('the name of the user can still be put right', async () => {
    const { child } = await as('root', 'acme-admin')
    expect((await world.call(child.token, 'PATCH', 'users/6', { name: 'Ana Acme' })).status).toBe(200)
  })
})

const ACME_ADMIN = 6
const hashOf = (username: string) =>
  asServer(async (tx) => {
    const { rows } = await sql<{ hash: string }>`select password_hash as hash from users
      where username = ${username}`.execute(tx)
    return rows[0]!.hash
  })

describe('T23 a session begun from another ends', () => {
  /** Each ends the session of `admin`, or its right to be somebody else; and is taken back. */
  const ends: [string, (own: SignedIn) => Promise<unknown>, (() => Promise<unknown>)?][] = [
    ['with its logout', (own) => world.call(own.token, 'POST', 'authentication/logout')],
    [
      'with its demotion',
      () => change('users', 2, { role: 'broadcastOperator' }),
      () => change('users', 2, { role: 'admin' }),
    ],
    [
      'with its deactivation',
      async () => world.call((await signIn('root')).token, 'POST', 'users/2/deactivate'),
      async () => world.call((await signIn('root')).token, 'POST', 'users/2/activate'),
    ],
    [
      'when its refresh token is shown twice by two',
      async (own) => {
        await refresh(own.refreshToken)
        world.clock.now += 11_000
        return refresh(own.refreshToken)
      },
    ],
    [
      'with its password',
      async () => {
        const { token } = await signIn('root')
        return world.call(token, 'PATCH', 'users/2', { password: 'Zebra7Lamp', passwordConfirm: 'Zebra7Lamp' })
      },
      async () => change('users', 2, { password_hash: await hashOf('root') }),
    ],
    [
      'when the user is raised above whoever acts',
      () => change('users', ACME_ADMIN, { user_type: 'tocsin', role: 'root' }),
      () => change('users', ACME_ADMIN, { user_type: 'client', role: 'admin' }),
    ],
    [
      'with the user’s deactivation',
      async () => world.call((await signIn('root')).token, 'POST', `users/${ACME_ADMIN}/deactivate`),
      async () => world.call((await signIn('root')).token, 'POST', `users/${ACME_ADMIN}/activate`),
    ],
  ]
  it.each(ends)('%s, at the next request', async (_, end, mend) => {
    const { own, child } = await as('admin', 'acme-admin')
    expect(await opens(child.token)).toBe(true)
    await end(own)
    const { status, body } = await world.call(child.token, 'GET', 'sites?limit=1')
    const late = await refresh(child.refreshToken)
    await mend?.()
    expect([status, body.error?.message]).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
    expect([late.status, late.body.error?.message]).toEqual([401, 'EXPIRED_REFRESH_TOKEN'])
    // An ended session stays ended, whatever is mended afterwards.
    expect(await opens(child.token)).toBe(false)
  })

  it('when its clients are taken from a manager', async () => {
    const { child } = await as('client-manager', 'acme-admin')
    await change('users', 3, { client_ids: sql`${JSON.stringify([CIDADE_VAZIA])}::jsonb` })
    expect(await opens(child.token)).toBe(false)
    await change('users', 3, { client_ids: sql`${JSON.stringify([ACME, CIDADE_VAZIA])}::jsonb` })
  })

  it('alone: its own logout leaves the one it was begun from, and every other', async () => {
    const { own, child } = await as('admin', 'acme-admin')
    const theirs = await signIn('acme-admin')
    await world.call(child.token, 'POST', 'authentication/logout')
    expect([await opens(child.token), await opens(own.token), await opens(theirs.token)]).toEqual([false, true, true])
  })

  it('twelve hours after the sign-in it was begun from, however late it began and however often it was refreshed', async () => {
    let own = await signIn('admin')
    const end = EPOCH + 12 * HOUR
    const staff = 25 * 60_000
    while (world.clock.now + staff < end - HOUR) {
      world.clock.now += staff
      own = (await refresh(own.refreshToken)).body.data
    }
    let child = (await impersonate(own.token, ACME_ADMIN)).body.data as SignedIn
    while (world.clock.now + staff < end) {
      world.clock.now += staff
      const { status, body } = await refresh(child.refreshToken)
      expect(status).toBe(200)
      child = body.data
      expect(child.profile['impersonator']).toMatchObject({ username: 'admin' })
      expect(claimsOf(child.token)['act']).toEqual({ sub: '2' })
      expect(claimsOf(child.refreshToken)['exp']).toBeLessThanOrEqual(end / 1000)
    }
    world.clock.now = end
    expect(await opens(child.token)).toBe(false)
    expect((await refresh(child.refreshToken)).body.error?.message).toBe('EXPIRED_REFRESH_TOKEN')
  })

  it('after half an hour without a refresh, since staff sit behind it', async () => {
    const { child } = await as('admin', 'acme-admin')
    world.clock.now += HOUR / 2
    expect((await refresh(child.refreshToken)).body.error?.message).toBe('EXPIRED_REFRESH_TOKEN')
  })
})

describe('T22 the history', () => {
  const events = async (query: string) =>
    (await world.call((await signIn('root')).token, 'GET', `audit-events?limit=5&${query}`)).body.data as AuditEvent[]

  it('tells of the login-as itself, and names both in whatever follows', async () => {
    const { own, child } = await as('root', 'acme-admin')
    const [begun] = await events('noun=users&verb=loginAs')
    expect(begun).toMatchObject({
      recordId: ACME_ADMIN,
      UserId: 1,
      username: 'root',
      ImpersonatorId: null,
      sessionId: claimsOf(own.token)['sid'],
      changes: {},
    })
    const made = await world.call(child.token, 'POST', 'projects', { name: 'Por outra pessoa', description: 'x' })
    const { id } = made.body.data as { id: number }
    const written = await events(`noun=projects&recordId=${id}`)
    expect(written).toMatchObject([
      { UserId: ACME_ADMIN, username: 'acme-admin', ImpersonatorId: 1, impersonator: 'root', ClientId: ACME },
    ])
    expect(written[0]!.sessionId).toBe(claimsOf(child.token)['sid'])
    // The client's own admin reads it too, and the list can be asked for all that somebody did as others.
    const theirs = await world.call(
      (await signIn('acme-admin')).token,
      'GET',
      `audit-events?recordId=${id}&noun=projects`,
    )
    expect(theirs.body.data).toMatchObject([{ impersonator: 'root' }])
    expect((await events('ImpersonatorId=1')).length).toBeGreaterThan(0)
    expect(await events('ImpersonatorId=2&noun=projects')).toEqual([])
  })

  it('names both in what a sheet wrote, of sites and of registration data', async () => {
    const { child } = await as('root', 'acme-admin')
    const upload = async (part: string, text: string, values: Record<string, unknown>) => {
      const bytes = new TextEncoder().encode(text)
      const { contentType, body } = encodeMultipart(values, { [part]: { name: 's.csv', type: 'text/csv', bytes } }, 'x')
      const answer = await world.app.inject({
        method: 'POST',
        url: `/api/clients/${ACME}/upload`,
        headers: { authorization: `Bearer ${child.token}`, 'content-type': contentType },
        payload: Buffer.from(body),
      })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const both = { UserId: ACME_ADMIN, username: 'acme-admin', ImpersonatorId: 1, impersonator: 'root', ClientId: ACME }
    const latest = async (resource: string) => (await events(`noun=${resource}&verb=import&order=id%20DESC`))[0]
    await upload('csvSites', 'siteName,siteAddress,siteTag,siteAppCode\nDe outra,Rua 1,IMP-1,IMPSN8\n', {})
    expect(await latest('sites')).toMatchObject(both)
    expect(await latest('registration-codes')).toMatchObject({
      ...both,
      changes: { code: { before: null, after: 'IMPSN8' } },
    })
    await upload('csvSites', 'siteName,siteAddress,siteTag\nMudada,Rua 1,IMP-1\n', { mode: 'upsert' })
    expect(await latest('sites')).toMatchObject({ ...both, changes: { name: { after: 'Mudada' } } })
    await upload('csvRegistrationData', 'key\nOUTRA\n', { contentId: 'visitantes' })
    expect(await latest('registration-data')).toMatchObject(both)
  })

  it('cannot be written without who really acts, nor in another’s name, by the database alone', async () => {
    const { child } = await as('root', 'acme-admin')
    const { sid } = claimsOf(child.token)
    const scope = { kind: 'clients' as const, clientIds: [ACME], siteId: null, providerId: null, userId: ACME_ADMIN }
    const write = (text: string) =>
      withScope(world.database, { ...scope, impersonatorId: 1 }, (tx) => sql.raw(text).execute(tx))
    const forged = (impersonator: string) =>
      write(`insert into audit_events (noun, record_id, verb, user_id, impersonator_id)
        values ('sites', 1, 'update', ${ACME_ADMIN}, ${impersonator})`)
    await expect(forged('null')).rejects.toMatchObject({ sqlState: '42501' })
    await expect(forged('2')).rejects.toMatchObject({ sqlState: '42501' })
    await forged('1')
    // A writer that does not think of it names them all the same.
    await write(`insert into audit_events (noun, record_id, verb, user_id, session_id)
      values ('sites', 1, 'update', ${ACME_ADMIN}, '${String(sid)}')`)
    expect((await events('noun=sites&recordId=1'))[0]).toMatchObject({ sessionId: sid, ImpersonatorId: 1 })
  })

  it.each([
    ['between the session and its event', "before insert on audit_events for each row when (new.verb = 'loginAs')", ''],
    ['before the session', 'before insert on sessions for each row', ''],
    [
      'between the event and the commit',
      "after insert on audit_events deferrable initially deferred for each row when (new.verb = 'loginAs')",
      'constraint',
    ],
  ])('holds neither session nor event of a login-as that was cut off %s', async (_, moment, kind) => {
    const { token } = await signIn('root')
    const count = () =>
      asServer(async (tx) => {
        const { rows } = await sql<{ events: number; sessions: number }>`select
          (select count(*)::int from audit_events where verb = 'loginAs') as events,
          (select count(*)::int from sessions where parent_id is not null) as sessions`.execute(tx)
        return rows[0]!
      })
    const before = await count()
    const run = (text: string) => sql.raw(text).execute(world.database.kysely)
    // On PostgreSQL the connection is really killed, which only its own login may do; the embedded engine has but the
    // one, so there the statement fails.
    const blow =
      databaseKind === 'postgres'
        ? `perform set_config('role', 'none', true); perform pg_terminate_backend(pg_backend_pid());`
        : `raise exception 'cut';`
    await run(`create function cut_off() returns trigger language plpgsql as
      $$ begin ${blow} return new; end $$`)
    await run(`create ${kind} trigger cut_off ${moment} execute function cut_off()`)
    const { status } = await impersonate(token, ACME_ADMIN)
    await run('drop function cut_off() cascade')
    expect(status).toBeGreaterThanOrEqual(500)
    expect(await count()).toEqual(before)
    expect((await impersonate(token, ACME_ADMIN)).status).toBe(200)
    const after = await count()
    expect([after.events - before.events, after.sessions - before.sessions]).toEqual([1, 1])
  })
})

it('T72 keeps the tokens of a login-as nowhere, whatever key it was asked under', async () => {
  const { token } = await signIn('root')
  const ask = () =>
    world.call(token, 'POST', `users/${ACME_ADMIN}/impersonate`, {}, { 'idempotency-key': 'the-same-key' })
  const [first, second] = [(await ask()).body.data as SignedIn, (await ask()).body.data as SignedIn]
  expect(claimsOf(second.token)['sid']).not.toBe(claimsOf(first.token)['sid'])
  const kept = await asServer(async (tx) =>
    JSON.stringify([
      (await sql`select * from idempotency_keys`.execute(tx)).rows,
      (await sql`select * from audit_events`.execute(tx)).rows,
      (await sql`select * from sessions`.execute(tx)).rows,
    ]),
  )
  for (const secret of [first.token, first.refreshToken, second.token, second.refreshToken])
    expect(kept + world.logs.join('')).not.toContain(secret.split('.')[2])
})
