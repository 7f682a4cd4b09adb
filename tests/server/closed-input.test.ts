import { kebab } from '@tocsin/core/base/naming'
import { deletedToo, inactiveToo } from '@tocsin/core/vocabulary/deletion'
import type { Account } from '@tocsin/core/vocabulary/permissions'
import { whyNot } from '@tocsin/core/vocabulary/why-not'
import { clientOf, pathOf, type Resource } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { BOREALIS } from '../../fixtures/clients'
import type { Row } from '../../server/context/context'
import { uploadSheet } from '../upload-sheet'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
let admin: string
let root: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
  root = await world.token('root')
})
afterAll(() => world.close())

/** No request has changed the properties of every object. */
afterEach(() => {
  const polluted: string[] = []
  for (const key in {}) polluted.push(key)
  expect(polluted).toEqual([])
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(12)
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
})

const everyRow = async (resource: Resource) => {
  const hidden = new URLSearchParams({ ...inactiveToo(resource), ...deletedToo(resource) } as Record<string, string>)
  return (await world.call(root, 'GET', `${pathOf(resource)}?limit=1000&${hidden}`)).body.data as unknown as Row[]
}

const fieldsOf = ({ body }: Reply) => body.error?.errors?.map(({ field }) => field)

it('T19 refuses an undeclared field by name, on every route that takes a record', async () => {
  // A webhook, whose secret can be renewed.
  const webhook = { name: 'w', email: 'w@example.org', providerType: 'webhook', callbackUrl: 'https://example.org/w' }
  expect((await world.call(root, 'POST', 'monitoring-providers', { ...webhook, ClientId: 1 })).status).toBe(201)
  // A version that its draft continues.
  expect((await world.call(root, 'POST', 'app-versions/1/continue')).status).toBe(200)
  // A survey that can be restored.
  expect((await world.call(root, 'DELETE', 'surveys/3')).status).toBe(200)
  // An alert that can be released, and a message that can be approved.
  expect((await world.call(root, 'POST', 'alerts/4/take')).status).toBe(200)
  const channel = { name: 'Avisos', channelType: 'broadcast', appId: 2, clientId: 2, MonitoringProviders: [1] }
  const made = await world.call(root, 'POST', 'channels', { ...channel, config: { requireConfirm: true } })
  expect(made.status).toBe(201)
  const { id: ChannelId } = made.body.data as { id: number }
  const message = { text: 'x', ChannelId, MonitoringProviderId: 1 }
  expect((await world.call(root, 'POST', 'broadcast-messages', message)).status).toBe(201)
  const rootUser = (await world.call(root, 'GET', 'users/1')).body.data as unknown as Account
  const unready: string[] = []
  for (const resource of await allResources()) {
    const { can, actions } = resource
    const name = pathOf(resource)
    const id = name === 'teams' ? 20_001 : 1
    const acted: [string, string][] = []
    for (const [action, { patch, path }] of Object.entries(actions)) {
      if (patch) continue
      // A record's state is told before the mistakes of the input.
      const ready = (await everyRow(resource)).find(
        (row) =>
          clientOf(resource, row) !== BOREALIS &&
          !whyNot({ resource, action, record: row, viewer: rootUser, lock: null }),
      )
      if (ready) acted.push(['POST', `${name}/${ready.id}/${path ?? kebab(action)}`])
      else unready.push(`${name} ${action}`)
    }
    const routes = [
      ...(can.create ? [['POST', name]] : []),
      ...(can.update
        ? [
            ['PUT', `${name}/${id}`],
            ['PATCH', `${name}/${id}`],
          ]
        : []),
      ...acted,
    ] as [string, string][]
    for (const [method, path] of routes) {
      const reply = await world.call(root, method, path, { surprise: 1, password_hash: 'x', search: 'x' })
      expect([method, path, reply.status], reply.text).toEqual([method, path, 400])
      expect(fieldsOf(reply), path).toEqual(expect.arrayContaining(['surprise', 'password_hash', 'search']))
    }
  }
  expect(unready).toEqual([])
})

it('T19 refuses an undeclared field within a group, a list and a group in a group', async () => {
  const at = async (path: string, body: object) => fieldsOf(await world.call(admin, 'PATCH', path, body))
  expect(await at('sites/1', { location: { evil: 1 } })).toEqual(['location.evil'])
  expect(await at('sites/1', { MobileProfiles: [{ name: 'x', evil: 1 }] })).toEqual(['MobileProfiles.0.evil'])
  expect(await at('apps/1', { config: { banner: { evil: 1 } } })).toEqual(['config.banner.evil'])
  expect(await at('registration-codes/1', { config: { evil: true } })).toEqual(['config.evil'])
})

