import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import type { MonitoringProvider } from '@tocsin/core/resources/monitoring-providers/types'
import type { User } from '@tocsin/core/resources/users/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { readAllowed } from '../../server/outbound/internal-addresses'
import { createOutbound, type Address } from '../../server/outbound/outbound'
import { signatureOf } from '../../server/outbox/webhooks'
import { deliver } from '../deliver'
import { startWorld, type Reply, type TestWorld } from '../world'

const PATH = 'monitoring-providers'
const LOOPBACK = [{ address: '127.0.0.1', family: 4 }]

let world: TestWorld
let root: string
let acme: string
let hook: Server
let port: number
let status = 204
const received: { headers: IncomingHttpHeaders; body: string }[] = []
/** The addresses that every name resolves to. */
let resolved: Address[] = LOOPBACK

beforeAll(async () => {
  hook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end()
    })
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  ;({ port } = hook.address() as AddressInfo)
  const outbound = createOutbound({ resolve: async () => resolved, allowed: readAllowed('127.0.0.1') })
  world = await startWorld({ outbound })
  root = await world.token('root')
  acme = await world.token('acme-admin')
})
afterAll(async () => {
  await world.close()
  await new Promise((resolve) => hook.close(resolve))
})
beforeEach(() => {
  received.length = 0
  status = 204
  resolved = LOOPBACK
})

const problems = ({ body }: Reply) =>
  Object.fromEntries((body.error?.errors ?? []).map(({ field, message }) => [field, message]))
const provider = (reply: Reply) => reply.body.data as MonitoringProvider
const create = (draft: object, token = acme) => world.call(token, 'POST', PATH, { email: 'p@example.org', ...draft })
const get = async (id: number, token = acme) => provider(await world.call(token, 'GET', `${PATH}/${id}`))
const names = async (token: string, query = '') =>
  ((await world.call(token, 'GET', `${PATH}?${query}`)).body.data as MonitoringProvider[]).map(({ name }) => name)
const webhook = async (name: string) =>
  provider(await create({ name, callbackUrl: `http://hooks.example.org:${port}/alerts?k=1` }))
/** Delivers as `deliver` does, webhooks as well. */
const sync = async (id: number, more: object = {}) => {
  const reply = await world.call(acme, 'PUT', `${PATH}/${id}`, { ...more, sync: true })
  await deliver(world)
  return reply
}

