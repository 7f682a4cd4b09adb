import type { AppVersion } from '@tocsin/core/resources/app-versions/types'
import type { App } from '@tocsin/core/resources/apps/types'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { databaseKind } from '../database'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

async function send(method: string, path: string, body?: object, { as = 'acme-admin', version = NaN } = {}) {
  const headers: Record<string, string> = Number.isNaN(version) ? {} : { 'if-match': `"${version}"` }
  return world.call(await world.token(as), method, path, body, headers)
}
const data = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await send(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer.body.data
}
const newApp = () => data<App>('POST', 'apps', { name: 'Novo', projectId: 5, clientId: 2 })
const newChannel = (appId: number, name: string, rest: object = {}) =>
  data<Channel>('POST', 'channels', { name, appId, clientId: 2, ...rest })
const channelsOf = (appId: number) => data<Channel[]>('GET', `channels?appId=${appId}&limit=1000`)
const versionsOf = (appId: number) => data<AppVersion[]>('GET', `apps/${appId}/schemas?withSchema=true`)
const publish = (appId: number, versionComment = 'x') => data<App>('POST', `apps/${appId}/publish`, { versionComment })
const reasonOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
  status,
  body.error?.message,
  body.error?.details?.['reason'],
]

describe('a draft', () => {
  it('A-127 VER-03 begins with the app, is the version of all changes, and becomes the version that is published', async () => {
    const app = await newApp()
    const [draft] = await versionsOf(app.id)
    expect(draft).toMatchObject({ id: app.draftId, status: 'draft', number: null, channels: [] })
    const channel = await newChannel(app.id, 'Um')
    expect(channel.schemaId).toBe(app.draftId)
    const published = await publish(app.id, 'Primeira')
    expect(published).toMatchObject({ publishedVersion: 1, draftId: null })
    expect(await versionsOf(app.id)).toMatchObject([
      {
        id: app.draftId,
        versionId: app.draftId,
        number: 1,
        status: 'published',
        versionComment: 'Primeira',
        User: { name: 'Ana Acme' },
        channels: [{ id: channel.id, name: 'Um', label: 'Um', channelType: 'alert' }],
      },
    ])
    // Nothing has changed since: the working version is the one that is published.
    expect((await channelsOf(app.id))[0]!.schemaId).toBe(app.draftId)
  })

  it.each<[string, (app: App, channel: Channel) => Promise<unknown>]>([
    ['a channel is created', (app) => newChannel(app.id, 'Dois')],
    ['a channel is changed', (_, channel) => data('PATCH', `channels/${channel.id}`, { label: 'Outro' })],
    ['a channel is deleted', (_, channel) => data('DELETE', `channels/${channel.id}`)],
    ['its label is changed', (app) => data('PUT', `apps/${app.id}`, { label: 'Outro' })],
    ['its theme is changed', (app) => data('PATCH', `apps/${app.id}/schema`, { config: { themeName: 'business' } })],
  ])('A-127 begins with the first change after a publish: %s', async (_, change) => {
    const app = await newApp()
    const channel = await newChannel(app.id, 'Um')
    await publish(app.id)
    await change(app, channel)
    const [draft, published] = await versionsOf(app.id)
    expect([draft!.status, draft!.number, published!.status]).toEqual(['draft', null, 'published'])
    expect(draft!.User).toEqual({ name: 'Ana Acme' })
    const { draftId, publishedVersion } = await data<App>('GET', `apps/${app.id}`)
    expect([draftId, publishedVersion]).toEqual([draft!.id, 1])
    for (const { schemaId } of await channelsOf(app.id)) expect(schemaId).toBe(draft!.id)
  })

  it('A-127 does not begin with a change of what phones do not show', async () => {
    const app = await newApp()
    await publish(app.id)
    await data('PATCH', `apps/${app.id}`, { name: 'Renomeado', description: 'Outra' })
    expect((await data<App>('GET', `apps/${app.id}`)).draftId).toBe(null)
  })

  it('A-128 cannot be published with nothing new in it, and may be empty the first time', async () => {
    const app = await newApp()
    await publish(app.id)
    const nothing = [400, 'BLOCKED', 'resources.apps.nothingNew']
    expect(reasonOf(await send('POST', `apps/${app.id}/publish`, { versionComment: 'x' }))).toEqual(nothing)
    // A change that was taken back leaves a draft with nothing new in it.
    await data('PATCH', `apps/${app.id}`, { label: 'Outro' })
    await data('PATCH', `apps/${app.id}`, { label: null })
    expect(reasonOf(await send('POST', `apps/${app.id}/publish`, { versionComment: 'x' }))).toEqual(nothing)
    expect(await versionsOf(app.id)).toMatchObject([{ status: 'draft' }, { number: 1 }])
  })

  it('A-130 A-131 leaves what is published as it was, whatever happens to the channels', async () => {
    const app = await newApp()
    const channel = await newChannel(app.id, 'Um')
    await publish(app.id)
    await data('PATCH', `channels/${channel.id}`, { label: 'Outro' })
    await data('DELETE', `channels/${channel.id}`)
    const [draft, published] = await versionsOf(app.id)
    expect([draft!.channels, published!.channels]).toMatchObject([[], [{ id: channel.id, label: 'Um' }]])
  })
})