it('T19 takes what only the server writes when it is as stored, and refuses it by name when it is not', async () => {
  const { data } = (await world.call(admin, 'GET', 'projects/5')).body as { data: Record<string, unknown> }
  expect((await world.call(admin, 'PUT', 'projects/5', data)).status).toBe(200)
  const lies = { deletable: false, isDefault: true, deletedAt: '2026-01-01T00:00:00.000Z', ClientId: 3 }
  expect(fieldsOf(await world.call(admin, 'PUT', 'projects/5', { ...data, ...lies }))?.sort()).toEqual(
    Object.keys(lies).sort(),
  )
  const site = (await world.call(admin, 'GET', 'sites/1')).body.data as Record<string, unknown>
  expect(site['registrationCodes']).toHaveLength(2)
  expect((await world.call(admin, 'PUT', 'sites/1', site)).status).toBe(200)
  expect(
    fieldsOf(await world.call(admin, 'PUT', 'sites/1', { ...site, registrationCodes: [], siteType: 'team' })),
  ).toEqual(expect.arrayContaining(['registrationCodes', 'siteType']))
  const draft = { name: 'x', description: 'y', isDefault: true, deletable: false }
  expect(fieldsOf(await world.call(admin, 'POST', 'projects', draft))).toEqual(
    expect.arrayContaining(['isDefault', 'deletable']),
  )
})

it('T19 drops nothing in silence: what does not exist for such a record is refused by name, and what is the server’s own', async () => {
  const answer = async (...[method, path, body, token = admin]: [string, string, object, string?]) => {
    const reply = await world.call(token, method, path, body)
    return reply.status === 400 ? reply.body.error?.errors : [reply.status, reply.text]
  }
  const none = (field: string) => [{ field, message: 'formErrors.notApplicable' }]
  const code = { mode: 'client', ClientId: 2 }
  expect(await answer('POST', 'registration-codes', { ...code, SiteId: 1 })).toEqual(none('SiteId'))
  const place = { name: 'Sem fuso', location: { formatted: 'Rua 1' } }
  expect(await answer('POST', 'sites', { ...place, timezone: 'America/Bahia' })).toEqual(none('timezone'))
  expect(await answer('PATCH', 'sites/1', { timezone: 'America/Bahia' })).toEqual(none('timezone'))
  const password = { password: 'Abcdef12', passwordConfirm: 'Abcdef12' }
  const user = { name: 'u', username: 'dropped', email: 'u@example.org', role: 'approver', ...password }
  expect(await answer('POST', 'users', { ...user, ClientIds: [2] })).toEqual(none('ClientIds'))
  for (const own of [{ id: 7 }, { version: 3 }, { createdAt: '2026-01-01T00:00:00.000Z' }])
    expect(await answer('POST', 'sites', { ...place, ...own })).toEqual([
      { field: Object.keys(own)[0], message: 'formErrors.readonly' },
    ])

  // A stored value may come back with the change that ends it, as the whole record does.
  const made = await world.call(admin, 'POST', 'registration-codes', { mode: 'site', ClientId: 2, SiteId: 1 })
  const row = made.body.data as { id: number }
  const turned = await world.call(admin, 'PUT', `registration-codes/${row.id}`, { ...row, mode: 'client' })
  expect(turned.body.data, turned.text).toMatchObject({ mode: 'client', SiteId: null })
})

it('takes the one client of whoever has one for theirs, and wants one named where there are several', async () => {
  const term = { title: 'Termo', content: '<p>Texto</p>' }
  expect((await world.call(admin, 'POST', 'terms', term)).body.data).toMatchObject({ ClientId: 2 })
  const manager = await world.token('client-manager')
  const several = await world.call(manager, 'POST', 'terms', term)
  expect(several.body.error?.errors).toEqual([{ field: 'ClientId', message: 'formErrors.required' }])
  const { data } = (await world.call(root, 'GET', 'users?username=client-manager&userType=tocsin')).body
  const [{ id, ClientIds }] = data as [{ id: number; ClientIds: number[] }]
  expect((await world.call(root, 'PATCH', `users/${id}`, { ClientIds: [4] })).status).toBe(200)
  expect((await world.call(manager, 'POST', 'terms', term)).body.data).toMatchObject({ ClientId: 4 })
  expect((await world.call(root, 'PATCH', `users/${id}`, { ClientIds })).status).toBe(200)
})

