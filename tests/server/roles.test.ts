import { permissionsOf, ROLES } from '@tocsin/core/vocabulary/roles'
import { users as declaration } from '@tocsin/core/resources/users/index'
import type { User } from '@tocsin/core/resources/users/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACME } from '../../fixtures/clients'
import { DEMO_PASSWORD, users } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const PASSWORD = { password: 'Abcdef12', passwordConfirm: 'Abcdef12' }
const person = (username: string) => users.rows.find((user) => user.username === username)!
const editors = ['root', 'admin', 'client-manager', 'acme-admin', 'monitor-admin']
const powerless = ['broadcast-operator', 'guest', 'acme-site-manager', 'acme-approver', 'monitor-operator']
const pairs = Object.entries(ROLES).flatMap(([userType, roles]) =>
  Object.keys(roles).map((role) => ({ userType, role })),
)

/** Returns the belongings of a user of each kind, so that nothing but rank decides. */
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

/** Permissions of client staff that a clientManager lacks and grants all the same: they end at the client's border. */
const OF_ONE_CLIENT = [
  'users:approve',
  'users:approve:role',
  'monitoring-providers:view:global',
  'channels:update:data-collection',
]

/** Returns whether a user may grant a role: within their own permissions, and of a kind of user they may make. */
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
      const wanted = grants(username, userType, role) ? 201 : 400
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
    for (const target of users.rows.filter((user) => user.username !== username)) {
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
  // At least one user was above somebody they see.
  const { status, body } = await world.call(await world.token('admin'), 'PATCH', 'users/1', { name: 'x' })
  expect([status, body.error?.message, body.error?.details]).toEqual([
    403,
    'FORBIDDEN',
    { reason: 'resources.users.aboveYou' },
  ])
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
      // A version that is not the record's own is another's change in between (S02).
      expect(field === 'version' ? [409] : [400, 403], `${username} ${field}: ${status}`).toContain(status)
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

it('A-043 USERS-13 takes staff for the provider’s own, and neither makes them another client’s nor moves them there', async () => {
  const root = await world.token('root')
  const stray = await world.call(root, 'POST', 'users', { ...draft('tocsin', 'guest'), ClientId: ACME })
  expect(stray.body.error?.errors).toEqual([{ field: 'ClientId', message: 'formErrors.notApplicable' }])
  for (const ClientId of [undefined, null, 1]) {
    const made = await world.call(root, 'POST', 'users', { ...draft('tocsin', 'guest'), ClientId })
    expect([ClientId, made.status, (made.body.data as User).ClientId]).toEqual([ClientId, 201, 1])
    const { id, version } = made.body.data as User
    // The whole record sent back changes nothing, and another client is refused.
    const again = await world.call(root, 'PUT', `users/${id}`, made.body.data)
    expect((again.body.data as User).version).toBe(version)
    const moved = await world.call(root, 'PATCH', `users/${id}`, { ClientId: ACME })
    expect(moved.body.error?.errors).toEqual([{ field: 'ClientId', message: 'formErrors.readonly' }])
  }
  const listed = (await world.call(root, 'GET', 'users?ClientId=1&username=guest')).body.data as User[]
  expect(listed.map(({ username }) => username)).toEqual(['guest'])
})

it('USERS-18 takes a phone without its plus, as people write it, and keeps it as digits with one', async () => {
  const root = await world.token('root')
  const phone = async (value: unknown) => {
    const { status, body } = await world.call(root, 'PATCH', 'users/4', { phone: value })
    return status === 200 ? (body.data as User).phone : body.error?.errors?.[0]?.message
  }
  expect(await phone('5511987654321')).toBe('+5511987654321')
  expect(await phone('+5511987654322')).toBe('+5511987654322')
  expect(await phone(' 12345678 ')).toBe('+12345678')
  expect(await phone('55 (11) 98765-4321')).toBe('+5511987654321')
  expect(await phone('1'.repeat(20))).toBe(`+${'1'.repeat(20)}`)
  for (const wrong of ['1234567', '1'.repeat(21), '++5511987654321', '55 11 / 98765-4321', '55a1198765'])
    expect([wrong, await phone(wrong)]).toEqual([wrong, 'formErrors.phone'])
  expect(await phone(null)).toBe(null)
})

it('T19 takes of another’s record nothing that only the server writes, field by field, by whoever may edit them', async () => {
  const lies: Record<string, unknown> = {
    mfaMethod: ['email'],
    emailVerified: true,
    phoneVerified: true,
    hasPassword: false,
    permissions: ['clients:update'],
    apiToken: 'mine',
    Site: { name: 'x' },
    userType: 'tocsin',
    ClientId: 3,
    MonitoringProviderId: 1,
    locked: true,
    deletable: true,
    password_hash: '$argon2id$x',
    impersonator: { id: 1 },
  }
  const readonly = Object.entries(declaration.fields).filter(
    ([name, { readonly }]) => readonly && !/^(id|version|.*At)$/.test(name),
  )
  expect(Object.keys(lies)).toEqual(expect.arrayContaining(readonly.map(([name]) => name)))
  for (const username of ['root', 'admin', 'client-manager', 'acme-admin']) {
    const token = await world.token(username)
    const before = (await world.call(token, 'GET', 'users/8')).body.data as User
    for (const [field, value] of Object.entries(lies)) {
      const { status, body } = await world.call(token, 'PATCH', 'users/8', { [field]: value })
      expect([username, field, status, body.error?.errors?.[0]?.field]).toEqual([username, field, 400, field])
      const made = await world.call(token, 'POST', 'users', { ...draft('client', 'approver'), [field]: value })
      // A new user's kind and owner are given when it is made; the rest is nobody's to give.
      if (!['userType', 'ClientId', 'MonitoringProviderId'].includes(field))
        expect([username, field, made.status], made.text).toEqual([username, field, 400])
    }
    expect((await world.call(token, 'GET', 'users/8')).body.data).toEqual(before)
  }
})

it('T17 PERM-06 lets what is taken from somebody be gone at the next request: a role, a client, a site', async () => {
  const change = (id: number, column: string, value: unknown) =>
    withServer(world.database, (tx) => sql`update users set ${sql.ref(column)} = ${value} where id = ${id}`.execute(tx))
  const total = async (token: string) => (await world.call(token, 'GET', 'sites?limit=1')).body.total ?? 0
  const manager = await world.token('client-manager')
  const all = await total(manager)
  expect(all).toBeGreaterThan(0)
  await change(3, 'client_ids', sql`'[4]'::jsonb`)
  expect(await total(manager)).toBe(0)
  expect((await world.call(manager, 'GET', 'users/6')).status).toBe(404)
  await change(3, 'client_ids', sql`'[2, 4]'::jsonb`)
  expect(await total(manager)).toBe(all)

  const admin = await world.token('acme-admin')
  await change(6, 'site_id', 1)
  expect(await total(admin)).toBe(1)
  await change(6, 'site_id', null)
  await change(6, 'role', 'approver')
  expect((await world.call(admin, 'POST', 'projects', { name: 'x', description: 'y' })).status).toBe(403)
  await change(6, 'role', 'admin')
  await withServer(world.database, (tx) => sql`update clients set locked = true where id = ${ACME}`.execute(tx))
  const refused = await world.call(admin, 'POST', 'projects', { name: 'x', description: 'y' })
  expect([refused.status, refused.body.error?.message]).toEqual([401, 'CLIENT_LOCKED'])
  await withServer(world.database, (tx) => sql`update clients set locked = false where id = ${ACME}`.execute(tx))
  expect((await world.call(admin, 'POST', 'projects', { name: 'x', description: 'y' })).status).toBe(201)
})

it('USERS-16 USERS-17 PERM-06 USERS-14 asks on an edit for what is required, the clients of a client manager and the site of a site manager', async () => {
  const root = await world.token('root')
  const fields = async (id: number, change: object) =>
    (await world.call(root, 'PATCH', `users/${id}`, change)).body.error?.errors?.map(({ field }) => field)
  expect(await fields(3, { ClientIds: [] })).toEqual(['ClientIds'])
  expect(await fields(4, { role: 'clientManager' })).toEqual(['ClientIds'])
  expect(await fields(8, { role: 'manager' })).toEqual(['SiteId'])
  expect(await fields(7, { SiteId: null })).toEqual(['SiteId'])
  expect(await fields(6, { name: '', username: ' ', email: null })).toEqual(['name', 'username', 'email'])
  // A change that brings the role and its place together is accepted.
  expect((await world.call(root, 'PATCH', 'users/8', { role: 'manager', SiteId: 2 })).status).toBe(200)
  expect((await world.call(root, 'PATCH', 'users/8', { role: 'approver', SiteId: null })).status).toBe(200)
})

it('USERS-19 A-041 lets a client manager make and edit the admins of its clients, and of no other', async () => {
  const manager = await world.token('client-manager')
  const made = await world.call(manager, 'POST', 'users', draft('client', 'admin'))
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data as User
  expect((await world.call(manager, 'PATCH', `users/${id}`, { name: 'Outro', role: 'approver' })).status).toBe(200)
  const foreign = await world.call(manager, 'POST', 'users', { ...draft('client', 'admin'), ClientId: 3 })
  expect(foreign.body.error?.errors).toEqual([{ field: 'ClientId', message: 'formErrors.notFound' }])
  for (const userType of ['tocsin', 'monitoring-provider']) {
    const { body } = await world.call(manager, 'POST', 'users', draft(userType, 'admin'))
    expect(body.error?.errors).toContainEqual({ field: 'userType', message: 'formErrors.notGrantable' })
  }
  expect((await world.call(manager, 'PATCH', `users/${person('borealis-admin').id}`, { name: 'x' })).status).toBe(404)
  expect((await world.call(manager, 'PATCH', 'users/4', { name: 'x' })).status).toBe(404)
})

it('lets an admin who is bound to a site make users of that site alone, and move nobody out of it', async () => {
  const bound = { ...draft('client', 'admin'), SiteId: 1 }
  expect((await world.call(await world.token('acme-admin'), 'POST', 'users', bound)).status).toBe(201)
  const { body } = await world.call(null, 'POST', 'authentication/login', {
    username: bound.username,
    password: PASSWORD.password,
  })
  const { token } = body.data as { token: string }
  const refusal = [{ field: 'SiteId', message: 'formErrors.notGrantable' }]
  for (const SiteId of [null, 2])
    expect(
      (await world.call(token, 'POST', 'users', { ...draft('client', 'approver'), SiteId })).body.error?.errors,
    ).toEqual(refusal)
  const made = await world.call(token, 'POST', 'users', { ...draft('client', 'approver'), SiteId: 1 })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data as User
  for (const SiteId of [null, 2])
    expect((await world.call(token, 'PATCH', `users/${id}`, { SiteId })).body.error?.errors).toEqual(refusal)
  expect((await world.call(token, 'PATCH', `users/${id}`, { name: 'Outra' })).status).toBe(200)
})

it('USERS-05 USERS-22 API-25 switches a user off and on by an update of the whole record, and lists them with their site', async () => {
  const admin = await world.token('acme-admin')
  const row = async () =>
    (
      (await world.call(admin, 'GET', 'users?ClientId=2&showInactive=true&withSites=true&ids=7')).body.data as User[]
    )[0]!
  const listed = await row()
  expect([listed.username, listed.active, listed.SiteId]).toEqual(['acme-site-manager', true, 1])
  const { data: site } = (await world.call(admin, 'GET', 'sites/1')).body as unknown as { data: { name: string } }
  expect(listed.Site).toEqual({ name: site.name })
  for (const active of [false, true]) {
    expect((await world.call(admin, 'PUT', 'users/7', { ...(await row()), active })).status).toBe(200)
    expect((await row()).active).toBe(active)
    const shown = (await world.call(admin, 'GET', 'users?username=acme-site-manager')).body.total
    expect(shown).toBe(active ? 1 : 0)
  }
  // A field that readers of a list do not need is in none.
  expect(listed.apiToken).toBe(null)
})

it('USERS-23 ENT-USER-08 A-116 wants the same of a user made from within a client: name, username, a valid e-mail', async () => {
  const admin = await world.token('acme-admin')
  const wrong = await world.call(admin, 'POST', 'users', { role: 'approver', email: 'no address', ...PASSWORD })
  expect(wrong.body.error?.errors).toEqual([
    { field: 'name', message: 'formErrors.required' },
    { field: 'username', message: 'formErrors.required' },
    { field: 'email', message: 'formErrors.email' },
  ])
  const made = await world.call(admin, 'POST', 'users', {
    ...draft('client', 'manager'),
    ClientId: ACME,
    active: false,
  })
  expect(made.body.data).toMatchObject({ role: 'manager', active: false, ClientId: ACME, SiteId: 1 })
})

it('PERM-04 A-057 gives the roles of a mobile profile to nobody', async () => {
  const root = await world.token('root')
  for (const role of ['manager', 'worker']) {
    const { status, body } = await world.call(root, 'POST', 'users', {
      ...draft('client', 'approver'),
      userType: 'map',
      role,
    })
    expect([status, body.error?.errors?.map(({ field }) => field)]).toEqual([400, expect.arrayContaining(['userType'])])
    expect(permissionsOf('map', role)).toEqual(['guest'])
  }
})
