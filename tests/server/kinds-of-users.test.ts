import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../../fixtures/users'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const profile = async (username: string) => {
  const login = { username, password: 'Demo1234' }
  const { body } = await world.call(null, 'POST', 'authentication/login', login)
  return (body.data as { profile: Record<string, unknown> }).profile
}
/** Returns the clients whose rows somebody is given, of a resource that several clients have. */
const clientsSeen = async (username: string) => {
  const { body } = await world.call(await world.token(username), 'GET', 'teams?limit=1000')
  return new Set((body.data as { ClientId: number }[]).map(({ ClientId }) => ClientId))
}

it('GEN-09 GEN-10 GEN-11 signs in provider staff, client staff with their client and site, and monitoring providers', async () => {
  const kinds = new Set<unknown>()
  for (const { username, userType, ClientId, SiteId, hasPassword } of users.rows) {
    if (!hasPassword || username === 'acme-mfa') continue
    const answered = await profile(username)
    expect(answered, username).toMatchObject({ userType, ClientId: ClientId ?? null, SiteId: SiteId ?? null })
    kinds.add(answered['userType'])
    if (userType === 'client') expect(answered['ClientId'], username).toBeGreaterThan(1)
  }
  expect(kinds).toEqual(new Set(['tocsin', 'client', 'monitoring-provider']))
  expect((await profile('acme-site-manager'))['SiteId']).toBeGreaterThan(0)
})

it('GEN-12 shows client staff their own client and nothing of another', async () => {
  expect(await clientsSeen('acme-admin')).toEqual(new Set([2]))
  expect(await clientsSeen('borealis-admin')).toEqual(new Set([3]))
  expect((await clientsSeen('root')).size).toBeGreaterThan(1)
  const clients = await world.call(await world.token('acme-admin'), 'GET', 'clients')
  expect((clients.body.data as { id: number }[]).map(({ id }) => id)).toEqual([2])
  expect((await world.call(await world.token('acme-admin'), 'GET', 'clients/3')).status).toBe(404)
})

it.each(['root', 'admin', 'client-manager', 'acme-admin'])(
  'S03 SITE-10 SITE-11 SITE-17 TEAM-06 shows %s the users of a place, whoever asks',
  async (username) => {
    const { body } = await world.call(await world.token(username), 'GET', 'users?SiteId=1&limit=50')
    expect((body.data as { username: string }[]).map((user) => user.username)).toEqual(['acme-site-manager'])
  },
)

it('S21 USERS-03 finds users by a part of their username, in any case and nothing in it a wildcard', async () => {
  const token = await world.token('acme-admin')
  const found = async (username: string) => {
    const { body } = await world.call(token, 'GET', `users?username=${encodeURIComponent(username)}`)
    return (body.data as { username: string }[]).map((user) => user.username)
  }
  expect(await found('acme-approver')).toEqual(['acme-approver'])
  expect(await found('ACME-APP')).toEqual(['acme-approver'])
  expect((await found('acme')).length).toBeGreaterThan(1)
  expect(await found('acme%')).toEqual([])
  expect(await found('acme_admin')).toEqual([])
})

it('S14 USERS-13 has users of a monitoring provider be of its kind and of itself, unless told', async () => {
  const token = await world.token('monitor-admin')
  const draft = { name: 'Bia', username: 'monitor-bia', email: 'bia@example.org', role: 'operator' }
  const password = { password: 'Umidade7Rua', passwordConfirm: 'Umidade7Rua' }
  const { status, body } = await world.call(token, 'POST', 'users', { ...draft, ...password })
  expect([status, body.data]).toEqual([
    201,
    expect.objectContaining({ userType: 'monitoring-provider', MonitoringProviderId: 1 }),
  ])
  const other = { ...draft, ...password, username: 'monitor-eva', userType: 'client', ClientId: 2 }
  expect((await world.call(token, 'POST', 'users', other)).body.error?.errors).toEqual([
    { field: 'userType', message: 'formErrors.notGrantable' },
  ])
})

it('S40 USERS-21 names in an error of a role or a user type those alone that the caller may give', async () => {
  const choices = async (as: string, method: 'POST' | 'PATCH', path: string, draft: object) => {
    const { body } = await world.call(await world.token(as), method, path, draft)
    const errors = body.error?.errors as { field: string; message: string; values?: { choices: string } }[]
    return Object.fromEntries(
      errors
        .filter(({ message }) => message === 'formErrors.oneOf')
        .map(({ field, values }) => [field, values?.choices]),
    )
  }
  const wizard = { role: 'wizard' }
  expect(await choices('acme-admin', 'POST', 'users', wizard)).toEqual({ role: 'admin, manager, approver' })
  expect(await choices('acme-admin', 'PATCH', 'users/7', wizard)).toEqual({ role: 'admin, manager, approver' })
  expect(await choices('monitor-admin', 'POST', 'users', wizard)).toEqual({ role: 'admin, operator' })
  expect(await choices('root', 'POST', 'users', { ...wizard, userType: 'monitoring-provider' })).toEqual({
    role: 'admin, operator',
  })
  expect(await choices('client-manager', 'POST', 'users', { ...wizard, userType: 'king' })).toEqual({
    userType: 'client',
    role: 'admin, manager, approver',
  })
})