it('stores a time zone as the list spells it, typed or from a file, and lists no rows for no ids', async () => {
  const place = { name: 'Fuso', location: { formatted: 'Base 9' }, timezone: ' america/sao_paulo' }
  const made = (await world.call(admin, 'POST', 'teams', place)).body.data as { id: number; timezone: string }
  expect(made.timezone).toBe('America/Sao_Paulo')
  const changed = await world.call(admin, 'PATCH', `teams/${made.id}`, { timezone: 'AMERICA/BAHIA' })
  expect(changed.body.data).toMatchObject({ timezone: 'America/Bahia' })
  const wrong = await world.call(admin, 'POST', 'teams', { ...place, timezone: 'America/Nowhere' })
  expect(fieldsOf(wrong)).toEqual(['timezone'])
  const { body } = await world.call(admin, 'GET', 'sites?ids=')
  expect([body.data, body.total]).toEqual([[], 0])
})

it('refuses an unknown query parameter, one given twice, and one that cannot be read, by name', async () => {
  const parameter = async (query: string) => {
    const { status, body } = await world.call(admin, 'GET', `sites?${query}`)
    return [status, body.error?.message, body.error?.details?.['parameter']]
  }
  expect(await parameter('surprise=1')).toEqual([400, 'UNKNOWN_PARAMETER', 'surprise'])
  expect(await parameter('whereabouts=1')).toEqual([400, 'UNKNOWN_PARAMETER', 'whereabouts'])
  for (const query of ['limit=1&limit=2', 'q=a&q=b', 'ids=1&ids=2'])
    expect(await parameter(query)).toEqual([400, 'INVALID_PARAMETER', query.split('=')[0]])
  for (const query of [
    'limit=x',
    'limit=1.5',
    'limit=-1',
    'offset=-1',
    'limit=0',
    'limit=1001',
    'ids=1,x',
    'ids=',
    'ClientId=-2',
    'ClientId=2147483648',
    'showInactive=perhaps',
    'siteType=castle',
    'after=x',
    `q=${'x'.repeat(256)}`,
    'q=%00',
    'order=name',
    'page=-1',
    'perPage=0',
  ].filter((query) => !/^(ids=|order=name)$/.test(query)))
    expect(await parameter(query)).toEqual([400, 'INVALID_PARAMETER', query.split('=')[0]])
})

it.each(['__proto__', 'constructor', 'prototype', 'a.__proto__.b', 'config.constructor'])(
  'T59 refuses %s as a key in JSON, in a query and in a form, and nothing is polluted',
  async (key) => {
    const forbidden = async (reply: Promise<Reply>) => {
      const { status, body } = await reply
      return [status, body.error?.message]
    }
    const json = `{"name":"x","${key}":{"admin":true}}`
    expect(await forbidden(world.call(admin, 'PATCH', 'sites/1', json))).toEqual([400, 'FORBIDDEN_KEY'])
    expect(await forbidden(world.call(admin, 'PATCH', 'sites/1', `{"location":${json}}`))).toEqual([
      400,
      'FORBIDDEN_KEY',
    ])
    expect(await forbidden(world.call(admin, 'PATCH', 'sites/1', `{"MobileProfiles":[${json}]}`))).toEqual([
      400,
      'FORBIDDEN_KEY',
    ])
    expect(await forbidden(world.call(null, 'POST', 'authentication/login', json))).toEqual([400, 'FORBIDDEN_KEY'])
    expect(await forbidden(world.call(admin, 'GET', `sites?${key}=true`))).toEqual([400, 'FORBIDDEN_KEY'])
    expect(await forbidden(world.call(admin, 'GET', `sites?${key}=true&${key}=false`))).toEqual([400, 'FORBIDDEN_KEY'])
    const form = (name: string, text: string) =>
      world.call(
        admin,
        'POST',
        'clients/2/upload',
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n--x--\r\n`,
        {
          'content-type': 'multipart/form-data; boundary=x',
        },
      )
    expect(await forbidden(form(key, 'true'))).toEqual([400, 'FORBIDDEN_KEY'])
    expect(await forbidden(form('_json', json))).toEqual([400, 'FORBIDDEN_KEY'])
  },
)

it.each([
  ['broken', '{"name":'],
  ['a number', '42'],
  ['a text', '"name"'],
  ['a list', '[{"name":"x"}]'],
  ['a byte-order mark in the middle', '{"name":\ufeff"x"}'],
  ['too deep', `{"config":${'{"a":'.repeat(50)}1${'}'.repeat(50)}}`],
  ['far too deep', `{"config":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
])('refuses JSON that is %s as INVALID_JSON', async (_what, text) => {
  const { status, body } = await world.call(admin, 'PATCH', 'sites/1', text)
  expect([status, body.error?.message]).toEqual([400, 'INVALID_JSON'])
})

it('refuses a body beyond a megabyte, and bytes that are no UTF-8', async () => {
  const large = await world.call(admin, 'PATCH', 'sites/1', { name: 'x'.repeat(1024 * 1024) })
  expect([large.status, large.body.error?.message]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  const answer = await world.app.inject({
    method: 'PATCH',
    url: '/api/sites/1',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    payload: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
  })
  expect([answer.statusCode, answer.json<Reply['body']>().error?.message]).toEqual([400, 'INVALID_JSON'])
})

it('T109 refuses the controls behind ASCII as those within it, in every kind of text, JSON and sheet', async () => {
  for (const control of ['\u0080', '\u0085', '\u009b', '\u009f', '\u001b', '\u007f']) {
    const text = `Rua ${control}31mRED`
    const place = { name: text, referencePoint: text, location: { formatted: text } }
    const { body } = await world.call(admin, 'PATCH', 'sites/1', place)
    expect(body.error?.errors, JSON.stringify(control)).toEqual(
      ['name', 'location.formatted', 'referencePoint'].map((field) => ({ field, message: 'formErrors.characters' })),
    )
    const term = await world.call(admin, 'POST', 'terms', { title: 't', ClientId: 2, content: `<p>${text}</p>` })
    expect([term.status, fieldsOf(term)]).toEqual([400, ['content']])
    const config = {
      name: 'h',
      description: 'd',
      url: 'https://example.org/',
      schema: { matchConfig: { [text]: text } },
    }
    expect(fieldsOf(await world.call(admin, 'POST', 'v2/registration-handlers', config))).toEqual([
      'schema.matchConfig',
    ])
    const sheet = await uploadSheet(world, `siteName,siteAddress\nA,${text}\n`, { query: '?dryRun=1' })
    expect((sheet.body.data as { errors: { code: string }[] }).errors).toMatchObject([{ code: 'control_character' }])
  }
})

it('T126 names a hundred fields of a body that makes up its own, and of each the beginning of its name', async () => {
  const many = Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`k${n}`, 1]))
  for (const path of ['sites', 'users/6/end-sessions', 'sites/1/set-app']) {
    const reply = await world.call(admin, 'POST', path, many)
    expect([reply.status, reply.body.error?.errors?.length, reply.text.length < 20_000], path).toEqual([400, 100, true])
  }
  const long = await world.call(admin, 'PATCH', 'sites/1', { ['k'.repeat(1_000_000)]: 1 })
  expect([long.status, fieldsOf(long)]).toEqual([400, ['k'.repeat(100)]])
})

