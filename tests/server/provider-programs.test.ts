import { createHash } from 'node:crypto'
import type { AlertAssignment } from '@tocsin/core/resources/alert-assignments/types'
import type { AlertDelivery } from '@tocsin/core/resources/alert-deliveries/types'
import type { AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACME, BOREALIS } from '../../fixtures/clients'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { API_TOKENS_OF_NETWORK } from '../../server/attempts/limits'
import { withServer } from '../../server/context/actor'
import { KINDS } from '../../server/secrets/tokens'
import { assignmentsOf, handOver, historyOf, logOf, raise } from '../alert-providers'
import { startWorld, type TestWorld } from '../world'
import { note, openStream } from './stream-client'

const PATH = 'monitoring-providers'
/** A provider of the company itself, which serves every client, and one of Acme alone, with its own mailbox. */
const [CENTRAL, PORTARIA] = [1, 2]

let world: TestWorld
let root: string
/** API tokens of the two providers. */
let central: string
let portaria: string

beforeAll(async () => {
  world = await startWorld({ streams: { beat: 100 } })
  await world.listen()
  root = await world.token('root')
  central = await newToken(CENTRAL, 'painel')
  portaria = await newToken(PORTARIA, 'guarita')
})
afterAll(() => world.close())
beforeEach(async () => {
  root = await signIn('root')
})
afterEach(() => Object.assign(world.parts.fences, { code: true, database: true }))

const signIn = async (username: string): Promise<string> =>
  (
    (await world.call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })).body.data as {
      token: string
    }
  ).token
type NewToken = { token: string; name: string; externalToken?: string; expiresAt?: string }
const authenticate = async (providerId: number, name: string, path = `${PATH}/${providerId}/authenticate`) =>
  (await world.call(root, 'POST', path, { name })).body.data as NewToken
const newToken = async (providerId: number, name: string) => (await authenticate(providerId, name)).token
/** Returns an API token of another provider, which no channel has. */
async function provider(name: string): Promise<string> {
  const draft = { name, email: 'r@example.org', providerType: 'email', notifyEmail: 'r@example.org', ClientId: ACME }
  const { id } = (await world.call(root, 'POST', PATH, draft)).body.data as { id: number }
  return newToken(id, 'qualquer')
}
const get = async <R>(token: string, path: string) => (await world.call(token, 'GET', path)).body.data as R
const ids = async (token: string, path = 'alerts') => (await get<{ id: number }[]>(token, path)).map(({ id }) => id)

describe('reading', () => {
  it.each([
    ['both fences', {}],
    ['the code alone', { database: false }],
    ['the database alone', { code: false }],
  ])('A-157 K6 T82 shows a program the alerts of its provider and nothing else, by %s', async (_, fences) => {
    Object.assign(world.parts.fences, fences)
    expect((await ids(central)).toSorted((a, b) => a - b)).toEqual([1, 4, 5])
    expect(await ids(portaria)).toEqual([1])
    for (const id of [2, 3, 4, 5, 6])
      expect((await world.call(portaria, 'GET', `alerts/${id}`)).status, String(id)).toBe(404)
    const whose = async (path: string) => [
      ...new Set(
        (await get<AlertAssignment[]>(portaria, path)).map((one) => `${one.AlertId} ${one.MonitoringProviderId}`),
      ),
    ]
    expect(await whose('alert-assignments')).toContain('1 2')
    expect((await whose('alert-deliveries')).every((one) => one === '1 2')).toBe(true)
    expect(new Set((await get<AlertHistory[]>(portaria, 'alert-histories')).map(({ AlertId }) => AlertId))).toEqual(
      new Set([1]),
    )
    if (world.parts.fences.database)
      expect((await get<Alert>(portaria, 'alerts/1')).MonitoringProviders.map(({ id }) => id)).toEqual([PORTARIA])
  })

  it('A-157 tells a program how client and site are called, which it does not read otherwise', async () => {
    const alert = await get<Alert>(central, 'alerts/1')
    expect(alert).toMatchObject({
      Client: { name: expect.any(String) as string },
      Site: { name: expect.any(String) as string },
    })
    const people = await get<Alert>(await signIn('monitor-admin'), 'alerts/1')
    expect([people.Client, people.Site]).toEqual([alert.Client, alert.Site])
  })
})

