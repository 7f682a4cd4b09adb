import { pathOf, type Resource } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

it('A-002 writes nothing when a record comes back as it was read: no version, no event', async () => {
  const root = await world.token('root')
  const saved: string[] = []
  const resources: readonly Resource[] = await allResources()
  for (const resource of resources) {
    if (!resource.can.update) continue
    const path = pathOf(resource)
    const { body } = await world.call(root, 'GET', `${path}?limit=50`)
    for (const { id } of body.data as { id: number }[]) {
      const before = (await world.call(root, 'GET', `${path}/${id}`)).body.data
      const events = (await world.call(root, 'GET', `audit-events?recordId=${id}&noun=${resource.name}`)).body.total
      const answer = await world.call(root, 'PUT', `${path}/${id}`, before)
      // Somebody else's record, a locked client or a deleted record is another test's.
      if (answer.status !== 200) continue
      saved.push(resource.name)
      expect([path, id, answer.body.data['version']]).toEqual([path, id, before['version']])
      const now = (await world.call(root, 'GET', `audit-events?recordId=${id}&noun=${resource.name}`)).body.total
      expect([path, id, now]).toEqual([path, id, events])
      break
    }
  }
  const all = resources.filter(({ can }) => can.update).map(({ name }) => name)
  expect(saved).toEqual(all)
})
