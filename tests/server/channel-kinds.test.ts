import type { Channel } from '@tocsin/core/resources/channels/types'
import { CHANNEL_TYPES, type ChannelType } from '@tocsin/core/resources/channels/kinds/index'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const send = async (method: string, path: string, body?: object) =>
  world.call(await world.token('acme-admin'), method, path, body)
const create = (channelType: string, config: object) =>
  send('POST', 'channels', { name: `De ${channelType}`, appId: 1, clientId: 2, channelType, config })

const schema = { title: 'O que houve?', fields: [{ name: 'local', type: 'text', title: 'Onde?', required: true }] }
const visibilityQuery = { combinator: 'and', rules: [{ field: 'role', operator: 'equals', value: 'manager' }] }

/** The options of each kind (clients §3), with values that are no defaults, and an option of another kind. */
const KINDS: readonly [kind: ChannelType, config: Record<string, unknown>, foreign: string][] = [
  [
    'alert',
    {
      alert: true,
      disclaimer: 'Trote é crime.',
      anonymous: true,
      allowGps: true,
      allowGeocoding: true,
      notifyManager: true,
      dataChannel: true,
      sendNowTitle: 'Enviar agora',
      sendNowText: 'Preciso de ajuda',
      sendOtherTitle: 'Contar mais',
      visibilityQuery,
      schema,
    },
    'requireConfirm',
  ],
  [
    'bubble',
    {
      url: 'https://example.org/chat',
      notifyOpened: true,
      useWebclientAuth: true,
      useWebclientAuthRefresh: true,
      useNewWebclientApi: true,
      usePassport: true,
    },
    'phone',
  ],
  ['url', { url: 'https://example.org', notifyOpened: true, useWebclientAuth: true }, 'usePassport'],
  ['phone', { phone: '190', isEmergency: false, allowGps: true, notifyOpened: true }, 'url'],
  ['whatsapp', { phone: '5548999990001', text: 'Olá', allowGps: true, notifyOpened: true }, 'isEmergency'],
  ['pdf', { url: 'https://example.org/a.pdf', notifyOpened: true }, 'allowGps'],
  ['broadcast', { requireConfirm: true, notifyManager: true }, 'anonymous'],
  [
    'intercom',
    {
      intercomMode: 'web',
      applicationId: 'app123',
      idaplication: 'app123',
      notifyOpened: true,
    },
    'allowGps',
  ],
  ['group', {}, 'notifyOpened'],
  [
    'face-recognition',
    {
      faceRecognition: { type: 'search', form: 'after', camera: 'back' },
      anonymous: true,
      allowGps: true,
      notifyManager: true,
      sendNowTitle: 'Enviar agora',
      sendNowText: 'Preciso de ajuda',
      sendOtherTitle: 'Contar mais',
    },
    'dataChannel',
  ],
  ['survey', { notifySurveyResult: true, allowGps: true, dataChannel: true }, 'alert'],
]
/** The options of every kind (CHCFG-01), besides the group. */
const COMMON = {
  siteManagerOnly: true,
  icon: 'bell',
  bgColor1: '#112233',
  bgColor2: '#445566',
  textColor: '#FFF',
}

/** Proves that a channel of a kind keeps its own options and those of every kind, each by itself, and no others. */
async function keepsItsOptions(kind: ChannelType): Promise<void> {
  const [, config, foreign] = KINDS.find(([one]) => one === kind)!
  const { status, body } = await create(kind, { ...COMMON, ...config })
  expect([status, body.error]).toEqual([201, undefined])
  const { id } = body.data as Channel
  const stored = (await send('GET', `channels/${id}`)).body.data as Channel
  expect(stored.config).toMatchObject({ ...COMMON, ...config })
  expect(Object.keys(stored.config).toSorted()).toEqual([...Object.keys(COMMON), ...Object.keys(config)].toSorted())
  for (const [name, value] of Object.entries(config)) {
    if (typeof value !== 'boolean' || name === 'alert' || name === 'isEmergency') continue
    const changed = (await send('PATCH', `channels/${id}`, { config: { [name]: !value } })).body.data as Channel
    expect(changed.config, name).toMatchObject({ ...COMMON, ...config, [name]: !value })
    await send('PATCH', `channels/${id}`, { config: { [name]: value } })
  }
  const refused = await create(kind, { ...config, [foreign]: true })
  expect([refused.status, refused.body.error?.errors]).toMatchObject([
    400,
    [{ field: `config.${foreign}`, message: 'formErrors.notApplicable' }],
  ])
}

