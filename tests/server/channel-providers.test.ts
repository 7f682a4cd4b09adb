import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BOREALIS } from '../../fixtures/clients'
import { withServer } from '../../server/context/actor'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

type Channel = { id: number; version: number; MonitoringProviders: { id: number; name: string }[] }

async function send(method: string, path: string, body?: object, as = 'acme-admin') {
  const { status, body: answer } = await world.call(await world.token(as), method, path, body)
  return {
    status,
    data: answer.data as unknown,
    error: answer.error,
    errors: answer.error?.errors,
    total: answer.total,
  }
}
const channelOf = ({ data }: { data: unknown }) => data as Channel
const idsOf = (answer: { data: unknown }) => channelOf(answer).MonitoringProviders.map(({ id }) => id)
async function make(name: string, MonitoringProviders: unknown = [], as = 'acme-admin') {
  return send('POST', 'channels', { name, appId: 1, clientId: 2, MonitoringProviders }, as)
}

/** The provider’s own, for every client; two of Acme; one of Acme that is off; one of Borealis. */
const [CENTRAL, DOOR, GUARDS, OFF, FOREIGN] = [1, 2, 3, 4, 5]
const central = { id: CENTRAL, name: 'Central tocsin', providerType: 'api' }
const door = { id: DOOR, name: 'Portaria da Acme', providerType: 'email' }

it('A-133 CHAN-27 answers providers with name and type, and takes ids, or providers as they were answered', async () => {
  const made = await make('Answered', [DOOR, CENTRAL, DOOR])
  expect([made.status, channelOf(made).MonitoringProviders]).toEqual([201, [central, door]])
  const channel = channelOf(made)
  const again = await send('PUT', `channels/${channel.id}`, channel)
  expect([again.status, channelOf(again).version]).toEqual([200, channel.version])
  expect((await send('GET', `channels/${channel.id}`)).data).toEqual(channel)
  const listed = await send('GET', `channels?ids=${channel.id}`)
  expect(listed.data).toEqual([channel])
  const fewer = await send('PATCH', `channels/${channel.id}`, { MonitoringProviders: [central] })
  expect([fewer.status, idsOf(fewer), channelOf(fewer).version]).toEqual([200, [CENTRAL], channel.version + 1])
  expect(idsOf(await send('PATCH', `channels/${channel.id}`, { MonitoringProviders: null }))).toEqual([])
  expect(idsOf(await make('None'))).toEqual([])
})

it.each([
  ['a text', 'x'],
  ['a name', ['Central tocsin']],
  ['a provider without its id', [{ name: 'Central tocsin' }]],
  ['a provider with what answers do not have', [{ ...central, email: 'x@example.org' }]],
])('A-133 refuses %s', async (_, given) => {
  const { status, errors } = await make('Refused', given)
  expect([status, errors]).toEqual([400, [{ field: 'MonitoringProviders', message: 'formErrors.ref' }]])
})

it.each([
  ['one that does not exist', [999_999], 'formErrors.notFound'],
  ['one of another client beside its own', [DOOR, FOREIGN], 'formErrors.notFound'],
  ['one that is not active', [OFF], 'formErrors.inactive'],
])('A-133 T04 refuses %s, by the name of the field', async (_, given, message) => {
  const wanted = [400, [{ field: 'MonitoringProviders', message }]]
  for (const as of ['acme-admin', 'root']) {
    const made = await make('Refused', given, as)
    expect([made.status, made.errors]).toEqual(wanted)
    const changed = await send('PATCH', 'channels/2', { MonitoringProviders: given }, as)
    expect([changed.status, changed.errors]).toEqual(wanted)
  }
  expect(idsOf(await send('GET', 'channels/2'))).toEqual([])
})

it('A-133 keeps one that was put out of use since, and assigns no such one anew', async () => {
  const { id } = channelOf(await make('Kept', [GUARDS]))
  await send('PATCH', `monitoring-providers/${GUARDS}`, { active: false })
  expect(idsOf(await send('PATCH', `channels/${id}`, { MonitoringProviders: [GUARDS, DOOR] }))).toEqual([DOOR, GUARDS])
  expect(idsOf(await send('PATCH', `channels/${id}`, { MonitoringProviders: [DOOR] }))).toEqual([DOOR])
  const again = await send('PATCH', `channels/${id}`, { MonitoringProviders: [GUARDS, DOOR] })
  expect(again.errors).toEqual([{ field: 'MonitoringProviders', message: 'formErrors.inactive' }])
  await send('PATCH', `monitoring-providers/${GUARDS}`, { active: true })
})

it('A-051 A-133 tells who may not list the provider’s own which of them a channel has, and lets them assign none', async () => {
  const { id } = channelOf(await make('Managed', [CENTRAL]))
  const manager = 'client-manager'
  expect((await send('GET', `monitoring-providers/${CENTRAL}`, undefined, manager)).status).toBe(404)
  const read = channelOf(await send('GET', `channels/${id}`, undefined, manager))
  expect(read.MonitoringProviders).toEqual([central])
  const more = { ...read, MonitoringProviders: [...read.MonitoringProviders, DOOR] }
  expect(idsOf(await send('PUT', `channels/${id}`, more, manager))).toEqual([CENTRAL, DOOR])
  const anew = await make('Anew', [CENTRAL], manager)
  expect(anew.errors).toEqual([{ field: 'MonitoringProviders', message: 'formErrors.notFound' }])
})

