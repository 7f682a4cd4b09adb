import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACME } from '../../fixtures/clients'
import { withServer } from '../../server/context/actor'
import { sql } from 'kysely'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

it('A-162 ends a silence by itself, and refuses one of more than an hour, in code and in the database', async () => {
  const token = await world.token('acme-admin')
  const made = await world.call(token, 'POST', 'alert-silences', { ClientId: ACME, reason: 'Simulado', minutes: 1 })
  expect(made.status).toBe(201)
  const { endsAt, createdAt, User } = made.body.data as { endsAt: string; createdAt: string; User: { name: string } }
  expect(Date.parse(endsAt) - Date.parse(createdAt)).toBe(60_000)
  expect(User.name).toBe('Ana Acme')
  const long = await world.call(token, 'POST', 'alert-silences', { ClientId: ACME, reason: 'Longo', minutes: 61 })
  expect(long.body.error?.errors).toEqual([
    expect.objectContaining({ field: 'minutes', message: 'formErrors.maxValue' }),
  ])
  const active = async () => (await world.call(token, 'GET', 'alert-silences?active=true')).body.data as unknown[]
  expect(await active()).toHaveLength(1)
  world.clock.now += 60_000
  expect(await active()).toHaveLength(0)
  await expect(
    withServer(world.database, (tx) =>
      sql`update alert_silences set ends_at = ends_at + interval '1 hour' where id = ${(made.body.data as { id: number }).id}`.execute(
        tx,
      ),
    ),
  ).rejects.toThrow(/alert_silences|23514|OTHER/)
})

it('A-161 A-162 shows people of a site the silences of their site and of the whole client, and lets them make those of their site', async () => {
  const admin = await world.token('acme-admin')
  const manager = await world.token('acme-site-manager')
  const make = (token: string, more: object) =>
    world.call(token, 'POST', 'alert-silences', { ClientId: ACME, reason: 'Teste', minutes: 5, ...more })
  const [whole, own, other] = [
    await make(admin, {}),
    await make(manager, { SiteId: 1 }),
    await make(admin, { SiteId: 2 }),
  ].map(({ status, body }) => [status, (body.data as { id: number }).id] as const)
  expect([whole![0], own![0], other![0]]).toEqual([201, 201, 201])
  const seen = ((await world.call(manager, 'GET', 'alert-silences?active=true')).body.data as { id: number }[]).map(
    ({ id }) => id,
  )
  expect(seen).toContain(whole![1])
  expect(seen).toContain(own![1])
  expect(seen).not.toContain(other![1])
  expect((await make(manager, {})).status).toBe(403)
  const end = async (token: string, id: number) =>
    (await world.call(token, 'POST', `alert-silences/${id}/end`, {})).status
  expect([await end(manager, own![1]), await end(manager, whole![1]), await end(manager, other![1])]).toEqual([
    200, 403, 404,
  ])
  expect((await world.call(admin, 'GET', `alert-silences/${whole![1]}`)).body.data).toMatchObject({ endedAt: null })
  expect(await end(admin, whole![1])).toBe(200)
})