describe('a channel', () => {
  it('ENT-CHAN-02 CONST-35 is one of eleven kinds', () => {
    expect(KINDS.map(([kind]) => kind).toSorted()).toEqual(CHANNEL_TYPES.toSorted())
  })

  it('CHCFG-06 CHCFG-01 A-134 of the kind alert keeps its options and no others', () => keepsItsOptions('alert'))
  it('CHCFG-08 of the kind bubble keeps its options and no others', () => keepsItsOptions('bubble'))
  it('CHCFG-09 of the kind url keeps its options and no others', () => keepsItsOptions('url'))
  it('CHCFG-10 of the kind phone keeps its options and no others', () => keepsItsOptions('phone'))
  it('CHCFG-11 of the kind whatsapp keeps its options and no others', () => keepsItsOptions('whatsapp'))
  it('CHCFG-12 of the kind pdf keeps its options and no others', () => keepsItsOptions('pdf'))
  it('CHCFG-13 of the kind broadcast keeps its options and no others', () => keepsItsOptions('broadcast'))
  it('CHCFG-14 of the kind intercom keeps its options and no others', () => keepsItsOptions('intercom'))
  it('CHCFG-15 of the kind group keeps its options and no others', () => keepsItsOptions('group'))
  it('CHCFG-16 of the kind face-recognition keeps its options and no others', () => keepsItsOptions('face-recognition'))
  it('CHCFG-17 of the kind survey keeps its options and no others', () => keepsItsOptions('survey'))

  it('CHCFG-07 of the kind alert has a disclaimer only where it raises an alert', async () => {
    const refused = await create('alert', { alert: false, disclaimer: 'Trote é crime.' })
    expect([refused.status, refused.body.error?.errors]).toMatchObject([400, [{ field: 'config.disclaimer' }]])
    const made = await create('alert', { alert: true, disclaimer: 'Trote é crime.' })
    expect((made.body.data as Channel).config['disclaimer']).toBe('Trote é crime.')
  })

  it('PERM-18 lets only who may collect data turn that on or off, and others keep it', async () => {
    const as = async (username: string, method: string, path: string, body?: object) =>
      world.call(await world.token(username), method, path, body)
    const draft = { name: 'Coleta', appId: 1, clientId: 2, channelType: 'survey' }
    const refused = await as('client-manager', 'POST', 'channels', { ...draft, config: { dataChannel: true } })
    expect([refused.status, refused.body.error?.details]).toEqual([
      403,
      { permission: 'channels:update:data-collection' },
    ])
    expect((await as('client-manager', 'POST', 'channels', { ...draft, config: { dataChannel: false } })).status).toBe(
      201,
    )
    const collecting = (await as('acme-admin', 'POST', 'channels', { ...draft, config: { dataChannel: true } })).body
      .data as Channel
    const whole = { ...collecting, label: 'Outro' }
    const kept = await as('client-manager', 'PUT', `channels/${collecting.id}`, whole)
    expect([kept.status, (kept.body.data as Channel).config['dataChannel']]).toEqual([200, true])
    const off = await as('client-manager', 'PATCH', `channels/${collecting.id}`, { config: { dataChannel: false } })
    expect(off.status).toBe(403)
    const cleared = await as('client-manager', 'PATCH', `channels/${collecting.id}`, { config: null })
    expect(cleared.status).toBe(403)
    expect(
      (await as('acme-admin', 'PATCH', `channels/${collecting.id}`, { config: { dataChannel: false } })).status,
    ).toBe(200)
  })
})