describe('publishing', () => {
  it('VER-09 VER-10 VER-11 publishes a version with a comment and takes it back without a word', async () => {
    const refused = await send('POST', 'apps/1/publish', { versionName: 'Sem comentário' })
    expect(refused.body.error?.errors).toEqual([{ field: 'versionComment', message: 'formErrors.required' }])
    const done = await data<App>('POST', 'apps/1/publish', { versionName: 'Quarta', versionComment: 'Novas cores' })
    expect(done).toMatchObject({ id: 1, publishedVersion: 4 })
    expect(await versionsOf(1)).toMatchObject([
      { number: 4, versionName: 'Quarta', versionComment: 'Novas cores', status: 'published' },
      { number: 3, status: 'unpublished' },
      { number: 2, status: 'unpublished' },
      { number: 1, status: 'unpublished' },
    ])
    expect(await data<App>('POST', 'apps/1/unpublish')).toMatchObject({ publishedVersion: null })
    expect(reasonOf(await send('POST', 'apps/1/unpublish'))).toEqual([400, 'BLOCKED', 'resources.apps.notPublished'])
    const unasked = await send('POST', 'apps/1/publish', { versionComment: 'x' }, { as: 'acme-approver' })
    expect(unasked.status).toBe(403)
  })

  it('VER-06 VER-12 A-075 A-129 publishes an unpublished version again, with its comment, and leaves the draft alone', async () => {
    const app = await newApp()
    await publish(app.id, 'Primeira')
    await newChannel(app.id, 'Um')
    await publish(app.id, 'Segunda')
    await data('PATCH', `apps/${app.id}`, { label: 'Em edição' })
    const [draft, second, first] = await versionsOf(app.id)
    const again = await send('POST', `apps/${app.id}/schema/${first!.id}`)
    expect([again.status, again.body.data]).toMatchObject([200, { status: 'published', versionComment: 'Primeira' }])
    expect(await versionsOf(app.id)).toMatchObject([
      { id: draft!.id, status: 'draft', label: 'Em edição', channels: [{ name: 'Um' }] },
      { id: second!.id, status: 'unpublished' },
      { id: first!.id, status: 'published', channels: [] },
    ])
    expect(await data<App>('GET', `apps/${app.id}`)).toMatchObject({ publishedVersion: 1, label: 'Em edição' })
    expect(reasonOf(await send('POST', `apps/${app.id}/schema/${first!.id}`))).toEqual([
      400,
      'BLOCKED',
      'resources.app-versions.notUnpublished',
    ])
    // A version of another app is not found under this one.
    expect((await send('POST', `apps/1/schema/${second!.id}`)).status).toBe(404)
  })

  it('A-129 continues from a version, with the same channels, and takes that back until something is changed', async () => {
    const app = await newApp()
    const group = await newChannel(app.id, 'Grupo', { channelType: 'group' })
    // One provider of the client, and one that is offered to every client.
    const inner = await newChannel(app.id, 'Dentro', { config: { parentId: group.id }, MonitoringProviders: [1, 2] })
    await publish(app.id)
    await data('DELETE', `channels/${inner.id}`)
    await data('DELETE', `channels/${group.id}`)
    const late = await newChannel(app.id, 'Depois')
    await data('PATCH', `apps/${app.id}`, { label: 'Depois' })
    const [, first] = await versionsOf(app.id)

    const continued = await data<AppVersion>('POST', `app-versions/${first!.id}/continue`)
    expect(continued).toMatchObject({ continued: true, status: 'published' })
    expect(await channelsOf(app.id)).toMatchObject([
      { id: group.id, name: 'Grupo', displayOrder: 0 },
      {
        id: inner.id,
        name: 'Dentro',
        displayOrder: 1,
        config: { parentId: group.id },
        MonitoringProviders: [{ id: 1 }, { id: 2 }],
      },
    ])
    expect((await data<App>('GET', `apps/${app.id}`)).label).toBe(null)

    await data('POST', `app-versions/${first!.id}/take-back`)
    expect(await channelsOf(app.id)).toMatchObject([{ id: late.id, name: 'Depois' }])
    expect((await data<App>('GET', `apps/${app.id}`)).label).toBe('Depois')

    await data('POST', `app-versions/${first!.id}/continue`)
    await data('PATCH', `channels/${inner.id}`, { label: 'Mudado' })
    const tooLate = await send('POST', `app-versions/${first!.id}/take-back`)
    expect(reasonOf(tooLate)).toEqual([400, 'BLOCKED', 'resources.app-versions.notContinued'])
  })

  it('PERM-18 is continued only by whoever may collect data, where that would change who collects', async () => {
    const app = await newApp()
    const channel = await newChannel(app.id, 'Coleta', { channelType: 'survey', config: { dataChannel: true } })
    await publish(app.id)
    const [published] = await versionsOf(app.id)
    const go = (as: string) => send('POST', `app-versions/${published!.id}/continue`, {}, { as })
    await data('PATCH', `channels/${channel.id}`, { label: 'Outro' })
    expect((await go('client-manager')).status).toBe(200)
    await data('PATCH', `channels/${channel.id}`, { config: { dataChannel: false } })
    const refused = await go('client-manager')
    expect([refused.status, refused.body.error?.details]).toEqual([
      403,
      { permission: 'channels:update:data-collection' },
    ])
    expect((await channelsOf(app.id))[0]!.config['dataChannel']).toBe(false)
    expect((await go('acme-admin')).status).toBe(200)
  })

  it('A-129 takes several continuations back at once, to what the draft was before the first', async () => {
    const app = await newApp()
    await newChannel(app.id, 'Um')
    await publish(app.id)
    await newChannel(app.id, 'Dois')
    await publish(app.id)
    await newChannel(app.id, 'Trabalho')
    const [, second, first] = await versionsOf(app.id)
    await data('POST', `app-versions/${first!.id}/continue`)
    const twice = await send('POST', `app-versions/${first!.id}/continue`)
    expect(reasonOf(twice)).toEqual([400, 'BLOCKED', 'resources.app-versions.isContinued'])
    await data('POST', `app-versions/${second!.id}/continue`)
    await data('POST', `app-versions/${second!.id}/take-back`)
    expect((await channelsOf(app.id)).map(({ name }) => name)).toEqual(['Um', 'Dois', 'Trabalho'])
  })

  it('A-127 A-129 leaves no draft behind where there was none before', async () => {
    const app = await newApp()
    await publish(app.id)
    const [first] = await versionsOf(app.id)
    await data('POST', `app-versions/${first!.id}/continue`)
    expect((await data<App>('GET', `apps/${app.id}`)).draftId).not.toBe(null)
    await data('POST', `app-versions/${first!.id}/take-back`)
    expect((await data<App>('GET', `apps/${app.id}`)).draftId).toBe(null)
  })

  it('T77 A-131 gives a channel that is there again a version that nobody has seen, and writes its history', async () => {
    const app = await newApp()
    await publish(app.id)
    const late = await newChannel(app.id, 'Depois')
    await data('PATCH', `channels/${late.id}`, { label: 'v2' })
    const [, first] = await versionsOf(app.id)
    await data('POST', `app-versions/${first!.id}/continue`)
    await data('POST', `app-versions/${first!.id}/take-back`)
    for (const version of [1, 2])
      expect((await send('PATCH', `channels/${late.id}`, { label: 'old' }, { version })).status).toBe(409)
    const events = await data<{ verb: string }[]>('GET', `audit-events?noun=channels&recordId=${late.id}`)
    expect(events.map(({ verb }) => verb)).toEqual(['create', 'delete', 'update', 'create'])
  })

  it('A-127 is published only as it was seen, where the request says how that was', async () => {
    const app = await newApp()
    const channel = await newChannel(app.id, 'Um')
    const versionOfDraft = async () => (await versionsOf(app.id)).find(({ status }) => status === 'draft')!.version
    const seen = await versionOfDraft()
    await data('PATCH', `channels/${channel.id}`, { label: 'Outro' })
    const path = `apps/${app.id}/publish`
    const refused = await send('POST', path, { versionComment: 'x', draftVersion: seen })
    expect([refused.status, refused.body.error?.message]).toEqual([409, 'STALE_VERSION'])
    expect((await versionsOf(app.id)).map(({ number }) => number)).toEqual([null])
    const now = await versionOfDraft()
    expect(now).toBeGreaterThan(seen)
    expect((await send('POST', path, { versionComment: 'x', draftVersion: now })).status).toBe(200)
    // Nobody takes the next draft for one that they have seen.
    await data('PATCH', `channels/${channel.id}`, { label: 'Mais um' })
    expect(await versionOfDraft()).toBeGreaterThan(now)
    expect((await send('POST', path, { versionComment: 'x', draftVersion: now })).status).toBe(409)
    expect((await send('POST', path, { versionComment: 'x' })).status).toBe(200)
  })

  it('T75 A-128 makes one version of a draft, whoever publishes it at once', async () => {
    const count = databaseKind === 'postgres' ? 200 : 40
    const app = await newApp()
    await newChannel(app.id, 'Um')
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) => send('POST', `apps/${app.id}/publish`, { versionComment: `race ${n}` })),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    for (const answer of answers)
      if (answer !== done[0]) expect(reasonOf(answer)).toEqual([400, 'BLOCKED', 'resources.apps.nothingNew'])
    expect(await versionsOf(app.id)).toMatchObject([{ number: 1, status: 'published' }])
  })

  it('T75 cannot have two published versions or two drafts even where the code forgets', async () => {
    const insert = (columns: string, values: string) =>
      withServer(world.database, (tx) =>
        sql`insert into app_versions (client_id, app_id, ${sql.raw(columns)}) values (2, 1, ${sql.raw(values)})`.execute(
          tx,
        ),
      )
    await data('PATCH', 'apps/1', { label: 'Em edição' })
    await data('POST', 'apps/1/schema/3').catch(() => null)
    await expect(
      insert('number, version_comment, status, config, channels', `9999, 'x', 'published', '{}', '[]'`),
    ).rejects.toMatchObject({ sqlState: '23505', constraint: 'app_versions_one_published' })
    await expect(insert('status', `'draft'`)).rejects.toMatchObject({
      sqlState: '23505',
      constraint: 'app_versions_one_draft',
    })
    await expect(insert('status', `'published'`)).rejects.toMatchObject({ sqlState: '23514' })
  })

  it('has what happens to versions in the history of the app', async () => {
    const app = await newApp()
    await publish(app.id, 'Primeira')
    await newChannel(app.id, 'Um')
    await publish(app.id, 'Segunda')
    const [, first] = await versionsOf(app.id)
    await data('POST', `apps/${app.id}/schema/${first!.id}`)
    await data('POST', `app-versions/${first!.id}/continue`)
    type Event = { verb: string; changes: object }
    const events = await data<Event[]>('GET', `audit-events?noun=apps&recordId=${app.id}`)
    expect(events.map(({ verb, changes }) => ({ verb, changes }))).toMatchObject([
      { verb: 'update', changes: { channelsOrder: { before: 'Um', after: '' } } },
      { verb: 'publish', changes: { publishedVersion: { before: 2, after: 1 } } },
      { verb: 'publish', changes: { publishedVersion: { before: 1, after: 2 } } },
      { verb: 'publish', changes: { publishedVersion: { before: null, after: 1 } } },
      { verb: 'create' },
    ])
  })
})

