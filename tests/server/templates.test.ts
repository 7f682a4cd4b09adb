import { encodeMultipart } from '@tocsin/core/api/multipart'
import { templates } from '@tocsin/core/resources/templates/index'
import type { App } from '@tocsin/core/resources/apps/types'
import type { Channel } from '@tocsin/core/resources/channels/types'
import type { Template } from '@tocsin/core/resources/templates/types'
import { ROLES } from '@tocsin/core/vocabulary/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../server/auth/sweep'
import { withServer } from '../../server/context/actor'
import { withScope, type Scope } from '../../server/db/scope'
import { pdf, png } from '../images'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { startWorld, type Reply, type TestWorld } from '../world'

const DAY = 24 * 3_600_000
let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const bearers = new Map<string, string>()
/** Returns the token of an account that signed in at this moment of the world: older ones expire. */
async function bearerOf(username: string): Promise<string> {
  const key = `${username} ${world.clock.now}`
  if (!bearers.has(key)) {
    const { body } = await world.call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })
    bearers.set(key, (body.data as { token: string }).token)
  }
  return bearers.get(key)!
}

type As = { as?: string; token?: string }

async function send(method: string, path: string, body?: object, { as = 'acme-admin', token }: As = {}) {
  const headers: Record<string, string> = token === undefined ? {} : { 'template-token': token }
  return world.call(await bearerOf(as), method, path, body, headers)
}
async function data<T>(method: string, path: string, body?: object, given: As = {}): Promise<T> {
  const answer = await send(method, path, body, given)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer.body.data
}
/** Sends a record with a file. */
async function upload<T>(
  method: 'POST' | 'PATCH',
  path: string,
  record: object,
  as: string,
  bytes: Uint8Array,
): Promise<T> {
  const file = { name: 'x', type: '', bytes }
  const { contentType, body } = encodeMultipart({ ...record }, { [as]: file }, 'x')
  const answer = await world.app.inject({
    method,
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${await bearerOf('acme-admin')}`, 'content-type': contentType },
    payload: Buffer.from(body),
  })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<{ data: T }>().data
}
const problems = ({ status, body }: Reply) => [
  status,
  ...(body.error?.errors ?? []).map(({ field, message }) => `${field} ${message}`),
]

const DRAFT = { name: 'Modelo', description: 'Tudo', appId: 1, clientId: 2 }
const newTemplate = (rest: object = {}, given: As = {}) =>
  data<Template>('POST', 'apps/templates', { ...DRAFT, ...rest }, given)
const listed = (query: string, as: string) => data<Template[]>('GET', `apps/templates?${query}`, undefined, { as })
const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name)
const channelsOf = (appId: number, as = 'acme-admin') =>
  data<Channel[]>('GET', `channels?appId=${appId}&limit=1000`, undefined, { as })

describe('a template', () => {
  it('TPL-11 ENT-TPL-01 A-076 keeps what its app has now, or what a version had', async () => {
    const tags = 'escola,  rede municipal, escola,'
    const made = await newTemplate({ tags, visibility: 'client' })
    expect(made).toMatchObject({
      name: 'Modelo',
      description: 'Tudo',
      tags: ['escola', 'rede municipal'],
      visibility: 'client',
      appId: 1,
      appSchemaId: null,
      clientId: 2,
      user: { name: 'Ana Acme' },
      label: 'Alerta',
      config: { backgroundColor: '#007DD8' },
    })
    expect(namesOf(made.channels)).toEqual(namesOf(await channelsOf(1)))
    const earlier = await newTemplate({ appSchemaId: 2, visibility: 'client' })
    expect(earlier).toMatchObject({ appSchemaId: 2, config: { backgroundColor: '#005EA2' } })
    expect(earlier.channels).toHaveLength(4)
    // The draft is what the app has now.
    const draft = await newTemplate({ appSchemaId: 4, visibility: 'client' })
    expect(draft.channels).toEqual(made.channels)
  })

  it('TPL-08 ENT-TPL-03 CONST-30 needs a name and a description, is public unless told otherwise, and may have no tags', async () => {
    expect(problems(await send('POST', 'apps/templates', { appId: 1, clientId: 2 }))).toEqual([
      400,
      'name formErrors.required',
      'description formErrors.required',
    ])
    expect(await newTemplate()).toMatchObject({ visibility: 'public', tags: [] })
    const own = await newTemplate({ visibility: 'client' })
    for (const [change, problem] of [
      [{ name: '' }, 'name formErrors.required'],
      [{ description: ' ' }, 'description formErrors.required'],
      [{ visibility: null }, 'visibility formErrors.required'],
      [{ visibility: 'everybody' }, 'visibility formErrors.oneOf'],
    ] as const)
      expect(problems(await send('PATCH', `apps/templates/${own.id}`, change))).toEqual([400, problem])
    expect(problems(await send('POST', 'apps/templates', { ...DRAFT, visibility: 'everybody' }))[1]).toContain(
      'visibility',
    )
  })

  it('ENT-TPL-02 makes a list of tags between commas, and refuses one that could not be told from several', async () => {
    for (const [given, tags] of [
      ['a, b ,,c', ['a', 'b', 'c']],
      [
        ['a', ' b '],
        ['a', 'b'],
      ],
      ['', []],
      [null, []],
    ] as const)
      expect((await newTemplate({ tags: given, visibility: 'client' })).tags).toEqual(tags)
    expect(problems(await send('POST', 'apps/templates', { ...DRAFT, tags: ['a,b'] }))).toEqual([
      400,
      'tags formErrors.comma',
    ])
    expect((await send('POST', 'apps/templates', { ...DRAFT, tags: ['x'.repeat(51)] })).status).toBe(400)
    expect((await send('POST', 'apps/templates', { ...DRAFT, tags: 7 })).status).toBe(400)
  })

  it('A-076 refuses a version of another app, and an app of another client', async () => {
    expect(problems(await send('POST', 'apps/templates', { ...DRAFT, appId: 2, appSchemaId: 1 }))).toEqual([
      400,
      'appSchemaId resources.templates.otherApp',
    ])
    expect(problems(await send('POST', 'apps/templates', { ...DRAFT, appId: 3 }))).toEqual([
      400,
      'appId formErrors.notFound',
    ])
    // Nor do staff put the app of one client into a template of another.
    expect(problems(await send('POST', 'apps/templates', { ...DRAFT, appId: 3 }, { as: 'root' }))).toEqual([
      400,
      'appId formErrors.notFound',
    ])
  })

  it('A-151 leaves off what lets a page act as the person, which its client alone trusts', async () => {
    const app = await data<App>('POST', 'apps', { name: 'Bolha', projectId: 5, clientId: 2 })
    const trusted = {
      useWebclientAuth: true,
      useWebclientAuthRefresh: true,
      useNewWebclientApi: true,
      usePassport: true,
    }
    const config = { url: 'https://example.org/x', notifyOpened: true, ...trusted }
    await data('POST', 'channels', { name: 'Chat', channelType: 'bubble', appId: app.id, clientId: 2, config })
    const { channels } = await newTemplate({ appId: app.id })
    expect(channels[0]!.config).toMatchObject({
      url: 'https://example.org/x',
      notifyOpened: true,
      ...Object.fromEntries(Object.keys(trusted).map((name) => [name, false])),
    })
  })

  it('refuses more contents than every client should read', async () => {
    const app = await data<App>('POST', 'apps', { name: 'Enorme', projectId: 5, clientId: 2 })
    const fields = Array.from({ length: 300 }, (_, at) => ({ name: `f${at}`, type: 'text', title: 'x'.repeat(250) }))
    for (let at = 0; at < 15; at++)
      await data('POST', 'channels', { name: `${at}`, appId: app.id, clientId: 2, config: { schema: { fields } } })
    expect(problems(await send('POST', 'apps/templates', { ...DRAFT, appId: app.id }))).toEqual([
      400,
      'appId resources.templates.tooLarge',
    ])
  })

  it('T75 is made of an app that is there, or of none, while the app is being deleted', async () => {
    for (let at = 0; at < 6; at++) {
      const app = await data<App>('POST', 'apps', { name: 'Corrida', projectId: 5, clientId: 2 })
      await data('POST', 'channels', { name: 'Um', appId: app.id, clientId: 2 })
      const [made] = await Promise.all([
        send('POST', 'apps/templates', { ...DRAFT, appId: app.id, visibility: 'client' }),
        send('DELETE', `apps/${app.id}`),
      ])
      if (made.status === 201) expect((made.body.data as Template).channels).toHaveLength(1)
      else expect(problems(made)).toEqual([400, 'appId formErrors.notFound'])
    }
  })

  it('A-151 outlives its app', async () => {
    const app = await data<App>('POST', 'apps', { name: 'Curto', projectId: 5, clientId: 2 })
    await data('POST', 'channels', { name: 'Um', appId: app.id, clientId: 2 })
    const { id } = await newTemplate({ appId: app.id, visibility: 'client' })
    await data('DELETE', `apps/${app.id}`)
    const after = await data<Template>('GET', `apps/templates/${id}`)
    expect(namesOf(after.channels)).toEqual(['Um'])
    // It can still be renamed, though its app is gone.
    await data('PATCH', `apps/templates/${id}`, { name: 'Sem app' })
    const made = await data<App>('POST', 'apps', { name: 'De novo', projectId: 5, clientId: 2, appTemplateId: id })
    expect(namesOf(await channelsOf(made.id))).toEqual(['Um'])
  })

  it('TPL-10 names the choices of its visibility in the language of the reader', async () => {
    const choices = async (locale: string) =>
      (
        await world.call(await bearerOf('acme-admin'), 'GET', 'apps/templates/params/visibility', undefined, {
          locale,
        })
      ).body.data
    expect(await choices('en-US')).toEqual([
      { id: 'public', name: 'Public' },
      { id: 'client', name: 'Client' },
    ])
    expect(await choices('pt-BR')).toEqual([
      { id: 'public', name: 'Público' },
      { id: 'client', name: 'Cliente' },
    ])
  })
})

describe('a list of templates', () => {
  it('TPL-09 has those of a client by the id of the client, or of one’s own', async () => {
    const withoutClient = await send('GET', 'apps/templates?visibility=client', undefined, { as: 'root' })
    expect([withoutClient.status, withoutClient.body.error?.details]).toEqual([400, { parameter: 'clientId' }])
    expect((await send('GET', 'apps/templates?visibility=client,client', undefined, { as: 'root' })).status).toBe(400)
    expect(namesOf(await listed('visibility=client&clientId=3', 'root'))).toEqual(['Posto de saúde'])
    expect(namesOf(await listed('visibility=client', 'borealis-admin'))).toEqual(['Posto de saúde'])
    expect(await listed('visibility=client&clientId=2', 'borealis-admin')).toEqual([])
  })

  it('TPL-04 has the newest first, and the oldest on request', async () => {
    const newest = namesOf(await listed('visibility=public&q=e', 'borealis-admin'))
    expect(newest.indexOf('Defesa civil no bairro')).toBeLessThan(newest.indexOf('Escola municipal'))
    const oldest = namesOf(await listed('visibility=public&q=e&order=createdAt ASC', 'borealis-admin'))
    expect(oldest[0]).toBe('Escola municipal')
  })

  it('TPL-02 finds by name, text and tag, also among public ones of others', async () => {
    for (const q of ['[', '"', '","']) expect(await listed(`q=${encodeURIComponent(q)}`, 'borealis-admin')).toEqual([])
    for (const q of ['municipal', 'telefones úteis', 'rede mun'])
      expect(namesOf(await listed(`q=${encodeURIComponent(q)}`, 'borealis-admin'))).toContain('Escola municipal')
    // A word of its channels finds none.
    expect(await listed('q=dire%C3%A7%C3%A3o', 'borealis-admin')).toEqual([])
  })

  it('has the contents only on request', async () => {
    const [plain] = await listed('limit=1', 'borealis-admin')
    expect(plain).not.toHaveProperty('channels')
    const [whole] = await listed('limit=1&withSchema=true', 'borealis-admin')
    expect(whole!.channels.length).toBeGreaterThan(0)
  })
})

describe('what a public template tells', () => {
  it('T81 A-151 tells another client nothing of its tenant: a canary in every secret place of Acme', async () => {
    const app = await data<App>('POST', 'apps', { name: 'KNARY app', projectId: 5, clientId: 2, description: 'KNARY' })
    const channel = (rest: object) => data<Channel>('POST', 'channels', { appId: app.id, clientId: 2, ...rest })
    await channel({
      name: 'Alerta',
      tag: 'KNARY',
      MonitoringProviders: [1, 2],
      config: {
        visibilityQuery: { combinator: 'and', rules: [{ field: 'role', operator: 'equals', value: 'KNARY' }] },
        sendNowTitle: 'Agora',
        sendNowText: 'Já',
        schema: { fields: [{ name: 'feridos', type: 'text', title: 'Feridos?', tag: 'KNARY' }] },
      },
    })
    await channel({ name: 'Chat', channelType: 'intercom', tag: 'KNARY', config: { applicationId: 'KNARY' } })
    await withServer(world.database, (tx) =>
      sql`update channels set config = config || '{"androidSdkKey":"KNARY","iosSdkKey":"KNARY","intercomMode":"messenger"}'
        where app_id = ${app.id} and channel_type = 'intercom'`.execute(tx),
    )
    const made = await newTemplate({ appId: app.id })
    const { channelType, config } = made.channels[1]!
    expect([channelType, config['applicationId'], config['idaplication'], config['iosSdkKey']]).toEqual([
      'intercom',
      undefined,
      undefined,
      undefined,
    ])
    const seen = await send('GET', `apps/templates/${made.id}`, undefined, { as: 'borealis-admin' })
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain('KNARY')
    expect(seen.body.data).toMatchObject({ clientId: null, appId: null, appSchemaId: null, user: null })
    const [told] = (seen.body.data as Template).channels
    expect(told).toMatchObject({
      tag: null,
      MonitoringProviders: [],
      config: { sendNowTitle: 'Agora', schema: { fields: [{ title: 'Feridos?' }] } },
    })
    expect(Object.keys(told!.config)).not.toContain('visibilityQuery')
    const all = await send('GET', 'apps/templates?withSchema=true', undefined, { as: 'borealis-admin' })
    expect(all.text).not.toContain('KNARY')
    expect((all.body.data as Template[]).map(({ clientId }) => clientId)).not.toContain(2)
    for (const q of ['KNARY', 'Ana Acme'])
      expect(await listed(`q=${encodeURIComponent(q)}`, 'borealis-admin')).toEqual([])
    const used = await data<App>(
      'POST',
      'apps',
      { name: 'Nosso', projectId: 4, clientId: 4, appTemplateId: made.id },
      { as: 'vazia-admin' },
    )
    const whole = await send('GET', `channels?appId=${used.id}`, undefined, { as: 'vazia-admin' })
    expect(whole.text).not.toContain('KNARY')
  })

  it('T81 is fenced by the database as well: a client reads public templates, and changes none of another', async () => {
    const scope: Scope = { kind: 'clients', clientIds: [3], siteId: null, providerId: null, userId: 9 }
    const seen = await withScope(
      world.database,
      scope,
      async (tx) => (await sql<{ id: number }>`select id from templates where id <= 5 order by id`.execute(tx)).rows,
    )
    expect(seen.map(({ id }) => id)).toEqual([1, 3, 4, 5])
    const changed = await withScope(world.database, scope, (tx) =>
      sql`update templates set name = 'x' where id in (1, 2) returning id`.execute(tx),
    )
    expect(changed.rows).toEqual([])
    const none = await withScope(
      world.database,
      { ...scope, clientIds: [] },
      async (tx) => (await sql`select id from templates`.execute(tx)).rows,
    )
    expect(none).toEqual([])
  })

  it('T81 may not be changed or deleted by another client', async () => {
    const { id } = await newTemplate()
    for (const [method, body] of [
      ['PATCH', { name: 'Meu' }],
      ['DELETE', undefined],
    ] as const)
      expect((await send(method, `apps/templates/${id}`, body, { as: 'borealis-admin' })).status).toBe(403)
    expect((await send('DELETE', 'apps/templates/2', undefined, { as: 'borealis-admin' })).status).toBe(404)
  })

  it('A-151 asks users of clients before everybody sees it, and staff not', () => {
    const asks = (userType: string, visibility: string, before: object | null = null) =>
      templates.confirms?.({ visibility }, before as never, { userType, role: 'admin', permissions: [] })?.key
    expect(asks('client', 'public')).toBe('resources.templates.everybodySees')
    expect(asks('client', 'public', { visibility: 'client' })).toBe('resources.templates.everybodySees')
    expect(asks('client', 'public', { visibility: 'public' })).toBeUndefined()
    expect(asks('client', 'client')).toBeUndefined()
    expect(asks('tocsin', 'public')).toBeUndefined()
  })
})

describe('an app from a template', () => {
  it('APP-19 TPL-06 has its look, its channels in their groups, and its own name on phones', async () => {
    const body = { name: 'Novo', projectId: 4, clientId: 4, description: 'x', appTemplateId: 1, nickname: 'Alô' }
    const app = await data<App>('POST', 'apps', body, { as: 'vazia-admin' })
    expect(app).toMatchObject({
      name: 'Novo',
      label: 'Alerta',
      clientId: 4,
      config: { nickname: 'Alô', backgroundColor: '#007DD8' },
      publishedVersion: null,
      Channels: { total: 14, primary: 2 },
    })
    expect(app.draftId).not.toBeNull()
    const made = await channelsOf(app.id, 'vazia-admin')
    expect(made.map(({ displayOrder }) => displayOrder)).toEqual(made.map((_, at) => at))
    const byId = new Map(made.map((channel) => [channel.id, channel]))
    const groupOf = (name: string) => byId.get(made.find((one) => one.name === name)!.config.parentId ?? 0)?.name
    expect([groupOf('Polícia'), groupOf('Urgências'), groupOf('Plantão'), groupOf('Avisos')]).toEqual([
      'Telefones',
      'Telefones',
      'Urgências',
      undefined,
    ])
    expect(made.every(({ clientId, version }) => clientId === 4 && version === 1)).toBe(true)
    // The history tells of each channel.
    const events = await data<{ noun: string; verb: string }[]>(
      'GET',
      `audit-events?noun=channels&recordId=${made[0]!.id}`,
      undefined,
      { as: 'vazia-admin' },
    )
    expect(events.map(({ verb }) => verb)).toEqual(['create'])
    // It can be published once its chat has a key of its own.
    const chat = made.find(({ channelType }) => channelType === 'intercom')!
    await data('PATCH', `channels/${chat.id}`, { config: { applicationId: 'a' } }, { as: 'vazia-admin' })
    await data('POST', `apps/${app.id}/publish`, { versionComment: 'Primeira' }, { as: 'vazia-admin' })
  })

  it('APP-19 has the look that is given, and of the rest that of its template', async () => {
    const body = { name: 'Outro', projectId: 5, clientId: 2, appTemplateId: 4, config: { textColor: '#111111' } }
    expect(await data<App>('POST', 'apps', body)).toMatchObject({
      label: 'Paço Seguro',
      config: { textColor: '#111111', headerColor: '#3B3E8F', backgroundColor: '#F4F5FB' },
      Channels: { total: 6 },
    })
    const named = await data<App>('POST', 'apps', { ...body, label: 'Meu' })
    expect(named.label).toBe('Meu')
    // The history says what it was made of.
    const [event] = await data<{ changes: Record<string, unknown> }[]>(
      'GET',
      `audit-events?noun=apps&recordId=${named.id}&limit=1`,
    )
    expect(event!.changes['appTemplateId']).toEqual({ before: null, after: 4 })
  })

  it('refuses a template that one does not see, and input of another kind', async () => {
    const app = { name: 'Novo', projectId: 4, clientId: 4 }
    for (const id of [2, 9999])
      expect(problems(await send('POST', 'apps', { ...app, appTemplateId: id }, { as: 'vazia-admin' }))).toEqual([
        400,
        'appTemplateId formErrors.notFound',
      ])
    expect(problems(await send('POST', 'apps', { ...app, appTemplateId: 'x' }, { as: 'vazia-admin' }))).toEqual([
      400,
      'appTemplateId formErrors.ref',
    ])
    const own = await data<App>('POST', 'apps', app, { as: 'vazia-admin' })
    // A change of an app has no template.
    expect((await send('PATCH', `apps/${own.id}`, { appTemplateId: 1 }, { as: 'vazia-admin' })).status).toBe(400)
  })

  it('PERM-19 needs apps:create: channels:update alone creates an app, and not from a template', async () => {
    const roles = ROLES['client'] as Record<string, readonly string[]>
    roles['maker'] = ['apps:view', 'projects:view', 'channels:view', 'channels:update']
    const give = (role: string) =>
      withServer(world.database, (tx) =>
        sql`update users set role = ${role} where username = 'vazia-admin'`.execute(tx),
      )
    await give('maker')
    try {
      const app = { name: 'Sem modelo', projectId: 4, clientId: 4 }
      expect((await send('POST', 'apps', app, { as: 'vazia-admin' })).status).toBe(201)
      const refused = await send('POST', 'apps', { ...app, appTemplateId: 1 }, { as: 'vazia-admin' })
      expect([refused.status, refused.body.error?.details]).toEqual([403, { permission: 'apps:create' }])
    } finally {
      delete roles['maker']
      await give('admin')
    }
  })

  it.each([
    ['apps:view', 200, 403, 403],
    ['apps:update', 403, 200, 403],
    ['apps:create', 403, 403, 201],
  ] as const)('PERM-29 %s opens its part of apps and templates', async (permission, views, updates, creates) => {
    const roles = ROLES['client'] as Record<string, readonly string[]>
    const own = await newTemplate({ visibility: 'client' })
    const give = (role: string) =>
      withServer(world.database, (tx) =>
        sql`update users set role = ${role} where username = 'acme-approver'`.execute(tx),
      )
    roles['one'] = [permission, 'projects:view']
    await give('one')
    const tried = async (method: string, path: string, body?: object) =>
      (await send(method, path, body, { as: 'acme-approver' })).status
    try {
      expect([await tried('GET', 'apps'), await tried('GET', 'apps/templates')]).toEqual([views, views])
      expect(await tried('PATCH', `apps/templates/${own.id}`, { tags: permission })).toBe(updates)
      expect(await tried('PATCH', 'apps/2', { description: permission })).toBe(updates)
      const draft = { ...DRAFT, visibility: 'client' }
      expect(await tried('POST', 'apps/templates', draft)).toBe(creates)
      expect(await tried('POST', 'apps', { name: permission, projectId: 5, clientId: 2 })).toBe(creates)
    } finally {
      delete roles['one']
      await give('approver')
    }
  })

  it('A-151 leaves out a key that its kind needs: the rest can be changed, and publishing waits for the key', async () => {
    const app = await data<App>('POST', 'apps', { name: 'Com chat', projectId: 5, clientId: 2 })
    const chat = { name: 'Chat', channelType: 'intercom', appId: app.id, clientId: 2 }
    await data('POST', 'channels', { ...chat, config: { applicationId: 'a' } })
    const { id: appTemplateId } = await newTemplate({ appId: app.id })
    const made = await data<App>('POST', 'apps', { name: 'Do modelo', projectId: 5, clientId: 2, appTemplateId })
    const [channel] = await channelsOf(made.id)
    const change = (body: object) => send('PATCH', `channels/${channel!.id}`, body)
    expect((await change({ label: 'Fale com a gente', MonitoringProviders: [2] })).status).toBe(200)
    expect((await change({ config: { icon: 'bolt' } })).status).toBe(200)
    expect(problems(await change({ config: { applicationId: '' } }))).toEqual([
      400,
      'config.applicationId formErrors.required',
    ])
    const publish = () => send('POST', `apps/${made.id}/publish`, { versionComment: 'x' })
    const refused = await publish()
    expect([refused.status, refused.body.error?.details]).toEqual([
      400,
      { reason: 'resources.apps.incomplete', channel: 'Chat' },
    ])
    expect((await change({ config: { applicationId: 'b' } })).status).toBe(200)
    expect(problems(await change({ config: { applicationId: null } }))).toEqual([
      400,
      'config.applicationId formErrors.required',
    ])
    expect((await publish()).status).toBe(200)
  })

  it('PERM-18 leaves off the collection of data for whoever may not switch it on', async () => {
    const app = await data<App>('POST', 'apps', { name: 'Coleta', projectId: 5, clientId: 2 })
    await data('POST', 'channels', { name: 'Dados', appId: app.id, clientId: 2, config: { dataChannel: true } })
    const { id } = await newTemplate({ appId: app.id })
    const optionOf = async (as: string, projectId: number, clientId: number) => {
      const made = await data<App>(
        'POST',
        'apps',
        { name: 'De modelo', projectId, clientId, appTemplateId: id },
        { as },
      )
      return (await channelsOf(made.id, as))[0]!.config['dataChannel']
    }
    expect(await optionOf('acme-admin', 5, 2)).toBe(true)
    expect(await optionOf('client-manager', 5, 2)).toBe(false)
  })
})

describe('files', () => {
  const copied = (address: string) => world.app.inject({ method: 'GET', url: address })

  it('A-151 T85 of a template are copies at addresses of their own, and an app from it has copies again', async () => {
    const app = await data<App>('POST', 'apps', { name: 'Com arquivos', projectId: 5, clientId: 2 })
    const { config } = await upload<App>('PATCH', `apps/${app.id}`, {}, 'banner', png(3, 3))
    const document = await upload<Channel>(
      'POST',
      'channels',
      { name: 'Manual', channelType: 'pdf', appId: app.id, clientId: 2 },
      'pdfFile',
      pdf('do manual'),
    )
    const made = await newTemplate({ appId: app.id })
    const [banner, manual] = [made.config.banner.url!, made.channels[0]!.config['url'] as string]
    expect([banner, manual]).not.toContain(config.banner.url)
    expect(manual).not.toBe(document.config['url'])
    expect((await copied(banner)).rawPayload).toEqual(png(3, 3))
    const used = await data<App>(
      'POST',
      'apps',
      { name: 'Usado', projectId: 4, clientId: 4, appTemplateId: made.id },
      { as: 'vazia-admin' },
    )
    const [theirs] = await channelsOf(used.id, 'vazia-admin')
    const addresses = [used.config.banner.url!, theirs!.config['url'] as string]
    expect(addresses).not.toContain(banner)
    expect(addresses).not.toContain(manual)
    // The app and the template go; the files of each stay with those that name them.
    await data('DELETE', `apps/${app.id}`)
    await sweep(world.parts)
    world.clock.now += DAY + 1
    await sweep(world.parts)
    expect((await copied(config.banner.url!)).statusCode).toBe(404)
    expect((await copied(manual)).statusCode).toBe(200)
    expect((await copied(addresses[1]!)).rawPayload).toEqual(pdf('do manual'))
    const { rows } = await withServer(world.database, (tx) =>
      sql<{
        client: number
      }>`select client_id as client from files where '/api/files/' || name = any (${addresses}::text[])`.execute(tx),
    )
    expect(rows).toEqual([{ client: 4 }, { client: 4 }])
  })

  it('A-137 of a channel that is pasted into an app of another client are copied, and within a client are shared', async () => {
    const original = await upload<Channel>(
      'POST',
      'channels',
      { name: 'Guia', channelType: 'pdf', appId: 1, clientId: 2 },
      'pdfFile',
      pdf('do guia'),
    )
    const url = original.config['url'] as string
    const own = await data<App>('POST', 'apps', { name: 'Nosso', projectId: 4, clientId: 4 }, { as: 'vazia-admin' })
    const paste = (as: string, appId: number, clientId: number) =>
      data<Channel>('POST', 'channels', { name: 'Cópia', channelType: 'pdf', appId, clientId, config: { url } }, { as })
    expect((await paste('acme-admin', 2, 2)).config['url']).toBe(url)
    const theirs = (await paste('vazia-admin', own.id, 4)).config['url'] as string
    expect(theirs).not.toBe(url)
    expect((await copied(theirs)).rawPayload).toEqual(pdf('do guia'))
    // Saved again, the copy stays what it is.
    const { rows } = await withServer(world.database, (tx) =>
      sql<{ n: number }>`select count(*)::int as n from files where client_id = 4`.execute(tx),
    )
    const again = await data<Channel>(
      'PATCH',
      `channels/${(await channelsOf(own.id, 'vazia-admin')).at(-1)!.id}`,
      { config: { url: theirs } },
      { as: 'vazia-admin' },
    )
    expect(again.config['url']).toBe(theirs)
    const { rows: after } = await withServer(world.database, (tx) =>
      sql<{ n: number }>`select count(*)::int as n from files where client_id = 4`.execute(tx),
    )
    expect(after).toEqual(rows)
    // The file of a copied channel may be gone since.
    const gone = {
      name: 'x',
      channelType: 'pdf',
      appId: 1,
      clientId: 2,
      config: { url: `/api/files/${'x'.repeat(32)}` },
    }
    expect(problems(await send('POST', 'channels', gone))).toEqual([400, 'config.url formErrors.noFile'])
  })

  it('A-151 T85 are copied once for a client, however often they are named', async () => {
    const { id } = await data<App>('POST', 'apps', { name: 'Banner', projectId: 5, clientId: 2 })
    const { config } = await upload<App>('PATCH', `apps/${id}`, {}, 'banner', png(5, 5))
    const theirs = await data<App>('POST', 'apps', { name: 'Nosso', projectId: 4, clientId: 4 }, { as: 'vazia-admin' })
    const addresses = new Set<unknown>()
    for (let at = 0; at < 3; at++) {
      const path = `apps/${theirs.id}`
      await data('PATCH', path, { config: { banner: { url: null } } }, { as: 'vazia-admin' })
      const { config: now } = await data<App>(
        'PATCH',
        path,
        { config: { banner: config.banner } },
        { as: 'vazia-admin' },
      )
      addresses.add(now.banner.url)
    }
    expect(addresses.size).toBe(1)
  })

  it('T86 of a template are at most 32 MB together', async () => {
    const app = await data<App>('POST', 'apps', { name: 'Pesado', projectId: 5, clientId: 2 })
    const big = Buffer.concat([pdf(), Buffer.alloc(7 * 2 ** 20, 32)])
    for (let at = 0; at < 5; at++)
      await upload(
        'POST',
        'channels',
        { name: `Manual ${at}`, channelType: 'pdf', appId: app.id, clientId: 2 },
        'pdfFile',
        big,
      )
    const refused = await send('POST', 'apps/templates', { ...DRAFT, appId: app.id })
    expect(problems(refused)).toEqual([400, 'appId formErrors.filesTooLarge'])
  })
})

describe('a shared link', () => {
  const shareOf = (id: number, as = 'acme-admin') =>
    data<{ token: string }>('GET', `apps/templates/${id}/share`, undefined, { as })
  const read = (id: number, token: string, as = 'vazia-admin') =>
    send('GET', `apps/templates/${id}`, undefined, { as, token })

  it('TPL-14 A-078 opens that template to whoever is signed in, and no other', async () => {
    const { token } = await shareOf(2)
    expect((await send('GET', 'apps/templates/2', undefined, { as: 'vazia-admin' })).status).toBe(404)
    const seen = await read(2, token)
    expect(seen.body.data).toMatchObject({ name: 'Escola com portaria', clientId: null, appId: null, user: null })
    const other = await newTemplate({ visibility: 'client' })
    expect((await read(other.id, token)).status).toBe(404)
    const made = await data<App>(
      'POST',
      'apps',
      { name: 'Por link', projectId: 4, clientId: 4, appTemplateId: 2 },
      { as: 'vazia-admin', token },
    )
    expect(namesOf(await channelsOf(made.id, 'vazia-admin'))).toEqual(['Emergência', 'Falar com a direção'])
  })

  it('A-078 changes nothing, and is not passed on', async () => {
    const { token } = await shareOf(2)
    const as = 'vazia-admin'
    expect((await send('PATCH', 'apps/templates/2', { name: 'x' }, { as, token })).status).toBe(403)
    expect((await send('DELETE', 'apps/templates/2', undefined, { as, token })).status).toBe(403)
    expect((await send('GET', 'apps/templates/2/share', undefined, { as, token })).status).toBe(403)
    // A token says nothing of anybody else's records.
    expect((await send('GET', 'apps/1', undefined, { as, token })).status).toBe(404)
    expect((await world.call(null, 'GET', 'apps/templates/2', undefined, { 'template-token': token })).status).toBe(401)
  })

  it('A-152 works for seven days, and only if the server gave it', async () => {
    const { token } = await shareOf(2)
    world.clock.now += 7 * DAY - 1000
    expect((await read(2, token)).status).toBe(200)
    world.clock.now += 2000
    expect((await read(2, token)).status).toBe(404)
    const { token: fresh } = await shareOf(2)
    for (const wrong of ['x', `${fresh}x`, await bearerOf('vazia-admin'), ''])
      expect((await read(2, wrong)).status).toBe(404)
  })

  it('A-078 is made for a template of one client by whoever may change it', async () => {
    // They read it, and may neither change nor share it.
    expect((await send('GET', 'apps/templates/2/share', undefined, { as: 'broadcast-operator' })).status).toBe(403)
    expect((await send('GET', 'apps/templates/2/share', undefined, { as: 'vazia-admin' })).status).toBe(404)
    expect((await send('GET', 'apps/templates/1/share', undefined, { as: 'broadcast-operator' })).status).toBe(200)
    expect((await send('GET', 'apps/templates/3/share', undefined, { as: 'borealis-admin' })).body.error?.message).toBe(
      'CLIENT_LOCKED',
    )
  })

  it('A-152 of a public template opens it only as long as it is public', async () => {
    const { id } = await newTemplate()
    const { token } = await shareOf(id, 'vazia-admin')
    expect((await read(id, token, 'vazia-admin')).status).toBe(200)
    await data('PATCH', `apps/templates/${id}`, { visibility: 'client', description: 'agora só nosso' })
    expect((await read(id, token, 'vazia-admin')).status).toBe(404)
    const { token: own } = await shareOf(id)
    expect((await read(id, own, 'vazia-admin')).status).toBe(200)
  })

  it('A-152 is no matter of a HEAD request, which leaves no trace', async () => {
    const events = async () =>
      (await data<unknown[]>('GET', 'audit-events?noun=templates&recordId=2&verb=share&limit=100')).length
    const before = await events()
    const head = await world.app.inject({
      method: 'HEAD',
      url: '/api/apps/templates/2/share',
      headers: { authorization: `Bearer ${await bearerOf('acme-admin')}` },
    })
    expect([head.statusCode, head.body, await events()]).toEqual([200, '', before])
  })

  it('A-152 is written into the history of its template', async () => {
    await shareOf(2)
    const [event] = await data<{ verb: string; username: string }[]>(
      'GET',
      'audit-events?noun=templates&recordId=2&order=id DESC&limit=1',
    )
    expect(event).toMatchObject({ verb: 'share', username: 'acme-admin' })
  })
})
