import { loginAs, mayGrant, permissionsOf, type Viewer } from '@tocsin/core/permissions'
import { claimsOf } from '@tocsin/core/session'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ACME } from '../../fixtures/clients'
import { DEMO_PASSWORD, users } from '../../fixtures/users'
import { EPOCH, startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.now = EPOCH
})

type SignedIn = { token: string; refreshToken: string; profile: Record<string, unknown> }
const person = (username: string) => users.find((user) => user.username === username)!
const signIn = async (username: string) =>
  (await world.call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })).body.data as SignedIn
const impersonate = (token: string, id: number) => world.call(token, 'POST', `users/${id}/impersonate`)

/** A session of somebody's own, and one begun from it as another. */
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
  for (const actor of users.filter((user) => user.hasPassword && user.mfaMethod.length === 0)) {
    const { token } = await signIn(actor.username)
    const viewer: Viewer = { ...actor, permissions: permissionsOf(actor.userType, actor.role) }
    for (const target of users) {
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
