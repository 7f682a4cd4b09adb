import { CHANNEL_TYPES } from '@tocsin/core/resources/channels/kinds/index'
import { allResources } from '@tocsin/core/resources/index'
import { pathOf, type Resource } from '@tocsin/core/vocabulary/resource'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverCode } from '../deliver'
import { ofAcme, validDraft } from '../drafts'
import { startWorld, type TestWorld } from '../world'

const resources = new Map((await allResources()).map((resource) => [resource.name, resource]))
let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
})
afterAll(() => world.close())

/** The resources of the first list of the specification, which the users of the console manage. */
const MANAGED =
  'clients projects apps channels sites teams maps users monitoring-providers surveys broadcast-messages terms documents registration-forms registration-codes license-comments templates'.split(
    ' ',
  )
/** Those that the second list names besides. */
const OF_CLIENTS = 'app-versions registration-handlers registration-data-schemas mobile-users alerts'.split(' ')

const of = (name: string): Resource => resources.get(name)!
const written = ({ kindOf, ...resource }: Resource) => kindOf?.resource ?? pathOf(resource)

/** Lists a resource, reads a record, and tries a change of it and a creation, as far as people do either. */
async function manages(name: string, query: string): Promise<void> {
  const resource = of(name)
  const list = await world.call(root, 'GET', `${pathOf(resource)}?limit=1${query}`)
  expect([name, list.status, list.body.total], name).toEqual([name, 200, expect.any(Number)])
  const [row] = list.body.data as { id: number }[]
  expect(row, `${name} has a row`).toBeDefined()
  expect((await world.call(root, 'GET', `${pathOf(resource)}/${row!.id}`)).status, name).toBe(200)
  if (resource.can.update)
    expect((await world.call(root, 'PATCH', `${written(resource)}/${row!.id}?dryRun=1`, {})).status, name).toBe(200)
  if (resource.can.create) {
    const [draft] = fc.sample(validDraft(resource, ofAcme, { complete: true }), { numRuns: 1, seed: 7 })
    const made = await world.call(root, 'POST', `${written(resource)}?dryRun=1`, draft)
    expect([name, made.status, made.body.error?.errors]).toEqual([name, 201, undefined])
  }
}

/** The client whose records are worked on: another one is locked. */
const CLIENT = 2
const withinClient = (name: string): string => {
  const { tenant } = of(name)
  return name === 'clients' ? `&ids=${CLIENT}` : tenant === undefined ? '' : `&${tenant}=${CLIENT}`
}

it.each(MANAGED)('GEN-06 %s are managed: listed, read, changed and created', (name) =>
  manages(name, withinClient(name)),
)

const ofOneClient = [...MANAGED, ...OF_CLIENTS].filter((name) => of(name).tenant !== undefined)

it.each(ofOneClient)('GEN-13 staff work on %s of one client', async (name) => {
  const { tenant } = of(name)
  await manages(name, withinClient(name))
  const { body } = await world.call(root, 'GET', `${pathOf(of(name))}?limit=50${withinClient(name)}`)
  const owners = new Set((body.data as Record<string, unknown>[]).map((row) => row[tenant!]))
  expect([...owners]).toEqual([CLIENT])
})

it('GEN-08 a channel of each kind is made in an app', async () => {
  const channels = of('channels')
  const kinds = new Set<unknown>()
  for (const [seed, channelType] of CHANNEL_TYPES.entries()) {
    const draft = fc
      .sample(validDraft(channels, ofAcme, { complete: true }), { numRuns: 400, seed })
      .find((one) => one['channelType'] === channelType)
    const made = await world.call(root, 'POST', 'channels?dryRun=1', draft)
    expect([channelType, made.status, made.body.error?.errors]).toEqual([channelType, 201, undefined])
    kinds.add((made.body.data as { channelType: string }).channelType)
  }
  expect(kinds.size).toBe(11)
})

it('GEN-03 signs in with a second step, refreshes, reads the profile and the users, resets a password and signs out', async () => {
  const begun = await world.call(null, 'POST', 'authentication/login', { username: 'acme-mfa', password: 'Demo1234' })
  const pending = begun.body.data as { token: string; mfaValues: string[] }
  expect(pending.mfaValues).toEqual(['email', 'phone'])
  const code = await deliverCode(world)
  const verified = await world.call(pending.token, 'POST', 'authentication/mfa/verify', { code })
  const session = verified.body.data as { refreshToken: string; profile: { id: number } }
  const { refreshToken } = session
  const refreshed = await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })
  const { token } = refreshed.body.data as { token: string }
  const own = `users/${session.profile.id}`
  expect((await world.call(token, 'GET', own)).body.data).toMatchObject({ username: 'acme-mfa', role: 'admin' })
  expect((await world.call(token, 'GET', 'users?userType=client')).body.total).toBeGreaterThan(1)
  const reset = await world.call(null, 'POST', 'authentication/restore-password/request', { username: 'acme-mfa' })
  expect(reset.status).toBe(200)
  expect((await world.call(token, 'POST', 'authentication/logout')).status).toBe(200)
  expect((await world.call(token, 'GET', own)).status).toBe(401)
})
