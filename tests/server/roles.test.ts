import { permissionsOf, ROLES } from '@tocsin/core/permissions'
import { users as declaration } from '@tocsin/core/resources/users/index'
import type { User } from '@tocsin/core/resources/users/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACME } from '../../fixtures/clients'
import { DEMO_PASSWORD, users } from '../../fixtures/users'
import { withServer } from '../../server/actor'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const PASSWORD = { password: 'Abcdef12', passwordConfirm: 'Abcdef12' }
const person = (username: string) => users.find((user) => user.username === username)!
const editors = ['root', 'admin', 'client-manager', 'acme-admin', 'monitor-admin']
const powerless = ['broadcast-operator', 'guest', 'acme-site-manager', 'acme-approver', 'monitor-operator']
const pairs = Object.entries(ROLES).flatMap(([userType, roles]) =>
  Object.keys(roles).map((role) => ({ userType, role })),
)

/** What belongs to a user of each kind, so that nothing but rank decides. */
const belongings = (userType: string, role: string) => ({
  ...(userType === 'client' ? { ClientId: ACME, SiteId: role === 'manager' ? 1 : null } : {}),
  ...(userType === 'monitoring-provider' ? { MonitoringProviderId: 1 } : {}),
  ...(role === 'clientManager' ? { ClientIds: [ACME] } : {}),
})

let count = 0
const draft = (userType: string, role: string) => ({
  name: 'Somebody',
  username: `made-${++count}`,
  email: 'made@example.org',
  userType,
  role,
  ...belongings(userType, role),
  ...PASSWORD,
})

/** What client staff hold and a clientManager does not, and hands out to them all the same: it ends at the client's border. */
const OF_ONE_CLIENT = [
  'users:approve',
  'users:approve:role',
  'monitoring-providers:view:global',
  'channels:update:data-collection',
]

/** Whether somebody may hand out a role: nothing beyond their own strings, and only kinds of user that are theirs to make. */
function grants(username: string, userType: string, role: string): boolean {
  const { userType: kind, role: rank } = person(username)
  const mine = permissionsOf(kind, rank)
  const reach = kind === 'tocsin' ? (rank === 'clientManager' ? ['client'] : Object.keys(ROLES)) : [kind]
  const beyond = permissionsOf(userType, role).filter(
    (permission) =>
      permission !== 'guest' &&
      !mine.includes(permission) &&
      !(rank === 'clientManager' && OF_ONE_CLIENT.includes(permission)),
  )
  return reach.includes(userType) && beyond.length === 0
}

it('T15 PERM-01 PERM-02 USERS-21 lets nobody make a user above themselves, over all pairs of roles', async () => {
  const wrong: string[] = []
  for (const username of editors)
    for (const { userType, role } of pairs) {
      const { status, body, text } = await world.call(
        await world.token(username),
        'POST',
        'users',
        draft(userType, role),
      )
      // No provider can be pointed to before providers exist, whoever asks.
      const wanted = grants(username, userType, role) && userType !== 'monitoring-provider' ? 201 : 400
      if (status !== wanted) wrong.push(`${username} makes ${userType} ${role}: ${status} ${text.slice(0, 200)}`)
      if (status === 201) expect((body.data as User).permissions).toEqual(permissionsOf(userType, role))
    }
  expect(wrong).toEqual([])
})

it('T15 PERM-13 lets nobody make a user who may not make any', async () => {
  for (const username of powerless)
    expect(
      (await world.call(await world.token(username), 'POST', 'users', draft('client', 'approver'))).status,
      username,
    ).toBe(403)
})

it('T16 lets nobody edit, silence, rename or remove somebody above, over all pairs', async () => {
  const wrong: string[] = []
  const changes = {
    name: { name: 'Renamed' },
    password: PASSWORD,
    email: { email: 'mine@example.org' },
    active: { active: false },
  }
  for (const username of editors)
    for (const target of users.filter((user) => user.username !== username)) {
      const actor = person(username)
      const above = !grants(username, target.userType, target.role)
      const token = await world.token(username)
      const seen = (await world.call(token, 'GET', `users/${target.id}`)).status === 200
      if (!above || !seen) continue
      for (const [what, change] of Object.entries(changes)) {
        const { status } = await world.call(token, 'PATCH', `users/${target.id}`, change)
        if (status !== 403) wrong.push(`${actor.username} ${what} of ${target.username}: ${status}`)
      }
      for (const [method, path] of [
        ['DELETE', ''],
        ['POST', '/deactivate'],
      ] as const) {
        const { status } = await world.call(token, method, `users/${target.id}${path}`)
        if (status !== 403) wrong.push(`${actor.username} ${method}${path} ${target.username}: ${status}`)
      }
    }
  expect(wrong).toEqual([])
  // Somebody was indeed above somebody they see.
  expect((await world.call(await world.token('admin'), 'PATCH', 'users/1', { name: 'x' })).status).toBe(403)
})

it('T14 T15 raises nobody to a role beyond one’s own, and nobody by oneself', async () => {
  const raise = async (username: string, id: number, change: object) =>
    (await world.call(await world.token(username), 'PATCH', `users/${id}`, change)).status
  expect(await raise('admin', 4, { role: 'root' })).toBe(400)
  expect(await raise('acme-admin', 8, { role: 'admin' })).toBe(200)
  expect(await raise('acme-admin', 8, { role: 'approver' })).toBe(200)
  expect(await raise('monitor-admin', 12, { role: 'admin' })).toBe(403)
  for (const [username, role] of [
    ['admin', 'root'],
    ['acme-admin', 'manager'],
    ['acme-approver', 'admin'],
    ['guest', 'root'],
  ] as const)
    expect(await raise(username, person(username).id, { role }), username).toBe(403)
})