it('A-062 T01 deletes no provider that a channel has, and names only channels that the asker sees', async () => {
  const made = await send('POST', 'monitoring-providers', {
    name: 'Ours',
    email: 'ours@example.org',
    providerType: 'email',
    notifyEmail: 'ours@example.org',
    ClientId: 2,
  })
  const ours = (made.data as { id: number }).id
  const { id } = channelOf(await make('Uses ours', [ours]))
  const relations = [{ noun: 'channels', count: 1, names: ['Uses ours'] }]
  const refused = await send('DELETE', `monitoring-providers/${ours}`)
  expect([refused.status, refused.error?.message, refused.error?.details]).toEqual([
    400,
    'CANNOT_DELETE_WITH_RELATIONS',
    { relations },
  ])
  expect((await send('GET', `monitoring-providers/${ours}/uses`)).data).toEqual(relations)
  // The provider's own is kept by the channels of every client, which only staff are told.
  const forAll = await send('DELETE', `monitoring-providers/${CENTRAL}`, undefined, 'root')
  const uses = forAll.error?.details?.['relations'] as { noun: string; count: number }[] | undefined
  const used = uses?.find(({ noun }) => noun === 'channels')
  const all = await send('GET', `channels?MonitoringProviders=${CENTRAL}&limit=1`, undefined, 'root')
  expect([forAll.status, used?.count]).toEqual([400, all.total])
  const ownAlone = await send('GET', `channels?MonitoringProviders=${CENTRAL}&limit=1`)
  expect(ownAlone.total).toBeLessThan(all.total ?? 0)
  expect((await send('DELETE', `monitoring-providers/${CENTRAL}`)).status).toBe(403)
  // What goes with its channel keeps nothing any more.
  expect((await send('DELETE', `channels/${id}`)).status).toBe(200)
  expect((await send('DELETE', `monitoring-providers/${ours}`)).status).toBe(200)
})

it('A-062 deletes no provider that phones send alerts to by a published version', async () => {
  const provider = await send('POST', 'monitoring-providers', {
    name: 'Published',
    email: 'published@example.org',
    providerType: 'email',
    notifyEmail: 'published@example.org',
    ClientId: 2,
  })
  const ours = (provider.data as { id: number }).id
  const app = (await send('POST', 'apps', { name: 'Sirene', projectId: 5, clientId: 2 })).data as { id: number }
  const made = await send('POST', 'channels', { name: 'Um', appId: app.id, clientId: 2, MonitoringProviders: [ours] })
  await send('POST', `apps/${app.id}/publish`, { versionComment: 'x' })
  await send('PATCH', `channels/${channelOf(made).id}`, { MonitoringProviders: [] })
  const refused = await send('DELETE', `monitoring-providers/${ours}`)
  expect([refused.status, refused.error?.details]).toEqual([
    400,
    { relations: [{ noun: 'app-versions', count: 1, names: ['Sirene 1'] }] },
  ])
  expect((await send('POST', `apps/${app.id}/unpublish`, {})).status).toBe(200)
  expect((await send('DELETE', `monitoring-providers/${ours}`)).status).toBe(200)
})

it('PROV-06 lists the channels of a provider', async () => {
  const { id } = channelOf(await make('Listed', [GUARDS]))
  const listed = await send('GET', `channels?MonitoringProviders=${GUARDS},999999&limit=1000`)
  expect((listed.data as Channel[]).map((channel) => channel.id)).toContain(id)
  expect(
    (listed.data as Channel[]).every((channel) => channel.MonitoringProviders.some((one) => one.id === GUARDS)),
  ).toBe(true)
  expect((await send('GET', `channels?MonitoringProviders=${FOREIGN}`)).total).toBe(0)
})

it('CHAN-27 T22 writes into the history which providers a channel had and has', async () => {
  const { id } = channelOf(await make('Remembered', [CENTRAL]))
  await send('PATCH', `channels/${id}`, { MonitoringProviders: [CENTRAL, DOOR] })
  const { data } = await send('GET', `audit-events?noun=channels&recordId=${id}&order=id%20DESC&limit=1`)
  expect((data as { changes: unknown }[])[0]?.changes).toEqual({
    MonitoringProviders: { before: [central], after: [central, door] },
  })
})

it('CHAN-27 wants the permission of channels, and describes providers as they are answered and sent', async () => {
  const refused = await send('PATCH', 'channels/1', { MonitoringProviders: [] }, 'acme-site-manager')
  expect([refused.status, refused.error?.details]).toEqual([403, { permission: 'channels:update' }])
  const { body } = await world.call(null, 'GET', '/openapi.json')
  const { components } = body as unknown as { components: { schemas: Record<string, { properties: object }> } }
  const record = {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: expect.anything(), name: { type: 'string' }, providerType: { type: 'string' } },
  }
  expect(components.schemas['channels.draft']?.properties).toMatchObject({
    MonitoringProviders: { anyOf: [{ items: { anyOf: [{ type: 'integer' }, record] } }, { type: 'null' }] },
  })
})

it('T04 T11 keeps the owner of what is assigned among the client and the provider, whatever a statement says', async () => {
  const insert = (provider: number, owner: number, [client, channel] = [2, 3]) =>
    withServer(world.database, (tx) =>
      sql`insert into channel_providers (client_id, channel_id, provider_client_id, provider_id)
        values (${client}, ${channel}, ${owner}, ${provider})`.execute(tx),
    ).then(
      () => 'written',
      (error: { sqlState?: string }) => error.sqlState,
    )
  expect(await insert(FOREIGN, 1)).toBe('23514')
  expect(await insert(FOREIGN, BOREALIS)).toBe('23514')
  expect(await insert(999_999, 1)).toBe('23503')
  expect(await insert(DOOR, BOREALIS)).toBe('written')
  // Nothing is assigned in a client that is locked.
  expect(await insert(1, 1, [BOREALIS, 403])).toBe('TL001')
  expect(idsOf(await send('GET', 'channels/3'))).toEqual([DOOR])
})