describe('who sees which', () => {
  it('PROV-12 A-051 PERM-42 shows staff the provider’s own, and a client’s where it is asked for', async () => {
    expect(await names(root)).toEqual(['Central tocsin'])
    expect(await names(root, 'ClientId=2')).toEqual(['Portaria da Acme', 'Segurança 24 horas'])
    expect(await names(root, 'ClientId=2&showInactive=true&order=name DESC&limit=2&offset=1')).toEqual([
      'Ronda antiga',
      'Portaria da Acme',
    ])
    expect(await names(root, 'ClientId=2&includeGlobal=true')).toEqual([
      'Central tocsin',
      'Portaria da Acme',
      'Segurança 24 horas',
    ])
    expect(await names(await world.token('client-manager'))).toEqual([
      'Guarda municipal',
      'Portaria da Acme',
      'Segurança 24 horas',
    ])
  })

  it('T01 T02 tells a client of the provider’s own what it is called and of which kind it is, and nothing else', async () => {
    const global = (await world.call(acme, 'GET', `${PATH}/1`)).body.data as MonitoringProvider
    expect(global).toMatchObject({ id: 1, name: 'Central tocsin', providerType: 'api', active: true, ClientId: 1 })
    const { id: _id, name: _name, providerType: _type, active: _active, ClientId: _client, ...rest } = global
    const { createdAt: _made, updatedAt: _changed, version: _version, ...untold } = rest
    expect(new Set(Object.values(untold).map((value) => JSON.stringify(value)))).toEqual(
      new Set(['null', 'false', '[]']),
    )
    const [listed] = (await world.call(acme, 'GET', `${PATH}?ids=1&includeGlobal=true`)).body
      .data as MonitoringProvider[]
    expect(listed).toEqual(global)
    expect((await get(1, root)).managerUsername).toBe('monitor-admin')
    // Its own are told whole.
    expect((await get(2)).notifyEmail).toBe('portaria@acme.example.org')
    // A hidden field neither finds it nor decides its place.
    for (const [q, total] of [
      ['central-1@', 0],
      ['Central tocsin', 1],
    ] as const)
      expect((await world.call(acme, 'GET', `${PATH}?includeGlobal=true&q=${q}`)).body.total, q).toBe(total)
    const later = await create(
      { name: 'Zênite', ClientId: 1, email: 'aaa@example.org', callbackUrl: 'https://zenite.example.org' },
      root,
    )
    const order = async (token: string) =>
      (await names(token, 'ClientId=1&order=email ASC')).filter((name) => /Zênite|Central tocsin/.test(name))
    expect(await order(root)).toEqual(['Zênite', 'Central tocsin'])
    expect(await order(acme)).toEqual(['Central tocsin', 'Zênite'])
    await world.call(root, 'PUT', `${PATH}/${provider(later).id}`, { email: 'zzz@example.org' })
    expect(await order(root)).toEqual(['Central tocsin', 'Zênite'])
    expect(await order(acme)).toEqual(['Central tocsin', 'Zênite'])
    const { body } = await world.call(acme, 'GET', `audit-events?noun=${PATH}&recordId=1`)
    expect(body.total).toBe(0)
    const index = (await world.call(acme, 'GET', 'search-index')).body.data as { noun: string; id: number }[]
    expect(index.find(({ noun, id }) => noun === PATH && id === 1)).toMatchObject({ subtitle: null, words: null })
    await world.call(root, 'DELETE', `${PATH}/${provider(later).id}`)
  })

  it('PROV-12 A-051 shows a client its own, with the global ones only to who may see them', async () => {
    expect(await names(acme)).toEqual(['Portaria da Acme', 'Segurança 24 horas'])
    expect(await names(acme, 'includeGlobal=true')).toEqual([
      'Central tocsin',
      'Portaria da Acme',
      'Segurança 24 horas',
    ])
    const manager = await world.token('client-manager')
    const refused = await world.call(manager, 'GET', `${PATH}?includeGlobal=true`)
    expect([refused.status, refused.body.error?.details]).toEqual([
      403,
      { permission: 'monitoring-providers:view:global' },
    ])
    for (const [method, path] of [
      ['PATCH', `${PATH}/1`],
      ['DELETE', `${PATH}/1`],
      ['POST', `${PATH}/1/authenticate`],
    ] as const)
      expect((await world.call(acme, method, path, {})).status, method).toBe(403)
  })

  it('A-055 shows the people of a provider that one and no other', async () => {
    const admin = await world.token('monitor-admin')
    expect(await names(admin)).toEqual(['Central tocsin'])
    expect((await world.call(admin, 'GET', `${PATH}/2`)).status).toBe(404)
    expect((await world.call(admin, 'PATCH', `${PATH}/1`, { name: 'x' })).status).toBe(403)
    expect((await get(1, admin)).apiTokens).toEqual([expect.objectContaining({ name: 'painel da central' })])
    expect((await world.call(await world.token('monitor-operator'), 'GET', PATH)).status).toBe(403)
  })
})