describe('a reorder', () => {
  const order = (channels: readonly { id: number }[]) => ({
    channelsOrder: channels.map(({ id }, displayOrder) => ({ id, displayOrder })),
  })

  it('CHAN-10 CHAN-23 API-19 A-092 A-138 gives all channels their positions, and tells the new version of the app', async () => {
    const app = await newApp()
    const made = []
    for (const name of ['A', 'B', 'C', 'D']) made.push(await newChannel(app.id, name))
    await data('DELETE', `channels/${made[1]!.id}`)
    const wanted = [made[3]!, made[0]!, made[2]!]
    const { version } = await data<App>('GET', `apps/${app.id}`)
    const { schemaId } = made[0]!
    const { status, body, headers } = await send(
      'PATCH',
      'channels/rearrange',
      { channelsOrder: order(wanted).channelsOrder.map((one) => ({ ...one, schemaId })), clientId: 2 },
      { version },
    )
    expect([status, body.data, headers['etag']]).toEqual([
      200,
      {
        appId: app.id,
        version: version + 1,
        channelsOrder: wanted.map(({ id }, displayOrder) => ({ id, schemaId, displayOrder })),
      },
      `"${version + 1}"`,
    ])
    expect((await channelsOf(app.id)).map(({ name, displayOrder }) => [name, displayOrder])).toEqual([
      ['D', 0],
      ['A', 1],
      ['C', 2],
    ])
    const [event] = await data<{ changes: object }[]>('GET', `audit-events?noun=apps&recordId=${app.id}&limit=1`)
    expect(event!.changes).toEqual({ channelsOrder: { before: 'A, C, D', after: 'D, A, C' } })
  })

  it('A-138 answers the present order where the list or the app is another', async () => {
    const app = await newApp()
    const [one, two] = [await newChannel(app.id, 'Um'), await newChannel(app.id, 'Dois')]
    const three = await newChannel(app.id, 'Três')
    const present = [one, two, three].map(({ id }, displayOrder) => ({ id, displayOrder, schemaId: app.draftId }))
    const { version } = await data<App>('GET', `apps/${app.id}`)
    const stale = async (body: object, ifMatch?: number) => {
      const answer = await send('PATCH', 'channels/rearrange', body, ifMatch === undefined ? {} : { version: ifMatch })
      expect([answer.status, answer.body.error?.message]).toEqual([409, 'STALE_VERSION'])
      expect(answer.body.error?.details?.['current']).toEqual({ appId: app.id, version, channelsOrder: present })
    }
    await stale(order([two, one]))
    await stale(order([one, two, three, three]))
    await stale({ channelsOrder: [one, two, three].map(({ id }) => ({ id, displayOrder: 0 })) })
    await stale({ channelsOrder: [one, two, three].map(({ id }, at) => ({ id, displayOrder: at + 1 })) })
    await stale(order([one, two, (await channelsOf(1))[0]!]))
    await stale(order([three, two, one]), version + 1)
    // Whichever channel is named first, the app is that of one that is there.
    await stale(order([{ id: 2_000_000_000 }, two, one]))
    await stale(order([{ id: 401 }, two, one]))
    expect((await channelsOf(app.id)).map(({ id }) => id)).toEqual([one.id, two.id, three.id])
  })

  it('T57 takes no more channels into an app than a reorder can name', async () => {
    const app = await newApp()
    await withServer(world.database, (tx) =>
      sql`insert into channels (client_id, app_id, name, channel_type, display_order, config)
        select 2, ${app.id}, 'Sala ' || n, 'group', n, '{"parentId": null}' from generate_series(0, 998) n`.execute(tx),
    )
    expect((await newChannel(app.id, 'A milésima')).displayOrder).toBe(999)
    const { status, body } = await send('POST', 'channels', { name: 'Demais', appId: app.id, clientId: 2 })
    expect([status, body.error?.errors?.[0]]).toMatchObject([
      400,
      { field: 'appId', message: 'resources.channels.tooMany' },
    ])
  })

  it('T57 refuses a body that is none, a foreign version, a foreign channel and whoever may not', async () => {
    const [first] = await channelsOf(1)
    const refused = async (body: object, as = 'acme-admin'): Promise<unknown> => {
      const answer = await send('PATCH', 'channels/rearrange', body, { as })
      return [answer.status, answer.body.error?.errors?.map(({ field }) => field)]
    }
    expect(await refused({})).toEqual([400, ['channelsOrder']])
    expect(await refused({ channelsOrder: [] })).toEqual([400, ['channelsOrder']])
    expect(await refused({ channelsOrder: [{ id: 1 }] })).toEqual([400, ['channelsOrder.0.displayOrder']])
    const foreign = order(await channelsOf(1)).channelsOrder.map((one) => ({ ...one, schemaId: 6 }))
    expect(await refused({ channelsOrder: foreign })).toEqual([
      400,
      foreign.map((_, at) => `channelsOrder.${at}.schemaId`),
    ])
    expect(await refused({ ...order([first!]), clientId: 3 })).toEqual([400, ['clientId']])
    expect(await refused(order([{ id: 401 }]))).toEqual([404, undefined])
    expect(await refused(order([first!]), 'acme-approver')).toEqual([403, undefined])
  })
})