describe('everything else', () => {
  it('A-157 K6 is refused to a program by 403, on every route of the API', async () => {
    const open = new Set([
      'GET /alerts',
      'GET /alerts/stream',
      'POST /broadcast-messages',
      'GET /alerts/{id}',
      'GET /alerts/{id}/attachments',
      'POST /alerts/{id}/acknowledge',
      'GET /alert-assignments',
      'GET /alert-assignments/{id}',
      'GET /alert-histories',
      'GET /alert-histories/{id}',
      'GET /alert-deliveries',
      'GET /alert-deliveries/{id}',
      'POST /broadcast-messages',
    ])
    const { body } = await world.app
      .inject({ url: '/openapi.json' })
      .then((reply) => ({ body: reply.json<{ paths: Record<string, Record<string, { security?: unknown[] }>> }>() }))
    const wrong: string[] = []
    let refused = 0
    for (const [path, methods] of Object.entries(body.paths))
      for (const [method, { security }] of Object.entries(methods)) {
        const name = `${method.toUpperCase()} ${path}`
        if ('servers' in methods || !/^(get|post|put|patch|delete)$/.test(method) || security?.length === 0) continue
        if (/^\/(authentication|public|files)\//.test(path)) continue
        const wait = path.endsWith('/stream') ? '?wait=0' : ''
        const address = `/api${path}${wait}`.replace(/\{[^}]+\}/g, '1')
        const { status, body: reply } = await world.call(
          central,
          method.toUpperCase(),
          address,
          method === 'get' ? undefined : {},
        )
        const isRefused = status === 403 && reply.error?.details?.['reason'] === 'notices.notForPrograms'
        if (isRefused) refused++
        if (isRefused === open.has(name)) wrong.push(`${name}: ${status}`)
      }
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(100)
  })

  it('is refused at the routes of another type of user, and open at those of its own', async () => {
    expect((await world.call(central, 'GET', '/api/v2/monitoring-provider/alerts')).status).toBe(200)
    expect((await world.call(central, 'GET', '/api/v2/client/alerts')).status).toBe(403)
  })
})

describe('delivery', () => {
  it('A-154 A-157 is done when a program fetches the list, and processes the alert', async () => {
    const [first, second] = [await raise(world, [CENTRAL]), await raise(world, [CENTRAL], { ClientId: BOREALIS })]
    await handOver(world)
    expect((await assignmentsOf(world, first))[0]).toMatchObject({ delivery: 'waiting' })
    expect(await ids(central, 'alerts?limit=2')).toEqual([second, first])
    const now = new Date(world.clock.now).toISOString()
    for (const id of [first, second]) {
      expect((await assignmentsOf(world, id))[0]).toMatchObject({
        delivery: 'delivered',
        delivered_at: now,
        attempts: 1,
      })
      expect((await get<Alert>(root, `alerts/${id}`)).processedAt).toBe(now)
      expect(await historyOf(world, id)).toEqual([
        expect.objectContaining({
          event: 'delivered',
          actor: { kind: 'program', id: expect.any(Number) as number, name: 'painel' },
        }),
      ])
      expect(await logOf(world, id)).toEqual([
        expect.objectContaining({ outcome: 'FETCHED', request: { by: 'program' } }) as AlertDelivery,
      ])
    }
    // Once: another look delivers nothing again.
    await ids(central)
    expect(await logOf(world, first)).toHaveLength(1)
  })

  it('is not done by people of the provider who look, and is once they acknowledge', async () => {
    const id = await raise(world, [CENTRAL])
    const operator = await signIn('monitor-operator')
    await get(operator, `alerts/${id}`)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'waiting' })
    expect((await world.call(operator, 'POST', `alerts/${id}/acknowledge`, {})).status).toBe(200)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'delivered' })
    expect((await logOf(world, id))[0]).toMatchObject({ outcome: 'ACKNOWLEDGED' })
  })

  it('is not done for a mailbox by a program that fetches, since the mail is still to be sent', async () => {
    const id = await raise(world, [PORTARIA])
    await get(portaria, `alerts/${id}`)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'waiting' })
    expect(await handOver(world)).toHaveLength(1)
  })

  it('finds the provider reachable again', async () => {
    const failingSince = () =>
      get<{ failingSince: string | null }>(root, `${PATH}/${CENTRAL}`).then((one) => one.failingSince)
    await raise(world, [CENTRAL])
    await handOver(world)
    world.clock.now += 24 * 3_600_000
    await handOver(world)
    root = await signIn('root')
    expect(await failingSince()).not.toBeNull()
    await ids(central)
    expect(await failingSince()).toBeNull()
  })
})

