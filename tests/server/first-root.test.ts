import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../server/program/app'
import { createFirstRoot } from '../../server/auth/first-root'
import { emptyDatabase } from '../database'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let app: Awaited<ReturnType<typeof createApp>>
let offer: () => string
beforeAll(async () => {
  world = await startWorld({ database: await emptyDatabase() })
  const firstRoot = createFirstRoot(world.parts)
  offer = firstRoot.offer
  app = await createApp(world.parts, firstRoot)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const person = {
  username: 'rita',
  name: 'Rita',
  email: 'rita@example.org',
  password: 'Segredo1',
  passwordConfirm: 'Segredo1',
}
const take = (body: object) => app.inject({ method: 'POST', url: '/api/authentication/first-root', payload: body })

it('makes the first root user once, by the code on the server’s terminal and by nothing else', async () => {
  expect((await take({ ...person, code: 'guess' })).statusCode).toBe(400)
  const late = offer()
  world.clock.now += 5 * 60_000
  expect((await take({ ...person, code: late })).statusCode).toBe(400)
  const void_ = offer()
  const code = offer()
  expect((await take({ ...person, code: void_ })).statusCode).toBe(400)
  const weak = await take({ ...person, password: 'weak', passwordConfirm: 'weak', code })
  expect(weak.statusCode).toBe(400)
  expect(weak.json<{ error: { errors: unknown[] } }>().error.errors[0]).toMatchObject({ field: 'password' })

  const made = await take({ ...person, code })
  expect(made.statusCode).toBe(200)
  const { data } = made.json<{ data: { token: string; profile: { role: string; ClientId: number } } }>()
  expect(data.profile).toMatchObject({ role: 'root', ClientId: 1 })
  expect((await world.call(data.token, 'GET', 'users')).status).toBe(200)

  expect((await take({ ...person, username: 'other', code })).statusCode).toBe(400)
  expect((await take({ ...person, username: 'other', code: offer() })).statusCode).toBe(400)
})

it('A-043 makes the provider’s own client first, so that no other ever has its id', async () => {
  const { body } = await world.call(null, 'POST', 'authentication/login', { username: 'rita', password: 'Segredo1' })
  const { token } = body.data as { token: string }
  expect((await world.call(token, 'GET', 'clients')).body.data).toMatchObject([{ id: 1, name: 'tocsin' }])
  expect((await world.call(token, 'GET', 'projects?ClientId=1')).body.data).toMatchObject([{ isDefault: true }])
  const manager = { username: 'marta', name: 'Marta', email: 'marta@example.org' }
  const made = await world.call(token, 'POST', 'clients', { name: 'Primeira', nickname: 'Primeira', manager })
  expect([made.status, (made.body.data as { id: number }).id], made.text).toEqual([201, 2])
})
