import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

type Channel = { id: number; displayOrder: number; label: string; channelType: string; config: Record<string, unknown> }
type Answer = { status: number; channel: Channel; errors: { field: string; message: string }[] | undefined }

async function send(method: string, path: string, body?: object, as = 'acme-admin'): Promise<Answer> {
  const { status, body: answer } = await world.call(await world.token(as), method, path, body)
  return {
    status,
    channel: answer.data as unknown as Channel,
    errors: answer.error?.errors as Answer['errors'],
  }
}
const create = (name: string, channelType: string, config: object = {}, appId = 1) =>
  send('POST', 'channels', { name, appId, clientId: 2, channelType, config })
const group = async (name: string, parentId: number | null = null): Promise<number> =>
  (await create(name, 'group', { parentId })).channel.id

it('CHAN-11 CHAN-22 A-134 has the type it was made with, which may come back unchanged', async () => {
  const { channel } = await create('Fixed', 'url', { url: 'https://example.org' })
  expect((await send('PUT', `channels/${channel.id}`, channel)).status).toBe(200)
  const changed = await send('PUT', `channels/${channel.id}`, { ...channel, channelType: 'pdf' })
  expect([changed.status, changed.errors]).toEqual([400, [{ field: 'channelType', message: 'formErrors.readonly' }]])
  const foreign = await send('PATCH', `channels/${channel.id}`, { config: { phone: '190' } })
  expect(foreign.errors).toEqual([{ field: 'config.phone', message: 'formErrors.notApplicable' }])
  const unknown = await send('PATCH', `channels/${channel.id}`, { config: { bogus: 1 } })
  expect(unknown.errors).toEqual([{ field: 'config.bogus', message: 'formErrors.unknownField' }])
  expect((await send('DELETE', `channels/${channel.id}`)).status).toBe(200)
  expect((await send('GET', `channels/${channel.id}`)).status).toBe(404)
})

it('CHAN-02 is an alert by default, and wants a name', async () => {
  const made = await send('POST', 'channels', { name: 'Plain', appId: 1, clientId: 2 })
  expect([made.status, made.channel.channelType, made.channel.config['alert']]).toEqual([201, 'alert', true])
  expect((await send('POST', 'channels', { appId: 1, clientId: 2 })).errors).toEqual([
    { field: 'name', message: 'formErrors.required' },
  ])
})

it.each([
  ['CHAN-14', 'url', {}, ['config.url']],
  ['CHAN-14', 'phone', {}, ['config.phone']],
  ['CHAN-14', 'whatsapp', { phone: ' ' }, ['config.phone']],
  ['CHAN-15', 'intercom', {}, ['config.applicationId']],
  [
    'CHAN-15',
    'intercom',
    { intercomMode: 'messenger', applicationId: 'a' },
    ['config.androidSdkKey', 'config.iosSdkKey'],
  ],
  ['CHAN-17', 'alert', { sendNowTitle: 'Now' }, ['config.sendNowText']],
  ['CHAN-17', 'face-recognition', { sendNowText: 'Now' }, ['config.sendNowTitle']],
] as const)('%s wants of a channel of the kind %s with %o what it needs: %o', async (_, kind, config, missing) => {
  const { status, errors } = await create('Incomplete', kind, config)
  expect([status, errors]).toEqual([400, missing.map((field) => ({ field, message: 'formErrors.required' }))])
})

it('CHAN-13 A-081 has its name as the first title, and keeps its title when that is emptied', async () => {
  const { channel } = await create('Chuva', 'alert')
  expect(channel.label).toBe('Chuva')
  for (const [label, kept] of [
    ['Chuva forte', 'Chuva forte'],
    ['', 'Chuva forte'],
    [null, 'Chuva forte'],
  ])
    expect((await send('PATCH', `channels/${channel.id}`, { label })).channel.label).toBe(kept)
})

it('A-083 takes the id of an Intercom application under either of its names, and answers both', async () => {
  const first = await create('Intercom 1', 'intercom', { applicationId: 'one' })
  const second = await create('Intercom 2', 'intercom', { idaplication: 'two' })
  expect([first.channel.config, second.channel.config]).toMatchObject([
    { applicationId: 'one', idaplication: 'one' },
    { applicationId: 'two', idaplication: 'two' },
  ])
  const changed = await send('PATCH', `channels/${first.channel.id}`, { config: { applicationId: 'three' } })
  expect(changed.channel.config).toMatchObject({ applicationId: 'three', idaplication: 'three' })
})

it('A-083 takes the id that was changed, and the name that it was changed under does not matter', async () => {
  const { channel } = await create('Intercom 3', 'intercom', { applicationId: 'old' })
  const whole = { ...channel, config: { ...channel.config, idaplication: 'new' } }
  expect((await send('PUT', `channels/${channel.id}`, whole)).channel.config).toMatchObject({
    applicationId: 'new',
    idaplication: 'new',
  })
})