describe('lists', () => {
  it('A-158 APP-17 have the theme, the label and the counts of channels where they are asked for', async () => {
    const [plain] = await data<App[]>('GET', 'apps?ids=1&withSchema=false')
    expect(Object.keys(plain!)).not.toEqual(expect.arrayContaining(['config']))
    const [listed] = await data<App[]>('GET', 'apps?clientId=2&limit=1')
    for (const name of ['config', 'label', 'Channels']) expect(listed).not.toHaveProperty(name)
    const [whole] = await data<App[]>('GET', 'apps?clientId=2&limit=1&withSchema=true')
    expect(whole).toMatchObject({ id: 1, config: { themeName: 'tocsin' }, Channels: { total: 14, primary: 2 } })
    expect(await data('GET', 'apps/1')).toMatchObject({ Channels: { total: 14, primary: 2 } })
    const [version] = await data<AppVersion[]>('GET', 'apps/1/schemas')
    for (const name of ['config', 'label', 'channels']) expect(version).not.toHaveProperty(name)
  })

  it('VER-02 T57 shows versions to who may see apps, of their own clients alone', async () => {
    expect((await send('GET', 'apps/3/schemas')).status).toBe(404)
    expect((await send('GET', 'apps/1/schemas?appId=3')).body.error?.message).toBe('UNKNOWN_PARAMETER')
    expect((await send('GET', 'app-versions/6')).status).toBe(404)
    expect((await send('GET', 'app-versions?appId=3')).body).toMatchObject({ data: [], total: 0 })
    expect((await send('GET', 'apps/3/schemas', undefined, { as: 'borealis-admin' })).body.total).toBe(4)
    expect((await send('GET', 'apps/1/schemas', undefined, { as: 'guest' })).status).toBe(403)
  })
})