describe('the stream', () => {
  it('A-154 A-157 T82 tells a program its alerts, which are delivered by it, and ends with its token', async () => {
    const token = await newToken(CENTRAL, 'fluxo')
    const stream = await openStream(world.url, token)
    try {
      await stream.until(({ hello }) => hello)
      const [others, theirs] = [await raise(world, [PORTARIA]), await raise(world, [CENTRAL])]
      for (const id of [others, theirs]) await note(world.parts.database, id, 'novo')
      const delivered = await stream.until(({ event }) => event === 'delivered')
      expect(delivered).toMatchObject({
        alert: { id: theirs, MonitoringProviders: [{ id: CENTRAL }] },
        history: { actor: { kind: 'program', name: 'fluxo' } },
      })
      expect(stream.happenings().map(({ alert }) => alert?.id)).toEqual([theirs, theirs])
      expect((await assignmentsOf(world, theirs))[0]).toMatchObject({ delivery: 'delivered' })
      await world.call(root, 'POST', `${PATH}/${CENTRAL}/revoke-token`, { name: 'fluxo' })
      await stream.ended
      expect(stream.lines.at(-1)).toEqual({ end: 'session' })
    } finally {
      stream.close()
    }
  })

  it('A-154 T83 counts no alert as delivered whose line a slow program was not sent', async () => {
    const [program, quick] = [
      await openStream(world.url, await newToken(CENTRAL, 'lento')),
      await openStream(world.url, root),
    ]
    try {
      for (const stream of [program, quick]) await stream.until(({ hello }) => hello)
      program.message.pause()
      const first = await raise(world, [CENTRAL])
      // Together the lines of 200 kB are more than the sockets and the queue take. Four at a time fit, so the quick reader
      // keeps up.
      const long = 'x'.repeat(200_000)
      for (let count = 1; count <= 60; count++) {
        await note(world.parts.database, first, `${count} ${long}`)
        if (count % 4 === 0) await quick.until(({ history }) => history?.['text'] === `${count} ${long}`)
      }
      const missed = await raise(world, [CENTRAL])
      await note(world.parts.database, missed, 'perdido')
      await quick.until(({ history }) => history?.['text'] === 'perdido')
      await note(world.parts.database, first, 'depois')
      await quick.until(({ history }) => history?.['text'] === 'depois')
      expect((await assignmentsOf(world, first))[0]).toMatchObject({ delivery: 'delivered' })
      expect((await assignmentsOf(world, missed))[0]).toMatchObject({ delivery: 'waiting' })
    } finally {
      for (const stream of [program, quick]) stream.close()
    }
  }, 60_000)
})

describe('broadcast messages', () => {
  it('A-157 are posted by a program to a channel of its provider, and to no other', async () => {
    const channel = 7
    const post = (token: string, ChannelId: number) =>
      world.call(token, 'POST', 'broadcast-messages', { text: 'Chuva forte', ChannelId })
    const made = await post(central, channel)
    expect([made.status, made.body.data]).toEqual([
      201,
      expect.objectContaining({ ChannelId: channel, MonitoringProviderId: CENTRAL, sentAt: null }),
    ])
    const { id } = made.body.data as { id: number }
    const [event] = await get<AuditEvent[]>(root, `audit-events?noun=broadcast-messages&recordId=${id}`)
    expect(event?.changes).toMatchObject({ actor: { after: 'program' }, token: { after: 'painel' } })
    const guards = await provider('Ronda')
    expect((await post(guards, channel)).status).toBe(400)
    for (const [method, path] of [
      ['GET', 'broadcast-messages'],
      ['POST', `broadcast-messages/${id}/approve`],
    ] as const)
      expect((await world.call(central, method, path, method === 'GET' ? undefined : {})).status).toBe(403)
  })
})

describe('acknowledging', () => {
  it('A-157 K6 is told in timeline and history as the program’s, by the name of its token', async () => {
    const id = await raise(world, [PORTARIA])
    const done = await world.call(portaria, 'POST', `alerts/${id}/acknowledge`, { text: 'Viatura a caminho' })
    expect(done.status).toBe(200)
    const program = { kind: 'program', id: expect.any(Number) as number, name: 'guarita' }
    expect(await historyOf(world, id)).toEqual([
      expect.objectContaining({ event: 'acknowledged', actor: program, text: 'Viatura a caminho' }),
      expect.objectContaining({ event: 'delivered', actor: program }),
    ])
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'delivered' })
    const [event] = await get<AuditEvent[]>(root, `audit-events?noun=alerts&recordId=${id}&limit=1`)
    expect(event).toMatchObject({
      verb: 'acknowledge',
      UserId: null,
      username: null,
      changes: { actor: { before: null, after: 'program' }, token: { before: null, after: 'guarita' } },
    })
    expect((await world.call(portaria, 'POST', 'alerts/4/acknowledge', {})).status).toBe(404)
  })

  it('K6 keeps the idempotency keys of a program apart from those of users and of other programs', async () => {
    const id = await raise(world, [PORTARIA, CENTRAL])
    const key = { 'idempotency-key': 'the-same' }
    const acknowledge = (token: string, text: string) =>
      world.call(token, 'POST', `alerts/${id}/acknowledge`, { text }, key)
    expect((await acknowledge(portaria, 'um')).headers['idempotent-replayed']).toBeUndefined()
    expect((await acknowledge(central, 'dois')).status).toBe(200)
    expect((await acknowledge(root, 'três')).status).toBe(200)
    expect((await acknowledge(portaria, 'um')).headers['idempotent-replayed']).toBe('true')
    expect((await acknowledge(portaria, 'outro')).status).toBe(422)
    const texts = (await historyOf(world, id)).filter(({ event }) => event === 'acknowledged').map(({ text }) => text)
    expect(texts).toEqual(['um', 'dois', 'três'])
  })
})

