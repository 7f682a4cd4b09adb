import { createClient } from '@tocsin/core/api/client'
import { fetchTransport } from '@tocsin/core/api/fetch-transport'
import { createHttp } from '@tocsin/core/api/http'
import { maps } from '@tocsin/core/resources/maps/index'
import { MAP_STATUSES, type MobileProfile } from '@tocsin/core/resources/maps/types'
import type { Site } from '@tocsin/core/resources/sites/types'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let root: string
let acme: string
beforeAll(async () => {
  world = await startWorld()
  await world.listen()
  root = await world.token('root')
  acme = await world.token('acme-admin')
})
afterAll(() => world.close())

const profile = async (id: number) => (await world.call(root, 'GET', `maps/${id}`)).body.data as MobileProfile
const profilesOf = async (site: number, token = root) =>
  (await world.call(token, 'GET', `maps?SiteId=${site}&order=id%20ASC&limit=1000`)).body.data as MobileProfile[]

it('MAP-07 sends a status or a role and nothing else, by PUT, and takes either by hand', async () => {
  const sent: [string, string, unknown][] = []
  const send = fetchTransport(fetch)
  const http = createHttp({
    transport: (request) => {
      sent.push([request.method, new URL(request.url).pathname, JSON.parse(String(request.body))])
      return send({ ...request, headers: { ...request.headers, authorization: `Bearer ${acme}` } })
    },
    base: `${world.url}/api`,
    locale: () => 'pt-BR',
    now: () => world.clock.now,
  })
  const client = createClient(http)
  expect(await client.act(maps, 'approve', await profile(4))).toMatchObject({ id: 4, status: 'active', role: 'worker' })
  expect(await client.act(maps, 'toggleRole', await profile(4))).toMatchObject({ status: 'active', role: 'manager' })
  expect(await client.act(maps, 'deactivate', await profile(4))).toMatchObject({
    status: 'deactivated',
    role: 'manager',
  })
  expect(sent).toEqual([
    ['PUT', '/api/maps/4', { status: 'active' }],
    ['PUT', '/api/maps/4', { role: 'manager' }],
    ['PUT', '/api/maps/4', { status: 'deactivated' }],
  ])
  const back = await world.call(acme, 'PUT', 'maps/4', { status: 'active', role: 'worker' })
  expect(back.body.data).toMatchObject({ status: 'active', role: 'worker' })
  expect((await world.call(acme, 'PUT', 'maps/4', { name: 'x' })).status).toBe(400)
})

it('MAP-02 MAP-04 goes from one status to another by three ways alone, and to either role', async () => {
  const inStatus = { pending: 7, active: 8, deactivated: 3 } as const
  // Borealis is locked; its profiles are as good as any once it is not.
  await world.call(root, 'PUT', 'clients/3', { locked: false })
  for (const from of MAP_STATUSES)
    for (const to of MAP_STATUSES) {
      const id = inStatus[from]
      expect((await profile(id)).status).toBe(from)
      const reply = await world.call(root, 'PUT', `maps/${id}`, { status: to })
      const leads = ['pending active', 'deactivated active', 'active deactivated'].includes(`${from} ${to}`)
      expect([from, to, reply.status]).toEqual([from, to, leads || from === to ? 200 : 400])
      if (reply.status === 400)
        expect(reply.body.error?.errors).toEqual([
          { field: 'status', message: 'formErrors.noWay', values: { from, to } },
        ])
      await withServer(world.database, (tx) => sql`update maps set status = ${from} where id = ${id}`.execute(tx))
    }
  for (const role of ['manager', 'worker'])
    expect((await world.call(root, 'PUT', 'maps/3', { role })).body.data).toMatchObject({ role })
  expect((await world.call(root, 'PUT', 'maps/3', { role: 'owner' })).status).toBe(400)
  await world.call(root, 'PUT', 'clients/3', { locked: true })
})

