import type { App } from '@tocsin/core/resources/apps/types'
import type { Client } from '@tocsin/core/resources/clients/types'
import type { Project } from '@tocsin/core/resources/projects/types'
import type { Site } from '@tocsin/core/resources/sites/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
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

const fields = ({ body }: Reply) => body.error?.errors?.map(({ field }) => field).sort()
const get = async <T>(path: string, token = admin) => (await world.call(token, 'GET', path)).body.data as T
const send = (method: string, path: string, body?: unknown, token = admin) => world.call(token, method, path, body)

it('A-002 API-15 API-17 keeps what is absent, clears what is null, merges groups and replaces lists, by PUT as by PATCH', async () => {
  for (const [method, id] of [
    ['PATCH', 8],
    ['PUT', 15],
  ] as const) {
    const before = await get<Site>(`sites/${id}`)
    expect(before.MobileProfiles).toHaveLength(1)
    const changes = {
      tag: null,
      location: { zip: null, city: 'Recife' },
      MobileProfiles: [{ name: 'Um' }, { name: 'Dois' }],
    }
    const { status, body, text } = await send(method, `sites/${id}`, changes)
    expect(status, text).toBe(200)
    const after = body.data as Site
    expect(after).toEqual({
      ...before,
      version: before.version + 1,
      updatedAt: after.updatedAt,
      tag: null,
      location: { ...before.location, zip: null, city: 'Recife' },
      MobileProfiles: ['Um', 'Dois'].map((name) => ({ name, job: null, email: null, phone: null })),
    })
    expect((await send(method, `sites/${id}`, { MobileProfiles: [] })).body.data).toMatchObject({ MobileProfiles: [] })
    expect(await get(`sites/${id}`)).toMatchObject({ name: before.name, MobileProfiles: [] })
  }
})

it('gives a cleared field with a default that default, and changes nothing and no version by nothing', async () => {
  const cleared = await send('PATCH', 'clients/2', { config: null, active: null }, root)
  expect(cleared.body.data).toMatchObject({ config: { minAppVersion: '1.0.0' }, active: true })
  const { version } = await get<Client>('clients/2', root)
  for (const same of [{}, { active: true }, { config: { minAppVersion: null } }, { name: ' Acme Educação ' }])
    expect((await send('PATCH', 'clients/2', same, root)).body.data).toMatchObject({ version })
  expect(fields(await send('PATCH', 'sites/1', { radius: null, lat: null }))).toEqual(['lat', 'radius'])
  expect((await send('PATCH', 'users/6', { oldPassword: 'whatever' })).status).toBe(200)
})

it.each([
  ['a list with nothing in it', { MobileProfiles: [null] }],
  ['a list of texts', { MobileProfiles: ['x'] }],
  ['a list for a group', { location: ['x'] }],
  ['a text for a group', { location: 'Rua 1' }],
  ['a number for a group', { location: 7 }],
  ['a group for a list', { MobileProfiles: { name: 'x' } }],
  ['a group for a text', { name: { first: 'x' } }],
  ['a text for a number', { lat: '1', lng: 2 }],
  ['a number for a text', { name: 7 }],
  ['a text for a boolean', { active: 'true' }],
  ['a text for a reference', { appId: '1' }],
  ['a fraction for a reference', { appId: 1.5 }],
  ['a reference beyond every id', { appId: 2_147_483_648 }],
  ['half a character', { name: '\ud800' }],
  ['a null byte', { name: 'a\u0000b' }],
])('refuses %s by field, never by failing', async (_what, change) => {
  const reply = await send('PATCH', 'sites/1', change)
  expect([reply.status, reply.body.error?.message], reply.text).toEqual([400, 'VALIDATION_FAILED'])
  expect(fields(reply)?.[0]).toMatch(new RegExp(`^${Object.keys(change)[0]}`))
})

it('API-25 SITE-16 TEAM-08 takes the active toggle with the whole record, of every resource that has one', async () => {
  for (const path of ['clients/4', 'sites/3', 'teams/20001', 'sites/20002', 'users/8', 'users/4']) {
    const before = await get<{ active: boolean; version: number }>(path, root)
    expect(before.active).toBe(true)
    const off = await send('PUT', path, { ...before, active: false }, root)
    expect(off.status, `${path} ${off.text}`).toBe(200)
    expect(off.body.data).toMatchObject({
      ...before,
      active: false,
      version: before.version + 1,
      updatedAt: expect.any(String) as string,
    })
    const on = await send('PATCH', path, { ...(off.body.data as object), active: true }, root)
    expect(on.body.data).toMatchObject({ active: true, version: before.version + 2 })
  }
})

