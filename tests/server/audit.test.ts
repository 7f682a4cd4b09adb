import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withActor, withServer, type Actor } from '../../server/context/actor'
import { readActor } from '../../server/auth/session-actor'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let admin: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
})
afterAll(() => world.close())

const latest = async (resource: string, token = admin) =>
  ((await world.call(token, 'GET', `audit-events?noun=${resource}&limit=1`)).body.data as AuditEvent[])[0]
const everything = () =>
  withServer(world.database, async (tx) =>
    JSON.stringify([
      (await sql`select * from audit_events`.execute(tx)).rows,
      (await sql`select * from outbox`.execute(tx)).rows,
      (await sql`select * from idempotency_keys`.execute(tx)).rows,
    ]),
  )

it('T22 writes who, what, when, before and after beside every change, under its request id', async () => {
  const made = await world.call(admin, 'POST', 'projects', { name: 'Um', description: 'x' })
  const { id } = made.body.data as { id: number }
  expect(await latest('projects')).toMatchObject({
    noun: 'projects',
    recordId: id,
    verb: 'create',
    ClientId: 2,
    UserId: 6,
    username: 'acme-admin',
    ImpersonatorId: null,
    impersonator: null,
    requestId: made.body.meta.id,
    createdAt: new Date(world.clock.now).toISOString(),
    sessionId: expect.any(String) as string,
    changes: {
      name: {
        before: null,
        after: 'Um',
      },
      description: {
        before: null,
        after: 'x',
      },
    },
  })
  await world.call(admin, 'PATCH', `projects/${id}`, { name: 'Dois' })
  expect(await latest('projects')).toMatchObject({ verb: 'update', changes: { name: { before: 'Um', after: 'Dois' } } })
  await world.call(admin, 'DELETE', `projects/${id}`)
  expect(await latest('projects')).toMatchObject({ verb: 'delete', recordId: id })
  await world.call(admin, 'POST', 'apps/1/publish', { versionComment: 'Cores' })
  expect(await latest('apps')).toMatchObject({
    verb: 'publish',
    changes: { publishedVersion: { before: 3, after: 4 } },
  })
  await world.call(admin, 'POST', 'sites/1/deactivate')
  expect(await latest('sites')).toMatchObject({
    recordId: 1,
    SiteId: 1,
    changes: { active: { before: true, after: false } },
  })
  await world.call(admin, 'PATCH', 'sites/20001', { name: 'Equipe' })
  expect(await latest('teams')).toMatchObject({ recordId: 20_001, changes: { name: { after: 'Equipe' } } })
})

it('tells whose session it was of the client’s own people alone, and by no way round', async () => {
  const root = await world.token('root')
  await world.call(root, 'PATCH', 'sites/3', { name: 'Por Rute' })
  const [{ id, sessionId }] = (await world.call(root, 'GET', 'audit-events?noun=sites&recordId=3')).body.data as [
    AuditEvent,
  ]
  expect(sessionId).toEqual(expect.any(String))
  await world.call(admin, 'PATCH', 'sites/3', { name: 'Por Ana' })
  const told = async () =>
    ((await world.call(admin, 'GET', 'audit-events?noun=sites&recordId=3')).body.data as AuditEvent[]).map((one) => [
      one.username,
      one.sessionId,
    ])
  for (const fences of [
    { code: true, database: false },
    { code: true, database: true },
  ]) {
    Object.assign(world.parts.fences, fences)
    expect(await told()).toEqual([
      ['acme-admin', expect.any(String)],
      ['root', null],
    ])
  }
  const one = await world.call(admin, 'GET', `audit-events/${id}`)
  expect(one.body.data).toMatchObject({ username: 'root', sessionId: null })
  expect((await world.call(admin, 'GET', 'audit-events?order=sessionId')).text).not.toContain(String(sessionId))
})

