import type { App } from '@tocsin/core/resources/apps/types'
import { APP_COLORS } from '@tocsin/core/resources/apps/theme'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { USUAL_CONFIG } from '../usual-config'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const send = async (method: string, path: string, body?: object, as = 'acme-admin') =>
  world.call(await world.token(as), method, path, body)
const newApp = async (name: string) =>
  (await send('POST', 'apps', { name, projectId: 5, clientId: 2 })).body.data as unknown as App

it('ENT-APP-01 answers an app with these fields', async () => {
  const { body } = await send('GET', 'apps/1')
  expect(body.data).toEqual({
    id: 1,
    version: expect.any(Number),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    name: 'Alerta Escolar',
    label: 'Alerta',
    description: 'O app das escolas',
    isDefault: true,
    clientId: 2,
    projectId: 2,
    termId: expect.toSatisfy((value) => value === null || Number.isInteger(value)),
    TermId: body.data['termId'],
    generatePassportKey: false,
    publishedVersion: 3,
    draftId: expect.toSatisfy((value) => value === null || Number.isInteger(value)),
    Project: { name: 'default', isDefault: true },
    Channels: { total: expect.any(Number), primary: expect.any(Number) },
    config: USUAL_CONFIG,
  })
})

it('ENT-APP-05 answers a version of an app with these fields', async () => {
  const [version] = (await send('GET', 'apps/1/schemas?order=id ASC')).body.data as unknown as Record<string, unknown>[]
  expect(version).toMatchObject({
    id: expect.any(Number),
    versionId: version!['id'],
    versionName: expect.toSatisfy((value) => value === null || typeof value === 'string'),
    versionComment: expect.any(String),
    status: expect.stringMatching(/^(draft|published|unpublished)$/),
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    User: { name: expect.any(String) },
  })
})

it('ENT-CHAN-01 answers a channel with these fields', async () => {
  const { id } = (await send('POST', 'channels', { name: 'Campos', appId: 2, clientId: 2, tag: 'T1' })).body
    .data as unknown as { id: number }
  const { draftId } = (await send('GET', 'apps/2')).body.data as unknown as App
  expect((await send('GET', `channels/${id}`)).body.data).toEqual({
    id,
    version: 1,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    name: 'Campos',
    channelType: 'alert',
    label: 'Campos',
    primary: false,
    tag: 'T1',
    displayOrder: expect.any(Number),
    schemaId: draftId,
    appId: 2,
    clientId: 2,
    MonitoringProviders: [],
    config: expect.objectContaining({ alert: true, bgColor1: '#4E4E4E', bgColor2: '#424242' }),
  })
})

it('APP-22 changes the theme and the label of an app by one call, and nothing else', async () => {
  const { id, version } = await newApp('Tema')
  const changed = await send('PATCH', `apps/${id}/schema`, { config: { headerColor: '#006FC0' }, label: 'Guarda' })
  expect(changed.status).toBe(200)
  const after = (await send('GET', `apps/${id}`)).body.data
  expect(after).toEqual(changed.body.data)
  expect(after).toMatchObject({
    name: 'Tema',
    label: 'Guarda',
    version: version + 1,
    config: { ...APP_COLORS, headerColor: '#006FC0', themeName: 'tocsin' },
  })
  for (const body of [{ name: 'Outro' }, { config: { headerColor: 'blue' } }, { config: { color: '#FFFFFF' } }])
    expect((await send('PATCH', `apps/${id}/schema`, body)).status).toBe(400)
  const refused = await send('PATCH', `apps/${id}/schema`, { label: 'X' }, 'broadcast-operator')
  expect([refused.status, refused.body.error?.details]).toEqual([403, { permission: 'apps:update' }])
  expect((await send('PATCH', `apps/${id}/schema`, { label: 'X' }, 'borealis-admin')).status).toBe(404)
  expect((await send('GET', `apps/${id}`)).body.data).toEqual(after)
})

it('APP-23 deletes an app for whoever may change it, and nothing for anybody else', async () => {
  const { id } = await newApp('Some')
  const refused = await send('DELETE', `apps/${id}`, undefined, 'broadcast-operator')
  expect([refused.status, refused.body.error?.details]).toEqual([403, { permission: 'apps:update' }])
  expect((await send('DELETE', `apps/${id}`, undefined, 'borealis-admin')).status).toBe(404)
  expect((await send('GET', `apps/${id}`)).status).toBe(200)
  expect((await send('DELETE', `apps/${id}`)).status).toBe(200)
  expect((await send('GET', `apps/${id}`)).status).toBe(404)
  expect((await send('DELETE', `apps/${id}`)).status).toBe(404)
})

it('PERM-17 asks for channels:view to read channels, and for channels:update to write them', async () => {
  const { id } = (await send('POST', 'channels', { name: 'Meu', appId: 2, clientId: 2 })).body.data as unknown as {
    id: number
  }
  const draft = { name: 'Novo', appId: 2, clientId: 2 }
  const order = { channelsOrder: [{ id, displayOrder: 0 }], clientId: 2 }
  for (const [needed, as, method, path, body] of [
    ['channels:view', 'acme-approver', 'GET', 'channels', undefined],
    ['channels:view', 'acme-approver', 'GET', `channels/${id}`, undefined],
    ['channels:update', 'broadcast-operator', 'POST', 'channels', draft],
    ['channels:update', 'broadcast-operator', 'PUT', `channels/${id}`, { label: 'X' }],
    ['channels:update', 'broadcast-operator', 'PATCH', `channels/${id}`, { label: 'X' }],
    ['channels:update', 'broadcast-operator', 'DELETE', `channels/${id}`, undefined],
    ['channels:update', 'broadcast-operator', 'PATCH', 'channels/rearrange', order],
  ] as const) {
    const { status, body: answer } = await send(method, path, body, as)
    expect([method, path, status, answer.error?.details]).toEqual([method, path, 403, { permission: needed }])
  }
  expect((await send('GET', `channels/${id}`, undefined, 'broadcast-operator')).status).toBe(200)
  expect((await send('PATCH', `channels/${id}`, { label: 'X' })).status).toBe(200)
  expect((await send('DELETE', `channels/${id}`)).status).toBe(200)
})