it('CLIENT-15 takes active or locked alone by PUT of a client, and leaves everything else as it is', async () => {
  const before = await get<Client>('clients/4', root)
  expect([before.active, before.locked]).toEqual([true, false])
  for (const change of [{ active: false }, { active: true }, { locked: true }, { locked: false }]) {
    const { version } = await get<Client>('clients/4', root)
    const put = await send('PUT', 'clients/4', change, root)
    expect(put.status, put.text).toBe(200)
    const { updatedAt } = put.body.data as Client
    expect(await get<Client>('clients/4', root)).toEqual({ ...before, ...change, version: version + 1, updatedAt })
  }
})

it('ENT-CLIENT-01 ENT-CLIENT-02 ENT-CLIENT-03 CLIENT-14 makes a client with its default project, its manager and a mail to them', async () => {
  const manager = { username: 'nova-manager', email: 'nova@example.org', name: 'Nova Gestora' }
  const made = await send('POST', 'clients', { name: 'Nova', nickname: 'N', manager }, root)
  expect(made.status, made.text).toBe(201)
  const client = made.body.data as Client
  expect(client).toMatchObject({
    name: 'Nova',
    nickname: 'N',
    active: true,
    locked: false,
    config: { minAppVersion: '1.0.0' },
  })
  expect(client).not.toHaveProperty('manager')
  const projects = await get<Project[]>(`projects?ClientId=${client.id}`, root)
  expect(projects).toMatchObject([{ name: 'default', isDefault: true, deletable: false, deletedAt: null }])
  const [user] = await get<Record<string, unknown>[]>(`users?ClientId=${client.id}`, root)
  expect(user).toMatchObject({ ...manager, userType: 'client', role: 'admin', hasPassword: false, ClientId: client.id })
  const { rows } = await withServer(world.database, (tx) =>
    sql`select channel, recipient, template, client_id, sent_at, locale from outbox where client_id = ${client.id}`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([
    {
      channel: 'mail',
      recipient: 'nova@example.org',
      template: 'welcome',
      client_id: client.id,
      sent_at: null,
      locale: 'en-US',
    },
  ])
  // All or nothing: a manager whose name is taken leaves no client behind.
  const before = (await world.call(root, 'GET', 'clients?limit=1')).body.total
  const taken = await send(
    'POST',
    'clients',
    { name: 'Outra', nickname: 'O', manager: { ...manager, username: 'NOVA-manager' } },
    root,
  )
  expect(fields(taken)).toEqual(['manager.username'])
  expect((await world.call(root, 'GET', 'clients?limit=1')).body.total).toBe(before)
  expect(fields(await send('POST', 'clients', { name: ' ', manager: { email: 'x' } }, root))).toEqual([
    'manager.email',
    'manager.name',
    'manager.username',
    'name',
    'nickname',
  ])
  expect(
    fields(
      await send(
        'POST',
        'clients',
        { name: 'x', nickname: 'y', locked: true, manager: { ...manager, username: 'z' } },
        root,
      ),
    ),
  ).toEqual(['locked'])
  for (const version of ['2', '2.4', '2.4.1'])
    expect((await send('PATCH', `clients/${client.id}`, { config: { minAppVersion: version } }, root)).status).toBe(200)
  for (const version of ['v2', '1.2.3.4', '1.x', '1..2'])
    expect(fields(await send('PATCH', `clients/${client.id}`, { config: { minAppVersion: version } }, root))).toEqual([
      'config.minAppVersion',
    ])
})

it('PERM-21 CONST-22 leaves making clients to those who may, and the provider’s own is the first', async () => {
  for (const username of ['client-manager', 'acme-admin', 'broadcast-operator'])
    expect(
      (await send('POST', 'clients', { name: 'x', nickname: 'x' }, await world.token(username))).body.error,
    ).toMatchObject({ message: 'FORBIDDEN', details: { permission: 'clients:create' } })
  expect(await get<Client>('clients/1', root)).toMatchObject({ id: 1, name: 'tocsin' })
  expect((await send('DELETE', 'clients/4', undefined, root)).status).toBe(405)
})

it('S05 A-061 PROJ-03 keeps the name and the description of a default project, which are shown in the reader’s language', async () => {
  const { body } = await world.call(root, 'GET', 'projects/2')
  const project = body.data as Project
  expect(project).toMatchObject({ isDefault: true, name: 'default', description: 'default' })
  for (const field of ['name', 'description']) {
    const answer = await send('PUT', 'projects/2', { [field]: 'Outra' })
    expect(answer.body.error?.errors).toEqual([{ field, message: 'resources.projects.defaultIsFixed' }])
  }
  expect((await send('PUT', 'projects/2', project)).status).toBe(200)
})

it('ENT-PROJ-01 PROJ-02 PROJ-05 PROJ-13 PROJ-14 makes, changes and softly deletes projects', async () => {
  const made = await send('POST', 'projects', { name: 'Escolas', description: 'Do campo', clientId: 2 })
  expect(made.status).toBe(201)
  const project = made.body.data as Project
  expect(project).toMatchObject({ ClientId: 2, isDefault: false, deletable: true, deletedAt: null })
  expect((await send('PUT', `projects/${project.id}`, { description: 'Da serra' })).body.data).toMatchObject({
    name: 'Escolas',
    description: 'Da serra',
  })
  expect(fields(await send('POST', 'projects', { name: '', description: '  ' }))).toEqual(['description', 'name'])
  expect((await send('DELETE', `projects/${project.id}`)).status).toBe(200)
  expect((await get<Project[]>('projects')).map(({ id }) => id)).not.toContain(project.id)
  expect(await get<Project[]>(`projects?showDeleted=true&ids=${project.id}`)).toMatchObject([
    { id: project.id, deletedAt: new Date(world.clock.now).toISOString() },
  ])
})

it('PROJ-02 A-062 takes no change of a deleted project but to be restored, and that as any other write', async () => {
  const { data } = (await send('POST', 'projects', { name: 'Creches', description: 'Do litoral', clientId: 2 })).body
  const { id } = data as Project
  const at = `projects/${id}`
  expect((await send('POST', `${at}/restore`, {})).body.error).toEqual({
    message: 'BLOCKED',
    details: { reason: 'resources.projects.notDeleted' },
  })
  await send('DELETE', at)
  const deleted = await get<Project>(at)
  const restoreFirst = { reason: 'deletion.restoreFirst', noun: 'projects', restore: 'restore', id }
  for (const [method, body, details] of [
    ['PUT', { name: 'zzz' }, restoreFirst],
    ['PATCH', { description: 'zzz' }, restoreFirst],
    ['DELETE', undefined, { reason: 'deletion.already' }],
  ] as const) {
    const refused = await send(method, at, body)
    expect([method, refused.status, refused.body.error]).toEqual([method, 400, { message: 'BLOCKED', details }])
  }
  expect(await get(at)).toEqual(deleted)
  // No new record can be put into it.
  const place = { name: 'S', ClientId: 2, ProjectId: id, location: { formatted: 'Rua A, 1' } }
  expect(fields(await send('POST', 'sites', place))).toEqual(['ProjectId'])

  expect((await send('POST', `${at}/restore`, {}, await world.token('guest'))).status).toBe(403)
  const restored = await send('POST', `${at}/restore`, {})
  expect(restored.body.data).toEqual({
    ...deleted,
    deletedAt: null,
    version: deleted.version + 1,
    updatedAt: new Date(world.clock.now).toISOString(),
  })
  expect((await get<Project[]>('projects')).map((one) => one.id)).toContain(id)
  expect((await send('POST', 'sites', place)).status).toBe(201)
  const history = await get<{ verb: string; changes: unknown }[]>(`audit-events?noun=projects&recordId=${id}`)
  expect(history.find(({ verb }) => verb === 'restore')?.changes).toEqual({
    deletedAt: { before: deleted.deletedAt, after: null },
  })
})

it('PROJ-02 puts nothing into a project that was deleted that moment: the schema refuses what the check before it let through', async () => {
  const { data } = (await send('POST', 'projects', { name: 'Por pouco', description: 'x', clientId: 2 })).body
  const { id } = data as Project
  await send('DELETE', `projects/${id}`)
  const within = (table: 'sites' | 'apps') =>
    world.database.transaction(async (tx) => {
      await sql`select set_config('app.scope', 'all', true)`.execute(tx)
      await sql`update ${sql.table(table)} set project_id = ${id} where id = (select min(id) from ${sql.table(table)}
        where client_id = 2)`.execute(tx)
    })
  for (const table of ['sites', 'apps'] as const)
    await expect(within(table)).rejects.toMatchObject({ code: 'OTHER', sqlState: '23503', table })
})

it('PROJ-02 A-007 restores nothing of a locked client, and a name that another project has by now', async () => {
  const make = async () =>
    ((await send('POST', 'projects', { name: 'Mesmo nome', description: 'x', clientId: 2 })).body.data as Project).id
  const first = await make()
  await send('DELETE', `projects/${first}`)
  const second = await make()
  await send('PUT', 'clients/2', { locked: true }, root)
  expect((await send('POST', `projects/${first}/restore`, {})).body.error).toMatchObject({ message: 'CLIENT_LOCKED' })
  await send('PUT', 'clients/2', { locked: false }, root)
  expect((await send('POST', `projects/${first}/restore`, {})).status).toBe(200)
  const names = (await get<Project[]>('projects?ClientId=2')).filter(({ name }) => name === 'Mesmo nome')
  expect(names.map(({ id }) => id)).toEqual([second, first])
})

it('A-061 A-062 keeps the default project, its name, and projects that something is in', async () => {
  expect((await send('DELETE', 'projects/2')).body.error).toEqual({
    message: 'BLOCKED',
    details: { reason: 'resources.projects.isDefault' },
  })
  expect(fields(await send('PATCH', 'projects/2', { name: 'Outro' }))).toEqual(['name'])
  expect((await send('DELETE', 'projects/5')).body.error).toEqual({
    message: 'CANNOT_DELETE_WITH_RELATIONS',
    details: { relations: [{ noun: 'apps', count: 1, names: [expect.any(String)] }] },
  })
  expect(fields(await send('PATCH', 'apps/2', { projectId: 6 }))).toEqual(['projectId'])
})

it('ENT-SITE-02 ENT-SITE-03 ENT-SITE-04 ENT-SITE-06 SITE-13 makes a site with its address, a radius of 0.1 km and the default project', async () => {
  const made = await send('POST', 'sites', {
    name: 'Escola Nova',
    location: { formatted: 'Rua Nova, 1' },
    MobileProfiles: [{ name: 'Ana', email: 'a@b.co', phone: '+5511999990000' }],
  })
  expect(made.status, made.text).toBe(201)
  expect(made.body.data).toEqual({
    id: expect.any(Number) as number,
    version: 1,
    createdAt: expect.any(String) as string,
    updatedAt: expect.any(String) as string,
    name: 'Escola Nova',
    tag: null,
    siteType: 'site',
    ClientId: 2,
    ProjectId: 2,
    active: true,
    lat: null,
    lng: null,
    radius: 0.1,
    location: {
      formatted: 'Rua Nova, 1',
      address: null,
      zip: null,
      city: null,
      state: null,
      country: null,
    },
    referencePoint: null,
    appId: null,
    App: null,
    registrationCodes: [],
    timezone: null,
    MobileProfiles: [
      {
        name: 'Ana',
        job: null,
        email: 'a@b.co',
        phone: '+5511999990000',
      },
    ],
  })
  for (const location of [undefined, null, {}, { formatted: '' }, { formatted: '  ' }, { city: 'Recife' }])
    expect(fields(await send('POST', 'sites', { name: 'x', location }))?.[0]).toMatch(/^location/)
  expect(fields(await send('PATCH', 'sites/1', { location: { formatted: '' } }))).toEqual(['location.formatted'])
  expect(fields(await send('PATCH', 'sites/1', { radius: 0 }))).toEqual(['radius'])
  expect(fields(await send('PATCH', 'sites/1', { lat: 90.1, lng: -180.1 }))).toEqual(['lat', 'lng'])
})

it('ENT-USER-06 keeps each part of an address as it was given, and where it is', async () => {
  const location = {
    formatted: 'Rua Nova, 1 - Recife',
    address: 'Rua Nova, 1',
    zip: '50000-000',
    city: 'Recife',
    state: 'PE',
    country: 'BR',
  }
  const made = await send('POST', 'sites', { name: 'Escola do Recife', location, lat: -8.05, lng: -34.9 })
  expect(made.body.data).toMatchObject({ location, lat: -8.05, lng: -34.9 })
  const moved = { ...location, city: 'Olinda', zip: '53000-000' }
  const { id } = made.body.data as { id: number }
  expect((await send('PATCH', `sites/${id}`, { location: moved })).body.data).toMatchObject({ location: moved })
})

it('ENT-USER-08 A-121 lists the users of a client as its screens show them, with the name of their site', async () => {
  const { body } = await send('GET', 'users?ClientId=2&withSites=true&username=acme-site-manager')
  expect(body.data).toEqual([
    expect.objectContaining({
      id: 7,
      name: 'Saulo Sítio',
      username: 'acme-site-manager',
      email: 'acme-site-manager@example.org',
      role: 'manager',
      active: true,
      ClientId: 2,
      SiteId: 1,
      Site: { name: 'Escola Municipal Aurora Lima 1' },
    }),
  ])
  expect(JSON.stringify(body.data)).not.toMatch(/"(password|passwordConfirm|oldPassword)"/)
})

it('ENT-SITE-01 ENT-SITE-07 TEAM-07 TEAM-09 A-070 makes teams by either name, which want a time zone, and lists the same', async () => {
  const team = { name: 'Equipe Nova', location: { formatted: 'Base 1' } }
  expect(fields(await send('POST', 'teams', team))).toEqual(['timezone'])
  expect(fields(await send('POST', 'sites', { ...team, siteType: 'team', timezone: 'America/Nowhere' }))).toEqual([
    'timezone',
  ])
  for (const [path, body] of [
    ['teams', team],
    ['sites', { ...team, siteType: 'team' }],
  ] as const) {
    const made = await send('POST', path, { ...body, timezone: 'America/Bahia' })
    expect(made.body.data).toMatchObject({ siteType: 'team', timezone: 'America/Bahia' })
  }
  const teams = await get<Site[]>('teams?order=id ASC')
  expect(teams).toHaveLength(14)
  expect(await get('sites?siteType=team&order=id ASC')).toEqual(teams)
  expect((await send('GET', 'teams/1')).status).toBe(404)
  expect(await get<Site>('sites/1')).toMatchObject({ timezone: null })
  // A user who may see places but no teams sees no team, by id as by list.
  const approver = await world.token('acme-approver')
  expect((await get<Site[]>('sites?ids=1,20001', approver)).map(({ id }) => id)).toEqual([1])
  for (const path of ['teams', 'sites?siteType=team', 'sites?siteType=site,team', 'sites/20001'])
    expect((await send('GET', path, undefined, approver)).status, path).toBe(403)
})

it('ENT-SITE-05 CODE-02 CODE-04 A-096 makes codes of six that nobody mistakes, or takes those typed', async () => {
  const codes = new Set<string>()
  for (let n = 0; n < 20; n++)
    codes.add(((await send('POST', 'registration-codes', {})).body.data as { code: string }).code)
  expect(codes.size).toBe(20)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
  const typed = await send('POST', 'registration-codes', { code: ' oi10li ', mode: 'site', SiteId: 3 })
  expect(typed.body.data).toMatchObject({ code: 'OI10LI', mode: 'site', SiteId: 3, config: { autoApprove: false } })
  expect((await get<Site>('sites/3')).registrationCodes).toEqual([
    { id: (typed.body.data as { id: number }).id, code: 'OI10LI' },
  ])
  for (const code of ['ABCDE', 'ABCDEFG', 'ABC-EF', 'ABCDÉF'])
    expect(fields(await send('POST', 'registration-codes', { code })), code).toEqual(['code'])
  expect((await send('POST', 'registration-codes', { code: 'oi10li' })).body.error?.message).toBe('CODE_ALREADY_EXISTS')
  expect(fields(await send('POST', 'registration-codes', { mode: 'site' }))).toEqual(['SiteId'])
  expect((await world.call(root, 'GET', 'registration-codes?ClientId=3')).body.total).toBe(2)
})

it('APP-16 APP-18 APP-26 ENT-APP-03 ENT-APP-04 makes apps with their colours and keeps those that places use', async () => {
  const made = await send('POST', 'apps', {
    name: 'Novo',
    projectId: 5,
    isDefault: false,
    clientId: 2,
    description: 'x',
  })
  expect(made.status, made.text).toBe(201)
  const app = made.body.data as App
  expect(app).toMatchObject({
    clientId: 2,
    projectId: 5,
    publishedVersion: null,
    Project: { name: 'Escolas do interior', isDefault: false },
  })
  expect(app.config).toMatchObject({
    backgroundColor: '#007DD8',
    textColor: '#FFFFFF',
    headerColor: '#007DD8',
    secondaryColor: '#363435',
    secondaryBackgroundColor: '#FAFAFA',
    themeName: 'tocsin',
  })
  expect(fields(await send('PATCH', `apps/${app.id}`, { config: { themeName: 'neon', textColor: 'red' } }))).toEqual([
    'config.textColor',
    'config.themeName',
  ])
  expect(fields(await send('POST', 'apps', { name: ' ' }))).toEqual(['name', 'projectId'])
  expect((await send('DELETE', 'apps/1')).body.error).toEqual({
    message: 'CANNOT_DELETE_WITH_RELATIONS',
    details: { relations: [{ noun: 'sites', count: expect.any(Number), names: expect.any(Array) }] },
  })
  await send('PATCH', 'teams/20001', { appId: 1 })
  expect((await send('DELETE', 'apps/1')).body.error?.details).toMatchObject({
    relations: [{ noun: 'sites' }, { noun: 'teams', count: 1 }],
  })
  expect((await send('DELETE', `apps/${app.id}`)).status).toBe(200)
  expect((await send('GET', `apps/${app.id}`)).status).toBe(404)
})