describe('tokens', () => {
  it('A-157 stops at once when the token is revoked, and when its provider is switched off', async () => {
    const token = await newToken(CENTRAL, 'passageiro')
    expect((await world.call(token, 'GET', 'alerts')).status).toBe(200)
    await world.call(root, 'POST', `${PATH}/${CENTRAL}/revoke-token`, { name: 'passageiro' })
    expect((await world.call(token, 'GET', 'alerts')).status).toBe(401)
    await world.call(root, 'POST', `${PATH}/${CENTRAL}/deactivate`, {})
    expect((await world.call(central, 'GET', 'alerts')).status).toBe(401)
    await world.call(root, 'POST', `${PATH}/${CENTRAL}/activate`, {})
    expect((await world.call(central, 'GET', 'alerts')).status).toBe(200)
  })

  it('SESS-13 CONST-05 A-034 answers a token of one hour by the second path, which opens the same', async () => {
    const made = await authenticate(CENTRAL, 'página', `${PATH}/v2/${CENTRAL}/authenticate`)
    expect(made.token).toMatch(/^tocsin_/)
    expect(made.expiresAt).toBe(new Date(world.clock.now + 3_600_000).toISOString())
    const external = made.externalToken!
    expect(KINDS.external.life).toBe(3_600_000)
    expect((await ids(external)).toSorted((a, b) => a - b)).toEqual((await ids(central)).toSorted((a, b) => a - b))
    expect((await world.call(external, 'GET', `${PATH}/${CENTRAL}`)).status).toBe(403)
    world.clock.now += 3_600_000 - 1000
    expect((await world.call(external, 'GET', 'alerts')).status).toBe(200)
    world.clock.now += 1000
    const late = await world.call(external, 'GET', 'alerts')
    expect([late.status, late.body.error?.message]).toEqual([401, 'JWT_EXPIRED'])
    expect((await world.call(made.token, 'GET', 'alerts')).status).toBe(200)
  })

  it('SESS-13 ends the token of one hour with the API token', async () => {
    const { externalToken } = await authenticate(CENTRAL, 'curto', `${PATH}/v2/${CENTRAL}/authenticate`)
    await world.call(root, 'POST', `${PATH}/${CENTRAL}/revoke-token`, { name: 'curto' })
    expect((await world.call(externalToken!, 'GET', 'alerts')).status).toBe(401)
  })

  it('T24 takes nothing that only looks like one', async () => {
    const { rows } = await withServer(world.database, (tx) =>
      sql<{ digest: string }>`select digest from provider_tokens where name = 'painel'`.execute(tx),
    )
    const digest = rows[0]!.digest
    const forged = [
      `tocsin_${digest}`,
      digest,
      `${central}x`,
      central.toUpperCase(),
      'tocsin_',
      createHash('sha256').update(central).digest('hex'),
    ]
    const signed = await world.parts.tokens.sign('external', { sub: '0' }, world.clock.now)
    for (const token of [...forged, signed, `${signed}x`])
      expect((await world.call(token, 'GET', 'alerts')).status, token).toBe(401)
  })

  it('T40 slows a network that tries many, and never a right token', async () => {
    const wrong = (n: number) => world.call(`tocsin_${'x'.repeat(40)}${n}`, 'GET', 'alerts')
    world.clock.now += API_TOKENS_OF_NETWORK.window
    for (let n = 0; n < API_TOKENS_OF_NETWORK.limit; n++) expect((await wrong(n)).status).toBe(401)
    const slowed = await wrong(-1)
    expect([slowed.status, slowed.body.error?.details?.['reason']]).toEqual([429, 'limits.apiTokens'])
    expect((await world.call(central, 'GET', 'alerts')).status).toBe(200)
    world.clock.now += API_TOKENS_OF_NETWORK.window
    expect((await wrong(-2)).status).toBe(401)
  })

  it('T72 stands in no table and in no line of the log', async () => {
    const everything = await withServer(world.database, async (tx) => {
      const tables = [
        'provider_tokens',
        'audit_events',
        'idempotency_keys',
        'alert_histories',
        'alert_deliveries',
        'allowances',
      ]
      return JSON.stringify(
        await Promise.all(tables.map(async (table) => (await sql`select * from ${sql.table(table)}`.execute(tx)).rows)),
      )
    })
    for (const token of [central, portaria]) expect(everything + world.logs.join('')).not.toContain(token)
  })
})