describe('each kind', () => {
  it('PROV-13 PROV-08 PROV-09 is made of the form’s values and its client, a webhook with its address', async () => {
    const made = await create({ name: 'Um', callbackUrl: 'https://example.org/x' })
    expect([made.status, provider(made)]).toEqual([
      201,
      expect.objectContaining({ providerType: 'webhook', ClientId: 2, active: true, sync: false, apiTokens: [] }),
    ])
    expect(problems(await create({ name: 'Um', email: 'x', ClientId: 2 }))).toEqual({
      email: 'formErrors.email',
      callbackUrl: 'formErrors.required',
    })
    const { id } = provider(made)
    expect(problems(await world.call(acme, 'PUT', `${PATH}/${id}`, { providerType: 'email' }))).toEqual({
      providerType: 'formErrors.readonly',
    })
  })

  it('T63 says at the field that an address leads inside, in whatever spelling, and that only a webhook has one', async () => {
    for (const host of ['10.0.0.1', '2130706434', '0251.0376.0251.0376', '[::1]', '[::ffff:10.0.0.1]'])
      expect(problems(await create({ name: 'x', callbackUrl: `http://${host}/` })), host).toEqual({
        callbackUrl: 'formErrors.internalAddress',
      })
    const { id } = await webhook('moves')
    const moved = await world.call(acme, 'PATCH', `${PATH}/${id}`, { callbackUrl: 'http://169.254.169.254/' })
    expect(problems(moved)).toEqual({ callbackUrl: 'formErrors.internalAddress' })
    const mail = { name: 'm', providerType: 'email', notifyEmail: 'm@example.org', callbackUrl: 'http://10.0.0.1/' }
    expect(problems(await create(mail))).toEqual({ callbackUrl: 'formErrors.notApplicable' })
  })

  it('PROV-11 makes the first user of an api or standard2 provider with it, invited by mail, or neither', async () => {
    for (const providerType of ['api', 'standard2']) {
      const managerUsername = `manager-${providerType}`
      const manager = { managerName: 'Mara', managerUsername, managerEmail: `${managerUsername}@example.org` }
      const made = provider(await create({ name: providerType, providerType, ...manager }))
      const { body } = await world.call(root, 'GET', `users?MonitoringProviderId=${made.id}`)
      expect(body.data).toEqual([
        expect.objectContaining({
          username: managerUsername,
          userType: 'monitoring-provider',
          role: 'admin',
          MonitoringProviderId: made.id,
          ClientId: 2,
          hasPassword: false,
        }),
      ])
      expect((await deliver(world)).map(({ to }) => to)).toEqual([`${managerUsername}@example.org`])
      const again = await create({
        name: 'again',
        providerType,
        ...manager,
        managerUsername: managerUsername.toUpperCase(),
      })
      expect(problems(again)).toEqual({ managerUsername: 'formErrors.taken' })
      expect(await names(acme, 'q=again')).toEqual([])
      // Its maker does not see its people, and is still told why it stays.
      const kept = await world.call(acme, 'DELETE', `${PATH}/${made.id}`)
      expect([kept.status, kept.body.error]).toEqual([
        400,
        { message: 'CANNOT_DELETE_WITH_RELATIONS', details: { relations: [{ noun: 'users' }] } },
      ])
    }
  })

  it('A-043 lets staff make a provider’s users, who belong to its client and see that provider alone', async () => {
    const user = {
      name: 'Nova',
      username: 'nova-central',
      email: 'nova@example.org',
      userType: 'monitoring-provider',
      role: 'admin',
      password: 'Abcdef12',
      passwordConfirm: 'Abcdef12',
    }
    expect(problems(await world.call(root, 'POST', 'users', user))).toEqual({
      MonitoringProviderId: 'formErrors.required',
    })
    expect((await world.call(acme, 'POST', 'users', { ...user, MonitoringProviderId: 3 })).status).toBe(400)
    const made = await world.call(root, 'POST', 'users', { ...user, MonitoringProviderId: 3 })
    expect(made.body.data as User).toMatchObject({ MonitoringProviderId: 3, ClientId: 2 })
    const login = { username: user.username, password: user.password }
    const { token } = (await world.call(null, 'POST', 'authentication/login', login)).body.data as { token: string }
    expect(await names(token)).toEqual(['Segurança 24 horas'])
    const colleague = { ...user, username: 'colega', MonitoringProviderId: 3, role: 'operator' }
    expect((await world.call(token, 'POST', 'users', colleague)).status).toBe(201)
    for (const MonitoringProviderId of [1, 2])
      expect(
        problems(await world.call(token, 'POST', 'users', { ...colleague, username: 'outro', MonitoringProviderId })),
      ).toEqual({ MonitoringProviderId: 'formErrors.notFound' })
    const deleted = await world.call(acme, 'DELETE', `${PATH}/3`)
    expect(deleted.body.error?.message).toBe('CANNOT_DELETE_WITH_RELATIONS')
  })
})