it('A-002 has the defaults of its kind where its options are cleared, and says nothing of other kinds', async () => {
  const { channel } = await create('Cleared', 'broadcast', { requireConfirm: true })
  const cleared = await send('PATCH', `channels/${channel.id}`, { config: null })
  expect([cleared.status, cleared.channel?.config['requireConfirm']]).toEqual([200, false])
  const link = await create('Link', 'url', { url: 'https://example.org' })
  const foreign = await send('PATCH', `channels/${link.channel.id}`, { config: { isEmergency: true } })
  expect(foreign.errors).toEqual([{ field: 'config.isEmergency', message: 'formErrors.notApplicable' }])
})

it('is listed in the order of its group’s name', async () => {
  const rows = async (query: string) =>
    (await send('GET', `channels?appId=1&limit=1000&${query}`)).channel as unknown as (Channel & { name: string })[]
  const names = new Map((await rows('')).map(({ id, name }) => [id, name]))
  const groups = (await rows('order=config.parentId%20ASC')).flatMap(
    ({ config }) => names.get(Number(config['parentId'])) ?? [],
  )
  expect(groups.length).toBeGreaterThan(2)
  expect(groups).toEqual(groups.toSorted((one, other) => one.localeCompare(other)))
})

it('A-135 refuses a second plus, whatever the number is for', async () => {
  for (const [kind, config] of [
    ['phone', { isEmergency: true, phone: '++5548999990000' }],
    ['phone', { phone: '++190' }],
    ['phone', { phone: '+++' }],
    ['whatsapp', { phone: '++5548999990000' }],
  ] as const)
    expect((await create('Plus', kind, config)).errors).toMatchObject([{ field: 'config.phone' }])
})

it('CHAN-18 A-135 spells a number by what it is called for, also when only that changes', async () => {
  const { channel } = await create('Sala', 'phone', { phone: '(48) 3333-0000' })
  expect(channel.config['phone']).toBe('4833330000')
  const emergency = await send('PATCH', `channels/${channel.id}`, { config: { isEmergency: true, phone: '+55 190' } })
  expect(emergency.errors).toEqual([{ field: 'config.phone', message: 'resources.channels.international' }])
  const called = await send('PATCH', `channels/${channel.id}`, {
    config: { isEmergency: true, phone: '+55 4833330000' },
  })
  expect(called.channel.config['phone']).toBe('554833330000')
})

it('CHCFG-02 A-132 A-133 lies in a group of its app, at most three deep, and never within itself', async () => {
  const outer = await group('Outer')
  const middle = await group('Middle', outer)
  const inner = await group('Inner', middle)
  expect((await create('Leaf', 'url', { url: 'https://example.org', parentId: inner })).status).toBe(201)
  const deep = { field: 'config.parentId', message: 'resources.channels.tooDeep', values: { max: 3 } }
  expect((await create('Deeper', 'group', { parentId: inner })).errors).toEqual([deep])
  // A group is moved with what lies in it.
  const other = await group('Other')
  const elsewhere = (await create('Elsewhere', 'group', {}, 2)).channel.id
  expect((await send('PATCH', `channels/${outer}`, { config: { parentId: other } })).errors).toEqual([deep])
  expect((await send('PATCH', `channels/${middle}`, { config: { parentId: other } })).status).toBe(200)
  for (const [what, parentId, message] of [
    [other, inner, 'resources.channels.noGroup'],
    [other, other, 'resources.channels.noGroup'],
    [other, 4, 'resources.channels.noGroup'],
    [other, 101, 'resources.channels.noGroup'],
    [other, elsewhere, 'resources.channels.noGroup'],
    [other, 403, 'formErrors.notFound'],
    [other, 999_999, 'formErrors.notFound'],
  ] as const) {
    const refused = [parentId, [{ field: 'config.parentId', message }]]
    expect([parentId, (await send('PATCH', `channels/${what}`, { config: { parentId } })).errors]).toEqual(refused)
    // A new channel has nothing within itself.
    if (parentId !== inner && parentId !== other)
      expect([parentId, (await create('New', 'group', { parentId })).errors]).toEqual(refused)
  }
})

it('A-132 A-133 lists what lies outside a channel: the rest of its app', async () => {
  const listed = async (query: string, as?: string) =>
    ((await send('GET', `channels?limit=1000&${query}`, undefined, as)).channel as unknown as Channel[]).map(
      ({ id }) => id,
    )
  const outer = await group('Around')
  const inner = await group('Inside', outer)
  const leaf = (await create('Leaf inside', 'url', { url: 'https://example.org', parentId: inner })).channel.id
  const all = await listed('appId=1')
  expect(await listed(`outside=${outer}`)).toEqual(all.filter((id) => ![outer, inner, leaf].includes(id)))
  expect(await listed(`outside=${leaf}`)).toEqual(all.filter((id) => id !== leaf))
  expect(await listed('outside=403')).toEqual([])
  // What the picker of a form asks for is what the server takes.
  const groups = await listed(`channelType=group&appId=1&outside=${inner}`)
  expect(groups).toContain(outer)
  expect(groups).not.toContain(inner)
})