describe('whose people are seen', () => {
  const names = async (username: string, query = '') => {
    const { status, body } = await world.call(await world.token(username), 'GET', `mobile-users?order=id%20ASC${query}`)
    return status === 200 ? (body.data as { name: string }[]).map(({ name }) => name) : status
  }
  const all = ['Mirtes Sabiá', 'Wagner Ipê', 'Xênia Tatu', 'Yuri Jatobá', 'Gilca Pequi']

  it('PERM-37 A-046 asks no string of staff for people and profiles, and shows a guest none', async () => {
    expect(await names('broadcast-operator')).toEqual(all)
    expect((await profilesOf(1, await world.token('broadcast-operator'))).length).toBeGreaterThan(2)
    expect(await names('guest')).toEqual([])
    expect(await names('acme-admin')).toBe(403)
    expect((await profilesOf(1, await world.token('guest'))).length).toBe(0)
  })

  it('T01 T07 shows who looks after some clients the people of those alone, in the list, by id and by search', async () => {
    expect(await names('client-manager')).toEqual(all.slice(0, 4))
    expect(await names('client-manager', '&q=gilca')).toEqual([])
    expect(await names('client-manager', '&q=mirtes')).toEqual(['Mirtes Sabiá'])
    const manager = await world.token('client-manager')
    expect((await world.call(manager, 'GET', 'mobile-users/7')).status).toBe(404)
    expect((await world.call(manager, 'GET', 'mobile-users/1')).status).toBe(200)
  })
})

it('T06 A-047 lets the manager of a site let people in and out there, and neither change a role nor look elsewhere', async () => {
  const token = await world.token('acme-site-manager')
  const own = (await world.call(token, 'GET', 'sites')).body.data as Site[]
  expect(own).toHaveLength(1)
  const site = own[0]!.id
  const all = (await world.call(token, 'GET', 'maps?limit=1000')).body.data as MobileProfile[]
  expect(all.length).toBeGreaterThan(0)
  expect(new Set(all.map(({ SiteId }) => SiteId))).toEqual(new Set([site]))
  const foreign = (await profilesOf(site === 1 ? 2 : 1))[0]!
  expect((await world.call(token, 'GET', `maps/${foreign.id}`)).status).toBe(404)
  expect((await world.call(token, 'PUT', `maps/${foreign.id}`, { status: 'active' })).status).toBe(404)
  expect((await world.call(token, 'PATCH', `sites/${site}`, { MobileProfiles: [] })).status).toBe(403)
  const active = all.find(({ status }) => status === 'active')!
  const toggled = await world.call(token, 'PUT', `maps/${active.id}`, {
    role: active.role === 'manager' ? 'worker' : 'manager',
  })
  expect(toggled.status).toBe(403)
  const off = await world.call(token, 'PUT', `maps/${active.id}`, { status: 'deactivated' })
  expect([off.status, (off.body.data as MobileProfile).siteManager]).toEqual([200, false])
  await world.call(token, 'PUT', `maps/${active.id}`, { status: 'active' })
})