it('T14 USERS-20 changes of oneself the name and the password and nothing else, field by field, role by role', async () => {
  const values: Record<string, unknown> = {
    username: 'somebody-else',
    email: 'other@example.org',
    phone: '+5511999999999',
    userType: 'tocsin',
    role: 'root',
    active: false,
    ClientId: 3,
    SiteId: 2,
    MonitoringProviderId: 2,
    ClientIds: [1, 2, 3],
    mfaMethod: ['email'],
    emailVerified: true,
    phoneVerified: true,
    hasPassword: false,
    permissions: ['clients:update'],
    apiToken: 'mine',
    Site: { name: 'x' },
    id: 1,
    version: 99,
  }
  const fields = Object.keys(declaration.fields).filter(
    (name) => !/^(name|createdAt|updatedAt|.*[pP]assword.*)$/.test(name),
  )
  expect(Object.keys(values)).toEqual(expect.arrayContaining(fields.filter((name) => name !== 'hasPassword')))
  for (const username of [...editors, ...powerless]) {
    const token = await world.token(username)
    const path = `users/${person(username).id}`
    const before = (await world.call(token, 'GET', path)).body.data as User
    for (const [field, value] of Object.entries(values)) {
      if (value === before[field as keyof User]) continue
      const { status } = await world.call(token, 'PATCH', path, { [field]: value })
      const bookkeeping = field === 'id' || field === 'version'
      expect(bookkeeping ? [200] : [400, 403], `${username} ${field}: ${status}`).toContain(status)
    }
    expect((await world.call(token, 'GET', path)).body.data).toEqual(before)
    expect((await world.call(token, 'PATCH', path, { ...(before as object), name: 'New Name' })).status, username).toBe(
      200,
    )
    const renamed = (await world.call(token, 'GET', path)).body.data as User
    expect(renamed).toMatchObject({
      ...before,
      name: 'New Name',
      version: before.version + 1,
      updatedAt: renamed.updatedAt,
    })
  }
})

it('removes nobody by their own hand', async () => {
  for (const username of ['root', 'acme-admin'])
    expect((await world.call(await world.token(username), 'DELETE', `users/${person(username).id}`)).status).toBe(403)
})

it('USERS-02 USERS-03 lists one’s own kind of user, narrowed by role, name, text and whether they are active', async () => {
  const names = async (token: string, query: string) =>
    ((await world.call(token, 'GET', `users?${query}`)).body.data as User[])
      .map((user) => user.username)
      .filter((name) => !name.startsWith('made-'))
  const root = await world.token('root')
  expect(await names(root, 'order=id ASC')).toEqual(['root', 'admin', 'client-manager', 'broadcast-operator', 'guest'])
  expect(await names(root, 'order=id ASC&ClientId=3')).toEqual(['borealis-admin'])
  expect(await names(await world.token('monitor-admin'), 'order=id ASC')).toEqual(['monitor-admin', 'monitor-operator'])
  const acme = await world.token('acme-admin')
  expect(await names(acme, 'role=manager')).toEqual(['acme-site-manager'])
  expect(await names(acme, 'username=ACME-mfa')).toEqual(['acme-mfa'])
  expect(await names(acme, 'q=duas chaves')).toEqual(['acme-mfa'])
  await world.call(acme, 'POST', 'users/13/deactivate')
  expect(await names(acme, 'username=acme-mfa')).toEqual([])
  expect(await names(acme, 'username=acme-mfa&showInactive=true')).toEqual(['acme-mfa'])
})

it('USERS-12 USERS-13 USERS-14 USERS-15 asks of a new user what the specification asks', async () => {
  const missing = async (username: string, body: object) =>
    (await world.call(await world.token(username), 'POST', 'users', body)).body.error?.errors
      ?.map((problem) => problem.field)
      .sort()
  expect(await missing('root', { userType: 'client', role: 'approver' })).toEqual([
    'ClientId',
    'email',
    'name',
    'password',
    'username',
  ])
  const { SiteId: _site, ...manager } = draft('client', 'manager')
  expect(await missing('acme-admin', manager)).toEqual(['SiteId'])
  expect(await missing('root', { ...draft('tocsin', 'clientManager'), ClientIds: [] })).toEqual(['ClientIds'])
  expect(await missing('root', { ...draft('client', 'approver'), role: 'broadcastOperator' })).toContain('role')
  const { ClientId: _client, ...unnamed } = draft('client', 'approver')
  const made = await world.call(await world.token('acme-admin'), 'POST', 'users', unnamed)
  expect((made.body.data as User).ClientId).toBe(ACME)
  const taken = await world.call(await world.token('acme-admin'), 'POST', 'users', {
    ...draft('client', 'approver'),
    username: 'ROOT',
  })
  expect(taken.body.error?.errors).toEqual([{ field: 'username', message: 'formErrors.taken' }])
})

it('ENT-USER-01 ENT-USER-04 keeps a password as a hash alone, and answers whether there is one', async () => {
  const body = draft('client', 'approver')
  const made = await world.call(await world.token('acme-admin'), 'POST', 'users', body)
  const user = made.body.data as User
  expect(user.hasPassword).toBe(true)
  expect(user.mfaMethod).toEqual([])
  expect(made.text).not.toContain(PASSWORD.password)
  const signedIn = await world.call(null, 'POST', 'authentication/login', {
    username: body.username,
    password: PASSWORD.password,
  })
  expect(signedIn.status).toBe(200)
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ hash: string }>`select password_hash as hash from users where id = ${user.id}`.execute(tx),
  )
  expect(rows[0]?.hash).toMatch(/^\$argon2id\$/)
  expect(DEMO_PASSWORD).not.toBe(PASSWORD.password)
})
