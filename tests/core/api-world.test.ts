import { createClient } from '@tocsin/core/api/client'
import { features, refreshToken, showsPlaygroundIn, signOut } from '@tocsin/core/api/auth'
import { needsVerification, signIn } from '@tocsin/core/api/sign-in'
import { FEATURES } from '@tocsin/core/base/constants'
import type { ApiError } from '@tocsin/core/base/errors'
import { fetchTransport } from '@tocsin/core/api/fetch-transport'
import { createHttp, type Http, type Transport } from '@tocsin/core/api/http'
import { apps } from '@tocsin/core/resources/apps/index'
import { projects } from '@tocsin/core/resources/projects/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { teams } from '@tocsin/core/resources/teams/index'
import { createSession, profileFrom, type Profile } from '@tocsin/core/api/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTransport } from '../../cli/transport'
import { ACME } from '../../fixtures/clients'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
const terminal = createTransport({ userAgent: 'tocsin/test' })
beforeAll(async () => {
  world = await startWorld({ features: { 'new-client-tocsin-mgmt-routes': true } })
  await world.listen()
})
afterAll(async () => {
  terminal.close()
  await world.close()
})

describe.each([
  ['fetch', fetchTransport(fetch)],
  ['node:http', terminal.send],
] as [string, Transport][])('the server over %s', (_name, transport) => {
  const parts = { transport, locale: () => 'pt-BR' as const, now: () => world.clock.now }
  let anonymous: Http

  async function signedIn(username: string, routesV2 = false) {
    anonymous = createHttp({ ...parts, base: `${world.url}/api` })
    const answer = await signIn(anonymous, username, DEMO_PASSWORD)
    if (needsVerification(answer)) throw new Error('wants a code')
    const state = { profile: profileFrom(answer) as Profile | null, calls: 0 }
    const session = createSession({
      store: {
        read: async () => state.profile,
        write: async (profile) => void (state.profile = profile),
        exclusively: (run) => run(),
      },
      callRefresh: (token) => {
        state.calls++
        return refreshToken(anonymous, token)
      },
      now: () => world.clock.now,
      pause: async () => undefined,
    })
    const http = createHttp({ ...parts, base: `${world.url}/api`, session, routesV2: () => routesV2 })
    return { state, http, client: createClient(http) }
  }
  const codeOf = (error: unknown) => (error as ApiError).code

  it('SESS-01 signs in, asks, and is nobody once signed out', async () => {
    const { client, state } = await signedIn('acme-admin')
    const { rows, total } = await client.list(sites, { limit: 3, order: 'name ASC' })
    expect([rows.length, rows.every(({ ClientId }) => ClientId === ACME), total > 1000]).toEqual([3, true, true])
    await signOut(anonymous, state.profile?.token ?? '')
    await expect(client.list(sites)).rejects.toMatchObject({ kind: 'authentication' })
  })

  it('SESS-01 hears of a second step, and of what is wrong', async () => {
    const http = createHttp({ ...parts, base: `${world.url}/api` })
    const answer = await signIn(http, 'acme-mfa', DEMO_PASSWORD)
    expect(needsVerification(answer) && answer.mfaValues).toEqual(['email', 'phone'])
    expect(await signIn(http, 'acme-admin', 'wrong').catch(codeOf)).toBe('INVALID_USERNAME_OR_PASSWORD')
    expect(await signIn(http, '', '').catch(codeOf)).toBe('MISSING_USERNAME_OR_PASSWORD')
  })

  it('SESS-04 SESS-05 stays signed in past the end of its token', async () => {
    const { client, state } = await signedIn('acme-admin')
    const first = state.profile
    const then = world.clock.now
    world.clock.now = (first?.expiredAt ?? 0) + 1000
    try {
      const answers = await Promise.all(Array.from({ length: 40 }, () => client.list(sites, { limit: 1 })))
      expect(answers).toHaveLength(40)
      expect(state.calls).toBe(1)
      expect(state.profile?.token).not.toBe(first?.token)
      expect(state.profile?.expiredAt).toBeGreaterThan(world.clock.now)
    } finally {
      world.clock.now = then
    }
  })

  it('API-06 FLAG-02 goes by the user type where the flag says so', async () => {
    const { client, http, state } = await signedIn('acme-admin', true)
    expect((await client.list(sites, { limit: 1 })).rows).toHaveLength(1)
    // Another type's way is closed.
    const wrong = createHttp({ ...parts, base: `${world.url}/api/v2/tocsin` })
    await expect(wrong({ method: 'GET', path: 'sites', token: state.profile?.token ?? '' })).rejects.toMatchObject({
      status: 403,
      code: 'WRONG_ROUTE',
    })
    expect((await http({ method: 'GET', path: 'features', token: 'none' })).status).toBe(200)
  })

  it('FLAG-01 FLAG-03 lists the features with their default values', async () => {
    const list = await features(createHttp({ ...parts, base: `${world.url}/api` }))
    expect(list.map(({ name }) => name)).toEqual([...FEATURES])
    expect(list.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['reg-handler-v2', 'playground-view', 'attachments-type-selection', 'attachments-field']),
    )
    expect(list.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'multilayer-dropdown',
        'subscriber-v2-token-gen',
        'tocsin-user-dashboard-client-section',
        'token-mobile-v3',
      ]),
    )
    expect(list.filter(({ defaultValue }) => defaultValue)).toEqual([
      { name: 'new-client-tocsin-mgmt-routes', defaultValue: true },
    ])
  })

  it('FLAG-09 CLIENT-09 turns the playground on by its flag alone, and off again', async () => {
    const asked = () => features(createHttp({ ...parts, base: `${world.url}/api` }))
    const before = world.parts.features
    try {
      world.parts.features = { 'reg-handler-v2': true }
      expect(showsPlaygroundIn(await asked())).toBe(false)
      world.parts.features = { 'playground-view': true }
      expect(showsPlaygroundIn(await asked())).toBe(true)
    } finally {
      world.parts.features = before
    }
    expect(showsPlaygroundIn(await asked())).toBe(false)
  })

  it('ERR-07 tells what was refused, with the request that it was', async () => {
    const { client } = await signedIn('root')
    const error = (await client.create(sites, { ClientId: ACME }).catch((thrown: unknown) => thrown)) as ApiError
    expect([error.status, error.kind, error.requestId]).toEqual([400, 'bad-request', expect.stringMatching(/^req-/)])
    expect(error.fields.map(({ field }) => field)).toContain('name')
    await expect(client.get(sites, 2_000_000_000)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const guest = await signedIn('guest')
    await expect(guest.client.list(sites)).rejects.toMatchObject({
      status: 403,
      kind: 'forbidden',
      details: { permission: 'sites:view' },
    })
  })

  it('TEAM-08 A-070 writes a team among the sites and it is one', async () => {
    const { client } = await signedIn('root')
    const draft = { name: 'Ronda', ClientId: ACME, location: { formatted: 'Rua A' }, timezone: 'America/Sao_Paulo' }
    const team = await client.create(teams, draft)
    expect(team.siteType).toBe('team')
    const off = await client.act(teams, 'deactivate', team)
    expect([off.id, off.active, off.siteType]).toEqual([team.id, false, 'team'])
    expect((await client.list(teams, { ids: [team.id], showInactive: true })).total).toBe(1)
    await client.remove(teams, team.id)
  })

  it('runs an action, and refuses a change of what somebody changed since', async () => {
    const { client } = await signedIn('root')
    const app = await client.create(apps, { name: 'Alarme', clientId: ACME, projectId: ACME })
    const published = await client.act(apps, 'publish', app, { versionComment: 'primeira' })
    expect([published.publishedVersion, published.version]).toEqual([1, app.version + 1])
    await expect(client.update(apps, app.id, { name: 'x' }, { version: app.version })).rejects.toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
    })
    const taken = await client.act(apps, 'unpublish', published)
    await expect(client.act(apps, 'unpublish', taken)).rejects.toMatchObject({ status: 400, code: 'BLOCKED' })
    await client.remove(apps, app.id)
  })

  it('API-17 answers a repeated creation with the first one, and changes it by PATCH', async () => {
    const { client } = await signedIn('root')
    const draft = { name: 'Projeto', description: 'x', ClientId: ACME }
    const key = `contract-${_name}`
    const one = await client.create(projects, draft, { key })
    const other = await client.create(projects, draft, { key })
    expect(other).toEqual(one)
    await client.patch(projects, one.id, { description: 'y' })
    expect((await client.get(projects, one.id)).description).toBe('y')
    await client.remove(projects, one.id)
  })

  it('CONST-07 CONST-29 gives 50 rows in ascending order, and projects the newest first', async () => {
    const { client } = await signedIn('root')
    const ids = (await client.list(sites)).rows.map(({ id }) => id)
    expect(ids).toHaveLength(50)
    expect(ids).toEqual([...ids].sort((one, other) => one - other))
    const newest = (await client.list(projects)).rows.map(({ id }) => id)
    expect(newest.length).toBeGreaterThan(3)
    expect(newest).toEqual([...newest].sort((one, other) => other - one))
  })

  it('walks every row once, by id and in an order', async () => {
    const { client } = await signedIn('acme-admin')
    for (const query of [{}, { order: 'name DESC' }]) {
      const ids: number[] = []
      for await (const page of client.all(sites, query, 400)) ids.push(...page.rows.map(({ id }) => id))
      const { total } = await client.list(sites, { ...query, limit: 1 })
      expect([ids.length, new Set(ids).size]).toEqual([total, total])
    }
  })

  it('API-13 sends files that the server reads back byte by byte', async () => {
    const { client } = await signedIn('root')
    // The sheet contains the boundary that is tried first, and a name that would end its header.
    const rows = [
      'siteName,siteAddress',
      'Creche Zoé,"--tocsin-boundary\r\n--tocsin-boundary--"',
      'Creche Íris,"Rua ""B"", 2"',
    ]
    const file = { name: 'a"b\r\n.csv', type: '', bytes: new TextEncoder().encode(rows.join('\r\n')) }
    const { data } = await client
      .upload<Record<string, unknown>>(`clients/${ACME}/upload`, { csvSites: file }, {}, { query: { dryRun: true } })
      .catch((error: ApiError) => ({ data: { code: error.code, details: error.details } as Record<string, unknown> }))
    expect(data).toMatchObject({ created: 2 })
  })
})