it('T22 writes no event for what was refused or rolled back', async () => {
  const before = (await world.call(admin, 'GET', 'audit-events?limit=1')).body.total
  for (const [method, path, body] of [
    ['PATCH', 'sites/1', { radius: -1 }],
    ['PATCH', 'sites/1', {}],
    ['POST', 'registration-codes', { code: 'ACME01' }],
    ['DELETE', 'apps/1', undefined],
    ['POST', 'users', { name: 'x' }],
  ] as const)
    await world.call(admin, method, path, body)
  expect((await world.call(admin, 'GET', 'audit-events?limit=1')).body.total).toBe(before)
})

it('T22 lets nobody change or remove an event, nor write one in another’s name', async () => {
  const claims = await world.parts.tokens.verify('access', await world.token('root'))
  const root: Actor = await readActor(world.parts, claims.sid!, 1)
  const attempt = (text: string) => withActor(world.parts, root, (tx) => sql.raw(text).execute(tx))
  for (const text of [
    `update audit_events set username = 'nobody'`,
    'delete from audit_events',
    'truncate audit_events',
    `insert into audit_events (noun, record_id, verb, user_id) values ('sites', 1, 'update', 6)`,
    'delete from outbox',
    'select * from server_keys',
  ])
    await expect(attempt(text), text).rejects.toMatchObject({ sqlState: '42501' })
  await attempt(`insert into audit_events (noun, record_id, verb, user_id) values ('sites', 1, 'update', 1)`)
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await world.call(await world.token('root'), method, 'audit-events/1', {})).status).toBe(405)
})

it('finds the history of a record, and shows it to those who may see history', async () => {
  const { body } = await world.call(admin, 'GET', 'audit-events?noun=apps&recordId=1&verb=publish')
  expect((body.data as AuditEvent[]).length).toBe(1)
  expect((await world.call(admin, 'GET', 'audit-events?recordId=9999999999')).body.total).toBe(0)
  for (const username of ['acme-approver', 'acme-site-manager', 'broadcast-operator', 'monitor-admin'])
    expect((await world.call(await world.token(username), 'GET', 'audit-events')).status, username).toBe(403)
})

it('T72 keeps passwords, tokens, codes, phones and addresses out of every log line, and secrets out of the history', async () => {
  const secret = 'Canary9Secret'
  const personal = ['+5511977665544', 'canary.person@example.org', 'Rua Canario, 99', 'KNARY7']
  const root = await world.token('root')
  const user = {
    name: 'Canário',
    username: 'canary-user',
    email: personal[1],
    phone: personal[0],
    userType: 'client',
    ClientId: 2,
    role: 'approver',
    password: secret,
    passwordConfirm: secret,
  }
  const made = await world.call(root, 'POST', 'users', user, { 'idempotency-key': 'canary-1' })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data as { id: number }
  const login = await world.call(null, 'POST', 'authentication/login', { username: 'canary-user', password: secret })
  const { token, refreshToken } = login.body.data as { token: string; refreshToken: string }
  await world.call(null, 'POST', 'authentication/login', { username: 'canary-user', password: `${secret}x` })
  await world.call(token, 'PATCH', `users/${id}`, {
    oldPassword: secret,
    password: `${secret}2`,
    passwordConfirm: `${secret}2`,
  })
  await world.call(token, 'PATCH', `users/${id}`, { password: `${secret}3` })
  await world.call(root, 'PATCH', `users/${id}`, { password: `${secret}4`, passwordConfirm: `${secret}4` })
  await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })
  await world.call(admin, 'POST', 'sites', { name: 'Canário', location: { formatted: personal[2] } })
  await world.call(admin, 'POST', 'registration-codes', { code: personal[3] })
  await world.call(admin, 'GET', `users?q=${encodeURIComponent(personal[1]!)}&username=${secret}`)
  await world.call(token, 'GET', `sites?token=${token}`)
  await world.call(token, 'GET', `nothing/${secret}`)
  const logs = world.logs.join('')
  expect(logs).toContain('"route":"/api/users/:id"')
  for (const text of [secret, token, token.split('.')[2]!, refreshToken, ...personal]) expect(logs).not.toContain(text)
  const kept = await everything()
  expect(kept).toContain('canary-user')
  for (const text of [secret, token, refreshToken, '$argon2']) expect(kept).not.toContain(text)
  expect((await latest('users', root))?.changes['password']).toEqual({ before: '***', after: '***' })
})