it('T70 reads JSON alone, sets no cookie, and takes no session from one', async () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'application/octet-stream',
    'application/json+evil',
    '',
  ]
  for (const type of types) {
    const reply = await world.call(admin, 'POST', 'projects', '{"name":"x","description":"y"}', {
      'content-type': type,
    })
    expect([415, 400], `${type}: ${reply.text}`).toContain(reply.status)
    if (reply.status === 415) expect(reply.body.error?.message).toBe('UNSUPPORTED_MEDIA_TYPE')
    const login = await world.call(null, 'POST', 'authentication/login', 'username=acme-admin&password=Demo1234', {
      'content-type': type,
    })
    expect(login.status, type).not.toBe(200)
    expect(login.headers['set-cookie']).toBeUndefined()
  }
  const signedIn = await world.call(null, 'POST', 'authentication/login', {
    username: 'acme-admin',
    password: 'Demo1234',
  })
  expect(signedIn.headers['set-cookie']).toBeUndefined()
  expect(
    (await world.call(null, 'GET', 'sites', undefined, { cookie: `token=${admin}; authorization=Bearer ${admin}` }))
      .status,
  ).toBe(401)
  const made = await world.call(admin, 'GET', 'projects?q=x')
  expect(made.body.total).toBe(0)
})

it('A-003 takes a reference in either spelling and refuses both at once when they differ', async () => {
  const draft = { name: 'Either', description: 'spelling' }
  for (const key of ['clientId', 'ClientId']) {
    const { status, body } = await world.call(root, 'POST', 'projects', { ...draft, [key]: 2 })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ ClientId: 2 })
    expect(body.data).not.toHaveProperty('clientId')
  }
  const both = await world.call(root, 'POST', 'projects', { ...draft, clientId: 2, ClientId: 3 })
  expect([both.status, both.body.error?.message]).toEqual([400, 'CONFLICTING_VALUES'])
  const app = await world.call(root, 'POST', 'apps', { name: 'x', ClientId: 2, ProjectId: 2 })
  expect(app.status, app.text).toBe(201)
  expect(app.body.data).toMatchObject({ clientId: 2, projectId: 2, termId: null, TermId: null })
  const twice = await world.call(root, 'GET', 'projects?clientId=2&ClientId=3')
  expect([twice.status, twice.body.error?.message]).toEqual([400, 'CONFLICTING_VALUES'])
})