describe('API tokens', () => {
  it('PROV-15 PROV-16 ENT-PROV-02 A-117 answers a token once, by either path, and lists it by its name', async () => {
    const first = await world.call(acme, 'POST', `${PATH}/2/authenticate`, { name: 'painel' })
    const second = await world.call(acme, 'POST', `${PATH}/v2/2/authenticate`, {})
    const tokens = [first, second].map(({ body }) => (body.data as { token: string }).token)
    for (const token of tokens) expect(token).toMatch(/^tocsin_[\w-]{43}$/)
    expect(tokens[0]).not.toBe(tokens[1])
    const now = new Date(world.clock.now).toISOString()
    const { apiTokens } = await get(2)
    expect(apiTokens.map(({ id: _, ...rest }) => rest)).toEqual([
      { name: 'portaria', createdAt: expect.any(String) as string, updatedAt: expect.any(String) as string },
      { name: 'painel', createdAt: now, updatedAt: now },
      { name: 'token 1', createdAt: now, updatedAt: now },
    ])
    const everything = await withServer(world.database, async (tx) => {
      const tables = ['provider_tokens', 'audit_events', 'idempotency_keys', 'outbox', 'monitoring_providers']
      return JSON.stringify(
        await Promise.all(tables.map(async (table) => (await sql`select * from ${sql.table(table)}`.execute(tx)).rows)),
      )
    })
    for (const token of tokens) expect(everything + world.logs.join('')).not.toContain(token)
    const { body } = await world.call(acme, 'GET', `audit-events?noun=${PATH}&recordId=2&limit=1`)
    expect((body.data as AuditEvent[])[0]).toMatchObject({
      verb: 'authenticate',
      changes: { apiTokens: { before: null, after: 'token 1' } },
    })
  })

  it('is not told again under the same key, nor made twice under one name', async () => {
    const key = { 'idempotency-key': 'once-more' }
    const ask = async () =>
      ((await world.call(acme, 'POST', `${PATH}/6/authenticate`, {}, key)).body.data as { token?: string } | undefined)
        ?.token
    expect(await ask()).toBeUndefined()
    const vazia = await world.token('vazia-admin')
    const told = async () =>
      ((await world.call(vazia, 'POST', `${PATH}/v2/6/authenticate`, {}, key)).body.data as { token: string }).token
    expect(await told()).not.toBe(await told())
    const twice = await world.call(vazia, 'POST', `${PATH}/6/authenticate`, { name: 'token 1' })
    expect(problems(twice)).toEqual({ name: 'formErrors.taken' })
  })

  it('revokes one by its name, and says what cannot be', async () => {
    await world.call(acme, 'POST', `${PATH}/2/authenticate`, { name: 'velho' })
    const revoked = await world.call(acme, 'POST', `${PATH}/2/revoke-token`, { name: 'velho' })
    expect(provider(revoked).apiTokens.map(({ name }) => name)).not.toContain('velho')
    expect(problems(await world.call(acme, 'POST', `${PATH}/2/revoke-token`, { name: 'velho' }))).toEqual({
      name: 'formErrors.notFound',
    })
    const ofWebhook = await world.call(acme, 'POST', `${PATH}/3/authenticate`, {})
    expect(ofWebhook.body.error?.details).toEqual({ reason: 'resources.monitoring-providers.noTokensOfWebhooks' })
  })
})