it('A-134 refuses an option that does not apply, at its place, and takes it back as it is stored', async () => {
  const web = { intercomMode: 'web', applicationId: 'a' }
  const notApplicable = [{ field: 'config.androidSdkKey', message: 'formErrors.notApplicable' }]
  expect((await create('Keys', 'intercom', { ...web, androidSdkKey: 'k' })).errors).toEqual(notApplicable)
  const { channel } = await create('Keys', 'intercom', web)
  expect((await send('PATCH', `channels/${channel.id}`, { config: { androidSdkKey: 'k' } })).errors).toEqual(
    notApplicable,
  )
  const messenger = { ...web, intercomMode: 'messenger', androidSdkKey: 'k', iosSdkKey: 'l' }
  const stored = await create('Messenger', 'intercom', messenger)
  expect(stored.status).toBe(201)
  const back = await send('PUT', `channels/${stored.channel.id}`, {
    ...stored.channel,
    config: { ...stored.channel.config, intercomMode: 'web' },
  })
  expect([back.status, Object.hasOwn(back.channel.config, 'androidSdkKey')]).toEqual([200, false])
  const disclaimer = await create('Message', 'alert', { alert: false, disclaimer: 'x' })
  expect(disclaimer.errors).toEqual([{ field: 'config.disclaimer', message: 'formErrors.notApplicable' }])
})

it('CHAN-18 A-135 gives a number its plus again when it is no emergency any more, unless another number comes with that', async () => {
  const { channel } = await create('Calm', 'phone', { isEmergency: true, phone: '+55 48 99999-0000' })
  expect(channel.config['phone']).toBe('5548999990000')
  const path = `channels/${channel.id}`
  const calm = await send('PUT', path, { ...channel, config: { ...channel.config, isEmergency: false } })
  expect([calm.status, calm.channel.config['phone']]).toEqual([200, '+5548999990000'])
  const urgent = await send('PATCH', path, { config: { isEmergency: true } })
  expect(urgent.channel.config['phone']).toBe('5548999990000')
  const cleared = await send('PATCH', path, { config: { isEmergency: null } })
  expect(cleared.channel.config['phone']).toBe('+5548999990000')
  await send('PATCH', path, { config: { isEmergency: true } })
  const local = await send('PATCH', path, { config: { isEmergency: false, phone: '190' } })
  expect(local.channel.config['phone']).toBe('190')
})

it('A-135 takes a number with whatever blanks it was pasted with', async () => {
  for (const [kind, config, stored] of [
    ['phone', { phone: '\t1\u00a09\u20090\n' }, '190'],
    ['phone', { isEmergency: true, phone: '+55\t48\u00a099999-0000' }, '5548999990000'],
    ['whatsapp', { phone: '+55\u00a0(48)\t99999\n0000' }, '5548999990000'],
  ] as const) {
    const made = await create('Pasted', kind, config)
    expect([made.status, made.channel?.config['phone']]).toEqual([201, stored])
  }
})

it('A-132 makes no ring of groups that are put into each other at once', async () => {
  const parentOf = async (id: number) => (await send('GET', `channels/${id}`)).channel.config['parentId']
  for (let round = 0; round < 5; round++) {
    const [one, outer] = [await group(`One ${round}`), await group(`Outer ${round}`)]
    const inner = await group(`Inner ${round}`, outer)
    await Promise.all([
      send('PATCH', `channels/${one}`, { config: { parentId: inner } }),
      send('PATCH', `channels/${outer}`, { config: { parentId: one } }),
    ])
    expect([await parentOf(one), await parentOf(outer)]).toContain(undefined)
  }
})

it('gives each of many that are made at once a position of its own, the last ones of the app', async () => {
  const before = (await send('GET', 'channels?appId=2&limit=1000')).channel as unknown as Channel[]
  const made = await Promise.all(Array.from({ length: 20 }, (_, n) => create(`At once ${n}`, 'alert', {}, 2)))
  const positions = made.map(({ channel }) => channel.displayOrder).toSorted((one, other) => one - other)
  expect(positions).toEqual(Array.from({ length: 20 }, (_, n) => before.length + n))
})

it('goes with its app', async () => {
  const app = await send('POST', 'apps', { name: 'Short-lived', projectId: 2, clientId: 2 })
  const parent = (await create('Group', 'group', {}, app.channel.id)).channel.id
  const child = (await create('Child', 'alert', { parentId: parent }, app.channel.id)).channel.id
  expect((await send('DELETE', `apps/${app.channel.id}`)).status).toBe(200)
  for (const id of [parent, child]) expect((await send('GET', `channels/${id}`)).status).toBe(404)
})