describe('who looks after a place', () => {
  let site: Site
  const read = async () => (await world.call(acme, 'GET', `sites/${site.id}`)).body.data as Site
  const change = async (MobileProfiles: object[]) => {
    const reply = await world.call(acme, 'PATCH', `sites/${site.id}`, { MobileProfiles })
    expect(reply.status, reply.text).toBe(200)
    site = reply.body.data
    return site.MobileProfiles
  }
  const ana = { name: 'Ana Lua', job: 'Direção', email: 'ana@example.org', phone: '+5511999990001' }
  const beto = { name: 'Beto Sol', job: null, email: null, phone: '+5511999990002' }
  beforeEach(async () => {
    const draft = { name: 'Escola nova', location: { formatted: 'Rua 1' }, MobileProfiles: [ana] }
    site = (await world.call(acme, 'POST', 'sites', draft)).body.data
  })

  it('ENT-SITE-06 is an active profile of a manager, whom the place names with job, mailbox and phone', async () => {
    expect(site.MobileProfiles).toEqual([ana])
    expect(await profilesOf(site.id, acme)).toMatchObject([
      {
        name: 'Ana Lua',
        role: 'manager',
        status: 'active',
        SiteId: site.id,
        ClientId: 2,
        siteManager: true,
        MobileUserUuid: null,
        profileProps: { job: 'Direção', email: 'ana@example.org', phone: '+5511999990001' },
      },
    ])
    const { id } = (await profilesOf(site.id))[0]!
    // Every change of the profile is one of the manager.
    await world.call(acme, 'PUT', `maps/${id}`, { role: 'worker' })
    expect((await read()).MobileProfiles).toEqual([])
    await world.call(acme, 'PUT', `maps/${id}`, { role: 'manager' })
    expect((await read()).MobileProfiles).toEqual([ana])
    await world.call(acme, 'PUT', `maps/${id}`, { status: 'deactivated' })
    expect((await read()).MobileProfiles).toEqual([])
    expect((await profile(id)).siteManager).toBe(false)
  })

  it('is known again by mailbox, phone or name, in the order in which the place names them', async () => {
    const { id } = (await profilesOf(site.id))[0]!
    expect(await change([beto, { ...ana, job: 'Coordenação' }])).toEqual([beto, { ...ana, job: 'Coordenação' }])
    const both = await profilesOf(site.id)
    expect(both.map(({ name, siteManager }) => [name, siteManager])).toEqual([
      ['Ana Lua', false],
      ['Beto Sol', true],
    ])
    expect(both[0]!.id).toBe(id)
    expect(await change([{ ...ana, phone: '+5511999990009' }])).toEqual([{ ...ana, phone: '+5511999990009' }])
    expect((await profilesOf(site.id)).map(({ id: one }) => one)).toEqual([id])
    const version = site.version
    await change([{ ...ana, phone: '+5511999990009' }])
    expect(site.version).toBe(version)
    expect(await change([])).toEqual([])
    expect(await profilesOf(site.id)).toEqual([])
  })

  it('stays in the app as a worker once the place names another, and is nobody else under their name', async () => {
    const before = await profile(1)
    const named = { name: before.name, ...before.profileProps }
    expect(((await world.call(acme, 'GET', 'sites/1')).body.data as Site).MobileProfiles).toEqual([named])
    await world.call(acme, 'PATCH', 'sites/1', { MobileProfiles: [beto] })
    expect(await profile(1)).toMatchObject({ name: before.name, role: 'worker', status: 'active', siteManager: false })
    await world.call(acme, 'PATCH', 'sites/1', { MobileProfiles: [named] })
    expect(await profile(1)).toMatchObject({ role: 'manager', siteManager: true, profileProps: before.profileProps })
    expect((await profilesOf(1)).map(({ name }) => name)).not.toContain('Beto Sol')
    // A person who waits for approval is not approved by being named.
    const [waiting] = (await profilesOf(1)).filter(({ status }) => status === 'pending')
    const address = waiting!.profileProps.email
    await world.call(acme, 'PATCH', 'sites/1', { MobileProfiles: [named, { name: 'Outro', email: address }] })
    expect((await profile(waiting!.id)).status).toBe('pending')
    await world.call(acme, 'PATCH', 'sites/1', { MobileProfiles: [named] })
  })

  it('T22 is in the history of the place and of the profile', async () => {
    await change([beto])
    const events = async (resource: string, id: number) =>
      (await world.call(acme, 'GET', `audit-events?noun=${resource}&recordId=${id}&order=id%20DESC`)).body
        .data as AuditEvent[]
    expect((await events('sites', site.id))[0]!.changes).toEqual({ MobileProfiles: { before: [ana], after: [beto] } })
    const [made] = await profilesOf(site.id)
    expect((await events('maps', made!.id))[0]).toMatchObject({
      verb: 'create',
      SiteId: site.id,
      changes: { name: { after: 'Beto Sol' }, role: { after: 'manager' } },
    })
  })

  it('A-062 keeps a place that people of the app have joined, and lets one go that only names somebody', async () => {
    expect((await world.call(acme, 'DELETE', `sites/${site.id}`)).status).toBe(200)
    expect(await profilesOf(site.id)).toEqual([])
    const kept = await world.call(acme, 'DELETE', 'sites/2')
    expect(kept.body.error?.message).toBe('CANNOT_DELETE_WITH_RELATIONS')
    expect((await world.call(acme, 'GET', 'sites/2')).status).toBe(200)
  })

  it('A-069 comes and goes by a sheet unchanged', async () => {
    const all = (await world.call(acme, 'GET', `sites?ids=${site.id}&exportMode=true`)).body.data as Site[]
    expect(all[0]!.MobileProfiles).toEqual([ana])
  })
})