describe('pushing', () => {
  it('T64 signs in a way that anybody with the secret can work out, and nobody without', () => {
    // openssl dgst -sha256 -hmac whsec_example, over the text with its time before it
    const vector = 'v1=de09a3710078cd66ee526d1609d03fbf4c99827a02f10a4c604bdd23854b087c'
    const [timestamp, body] = [1_767_225_600, '{"event":"ação"}'] as const
    expect(signatureOf('whsec_example', timestamp, body)).toBe(vector)
    for (const other of [
      signatureOf('whsec_example', timestamp + 1, body),
      signatureOf('whsec_example', timestamp, `${body} `),
      signatureOf('whsec_exemple', timestamp, body),
    ])
      expect(other).not.toBe(vector)
  })

  it('PROV-14 A-117 T64 sends the provider’s data again, signed with the secret that was told once', async () => {
    const { id, syncedAt } = await webhook('Empurrado')
    expect(syncedAt).toBeNull()
    const { secret } = (await world.call(acme, 'POST', `${PATH}/${id}/renew-secret`)).body.data as { secret: string }
    const synced = provider(await sync(id, { name: 'Empurrado!' }))
    expect(synced).toMatchObject({ name: 'Empurrado!', sync: false, syncedAt: new Date(world.clock.now).toISOString() })
    const [delivery] = received
    expect(received).toHaveLength(1)
    const payload = JSON.parse(delivery!.body) as { id: string; event: string; data: object }
    expect(payload).toMatchObject({
      event: 'monitoring-provider.sync',
      data: { id, name: 'Empurrado!', providerType: 'webhook', ClientId: 2 },
    })
    const timestamp = delivery!.headers['tocsin-timestamp'] as string
    expect(Number(timestamp)).toBe(Math.floor(world.clock.now / 1000))
    expect(delivery!.headers['tocsin-delivery']).toBe(payload.id)
    const expected = createHmac('sha256', secret).update(`${timestamp}.${delivery!.body}`).digest('hex')
    // The secret before it signs as well, which nobody has been told.
    expect(delivery!.headers['tocsin-signature']?.toString().split(',')).toEqual([`v1=${expected}`, expect.any(String)])
    expect((await get(id)).delivery).toEqual({ at: new Date(world.clock.now).toISOString(), outcome: 'DELIVERED' })
    // Another one is told from then on, and the one before signs beside it for a day.
    const next = (await world.call(acme, 'POST', `${PATH}/${id}/renew-secret`)).body.data as { secret: string }
    expect(next.secret).not.toBe(secret)
    await sync(id)
    const { headers, body } = received[1]!
    const at = Number(headers['tocsin-timestamp'])
    const both = [next.secret, secret].map((one) => signatureOf(one, at, body))
    expect(headers['tocsin-signature']).toBe(both.join())
  })

  it('T63 sends nothing to a name that leads inside when it is sent to, says so, and tries again later', async () => {
    const { id } = await webhook('Rebatido')
    resolved = [...LOOPBACK, { address: '10.0.0.7', family: 4 }]
    await sync(id)
    expect(received).toEqual([])
    expect((await get(id)).delivery?.outcome).toBe('INTERNAL_ADDRESS')
    expect(world.logs.join('')).not.toContain('hooks.example.org')
    resolved = LOOPBACK
    await deliver(world)
    expect(received).toEqual([])
    world.clock.now += 10 * 60_000
    await deliver(world)
    expect(received).toHaveLength(1)
    acme = await signIn('acme-admin')
    expect((await get(id)).delivery?.outcome).toBe('DELIVERED')
  })

  it('follows no redirect, and hands a retried delivery over under the same id', async () => {
    const { id } = await webhook('Mudado')
    status = 302
    await sync(id)
    expect((await get(id)).delivery?.outcome).toBe('REDIRECTED')
    status = 204
    world.clock.now += 10 * 60_000
    await deliver(world)
    expect(new Set(received.map(({ headers }) => headers['tocsin-delivery'])).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['tocsin-signature'])).size).toBe(2)
  })

  it('forgets what was to be told to a webhook that is switched off or gone', async () => {
    acme = await signIn('acme-admin')
    const { id } = await webhook('Passageiro')
    await world.call(acme, 'PUT', `${PATH}/${id}`, { sync: true })
    await world.call(acme, 'PUT', `${PATH}/${id}`, { active: false })
    await deliver(world)
    expect(received).toEqual([])
    expect((await world.call(acme, 'DELETE', `${PATH}/${id}`)).status).toBe(200)
  })

  it('writes to the address of an e-mail provider, and only notes the time where there is nobody to push to', async () => {
    const sent = await world.call(acme, 'POST', `${PATH}/2/sync`)
    expect(provider(sent).syncedAt).toBe(new Date(world.clock.now).toISOString())
    const [mail] = await deliver(world)
    expect(mail).toMatchObject({ channel: 'mail', to: 'portaria@acme.example.org' })
    expect(mail?.text).toContain('Portaria da Acme')
    const telegram = { name: 't', providerType: 'telegram' }
    const { id } = provider(await create(telegram))
    expect(provider(await sync(id)).syncedAt).not.toBeNull()
    const blocked = await world.call(acme, 'POST', `${PATH}/${id}/sync`)
    expect(blocked.body.error?.details).toEqual({ reason: 'resources.monitoring-providers.nothingToPush' })
  })
})

async function signIn(username: string): Promise<string> {
  const login = { username, password: 'Demo1234' }
  return ((await world.call(null, 'POST', 'authentication/login', login)).body.data as { token: string }).token
}
