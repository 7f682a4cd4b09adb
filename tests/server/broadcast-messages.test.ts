import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME, BOREALIS } from '../../fixtures/clients'
import { BROADCASTS_OF_PROVIDER } from '../../server/attempts/limits'
import { withServer } from '../../server/context/actor'
import type { Context } from '../../server/context/context'
import { withinScope } from '../../server/records/tenancy'
import { serveResources } from '../../server/resources/index'
import { withScope, type Scope } from '../../server/db/scope'
import { startWorld, type Reply, type TestWorld } from '../world'

/** The broadcast channel of Acme's first app, whose messages wait for a review; a provider of each kind. */
const [CHANNEL, CENTRAL, DOOR, GUARDS] = [7, 1, 2, 3]

let world: TestWorld
/** Another channel of Acme's that shows messages, without a review, with tocsin's own provider. */
let open: number
beforeAll(async () => {
  world = await startWorld()
  open = await channel('Recados')
})
afterAll(() => world.close())

const query = async <T>(text: RawBuilder<T>) => (await withServer(world.database, (tx) => text.execute(tx))).rows
const send = async (as: string, method: string, path: string, body?: object, headers?: Record<string, string>) =>
  world.call(await world.token(as), method, path, body, headers)
const problems = ({ status, body }: Reply) => [
  status,
  body.error?.errors?.map(({ field, message }) => [field, message]) ?? body.error?.message,
]

type Message = {
  id: number
  version: number
  text: string
  ChannelId: number | null
  Channel: { name: string }
  MonitoringProviderId: number | null
  MonitoringProvider: { name: string }
  ClientId: number
  active: boolean
  testAt: string | null
  sentAt: string | null
}
const messageIn = (reply: Reply) => {
  expect([reply.status, reply.body.error]).toEqual([expect.toSatisfy((status: number) => status < 300), undefined])
  return reply.body.data as Message
}

async function channel(name: string, config: object = {}, providers = [CENTRAL]): Promise<number> {
  const draft = { name, channelType: 'broadcast', appId: 1, clientId: ACME, MonitoringProviders: providers, config }
  return (messageIn(await send('acme-admin', 'POST', 'channels', draft)) as { id: number }).id
}
const post = (body: object, as = 'monitor-operator') =>
  send(as, 'POST', 'broadcast-messages', { text: 'Chuva forte', ChannelId: CHANNEL, ...body })
const act = (id: number, action: string, body: object = {}, as = 'broadcast-operator') =>
  send(as, 'POST', `broadcast-messages/${id}/${action}`, body)
const posted = async (body: object = {}, as?: string) => messageIn(await post(body, as))
const read = async (id: number) => messageIn(await send('root', 'GET', `broadcast-messages/${id}`))
const historyOf = (id: number) =>
  query(sql<{ verb: string; username: string }>`select verb, username from audit_events
    where noun = 'broadcast-messages' and record_id = ${id} order by id`)
const now = () => new Date(world.clock.now).toISOString()

/** Returns what the phone of a profile shows of a channel. */
async function shown(channelId: number): Promise<{ id: number; text: string; at: string; test: boolean }[]> {
  await send('root', 'POST', 'apps/1/publish', { versionComment: 'x' })
  const { token } = (await send('root', 'POST', 'maps/1/token', {})).body.data as { token: string }
  const { body } = await world.call(null, 'GET', '/mobile/config?profileId=1', undefined, { token })
  const { channels } = body.data as { channels: { id: number; BroadcastMessages: never[] }[] }
  return channels.find(({ id }) => id === channelId)!.BroadcastMessages
}

describe('posting', () => {
  it('BCAST-04 ENT-MISC-02 A-101 sends at once, but waits for a review where the channel wants one', async () => {
    const waiting = await posted()
    expect(waiting).toMatchObject({
      text: 'Chuva forte',
      createdAt: now(),
      ClientId: ACME,
      ChannelId: CHANNEL,
      Channel: { name: 'Avisos' },
      MonitoringProviderId: CENTRAL,
      MonitoringProvider: { name: 'Central tocsin' },
      active: true,
      testAt: null,
      sentAt: null,
    })
    const sent = await posted({ ChannelId: open })
    expect([sent.sentAt, sent.testAt]).toEqual([now(), null])
    const off = await posted({ ChannelId: open, active: false })
    expect(off.sentAt).toBe(null)
    expect((await shown(open)).map(({ id }) => id)).toEqual([sent.id])
    expect(await shown(CHANNEL)).not.toContainEqual(expect.objectContaining({ id: waiting.id }))
    expect(await historyOf(sent.id)).toEqual([{ verb: 'create', username: 'monitor-operator' }])
  })

  it('T04 A-157 lets a provider post to the channels that it has, for itself, and tells nothing of others', async () => {
    const theirs = await channel('Da portaria', {}, [DOOR])
    const missing = [400, [['ChannelId', 'formErrors.notFound']]]
    for (const ChannelId of [theirs, 1, 999_999]) expect(problems(await post({ ChannelId }))).toEqual(missing)
    expect(problems(await post({ MonitoringProviderId: DOOR }))).toEqual([
      400,
      [['MonitoringProviderId', 'formErrors.notFound']],
    ])
    expect(problems(await post({ ClientId: BOREALIS }))).toEqual([400, [['ClientId', 'formErrors.notFound']]])
    expect(problems(await post({ ChannelId: null }))).toEqual([400, [['ChannelId', 'formErrors.required']]])
    expect(problems(await post({ text: 'x'.repeat(2001) }))).toEqual([400, [['text', 'formErrors.maxLength']]])
    expect(problems(await post({ sentAt: now() }))).toEqual([400, [['sentAt', 'formErrors.readonly']]])
    await query(sql`update monitoring_providers set active = false where id = ${CENTRAL}`)
    expect(problems(await post({}))).toEqual(missing)
    await query(sql`update monitoring_providers set active = true where id = ${CENTRAL}`)
    expect((await posted({ MonitoringProviderId: CENTRAL, ClientId: ACME })).ClientId).toBe(ACME)
  })

  it('A-101 lets staff post for a provider of the channel, and asks which where there are several', async () => {
    const field = 'MonitoringProviderId'
    expect(problems(await post({}, 'root'))).toEqual([400, [[field, 'resources.broadcast-messages.whichProvider']]])
    expect(problems(await post({ [field]: GUARDS }, 'root'))).toEqual([
      400,
      [[field, 'resources.broadcast-messages.notAssigned']],
    ])
    expect((await posted({ [field]: DOOR }, 'root')).MonitoringProvider).toEqual({ name: 'Portaria da Acme' })
    expect((await posted({ ChannelId: open }, 'root')).MonitoringProviderId).toBe(CENTRAL)
    expect(problems(await post({ ChannelId: 1 }, 'root'))).toEqual([
      400,
      [['ChannelId', 'resources.broadcast-messages.noBroadcastChannel']],
    ])
    const bare = await channel('De ninguém', {}, [])
    expect(problems(await post({ ChannelId: bare }, 'root'))).toEqual([
      400,
      [['ChannelId', 'resources.broadcast-messages.noProvider']],
    ])
  })

  it('A-157 K6 takes messages of a provider’s program, which posts for its provider and reads nothing', async () => {
    const { token } = (await send('root', 'POST', `monitoring-providers/${CENTRAL}/authenticate`, { name: 'sirene' }))
      .body.data as { token: string }
    const program = (method: string, path: string, body?: object, headers = {}) =>
      world.call(token, method, path, body, headers)
    const key = { 'idempotency-key': 'once' }
    const draft = { text: 'Nível do rio subindo', ChannelId: open }
    const made = messageIn(await program('POST', 'broadcast-messages', draft, key))
    expect(made).toMatchObject({ MonitoringProviderId: CENTRAL, ClientId: ACME, sentAt: now() })
    expect(messageIn(await program('POST', 'broadcast-messages', draft, key)).id).toBe(made.id)
    expect(problems(await program('POST', 'broadcast-messages', { ...draft, ChannelId: 1 }))).toEqual([
      400,
      [['ChannelId', 'formErrors.notFound']],
    ])
    expect(problems(await program('POST', 'broadcast-messages', { ...draft, MonitoringProviderId: DOOR }))).toEqual([
      400,
      [['MonitoringProviderId', 'formErrors.notFound']],
    ])
    for (const [method, path] of [
      ['GET', 'broadcast-messages'],
      ['GET', `broadcast-messages/${made.id}`],
      ['PATCH', `broadcast-messages/${made.id}`],
      ['POST', `broadcast-messages/${made.id}/approve`],
    ] as const)
      expect([method, path, (await program(method, path, method === 'GET' ? undefined : {})).status]).toEqual([
        method,
        path,
        403,
      ])
    const [event] = await query(sql<{ user_id: number | null; changes: object }>`select user_id, changes
      from audit_events where noun = 'broadcast-messages' and record_id = ${made.id}`)
    expect(event).toMatchObject({ user_id: null, changes: { token: { before: null, after: 'sirene' } } })
  })

  it('A-007 refuses whoever posts into a locked client', async () => {
    const borealis = { ChannelId: 407, MonitoringProviderId: CENTRAL }
    for (const as of ['root', 'monitor-operator']) {
      const { status, body } = await post(borealis, as)
      expect([as, status, body.error?.message]).toEqual([as, 401, 'CLIENT_LOCKED'])
    }
    expect((await act(6, 'approve')).body.error?.message).toBe('CLIENT_LOCKED')
  })
})

describe('testing and approving', () => {
  it('BCAST-02 BCAST-06 tests in a channel that is chosen, whose phones show it as a test until it is sent', async () => {
    const message = await posted({ text: 'Teste de som' })
    expect(problems(await act(message.id, 'test'))).toEqual([400, [['ChannelId', 'formErrors.required']]])
    for (const ChannelId of [1, 407, 999_999])
      expect(problems(await act(message.id, 'test', { ChannelId }))).toEqual([
        400,
        [['ChannelId', 'resources.broadcast-messages.noBroadcastChannel']],
      ])
    world.clock.now += 60_000
    const tested = messageIn(await act(message.id, 'test', { ChannelId: open }))
    // The message itself stays that of its own channel.
    expect(tested).toMatchObject({ testAt: now(), sentAt: null, ChannelId: CHANNEL })
    expect(await shown(open)).toContainEqual({ id: message.id, text: 'Teste de som', at: now(), test: true })
    expect(await shown(CHANNEL)).not.toContainEqual(expect.objectContaining({ id: message.id }))
    messageIn(await act(message.id, 'approve'))
    expect(await shown(open)).not.toContainEqual(expect.objectContaining({ id: message.id }))
    expect(await shown(CHANNEL)).toContainEqual({ id: message.id, text: 'Teste de som', at: now(), test: false })
    expect((await historyOf(message.id)).map(({ verb }) => verb)).toEqual(['create', 'test', 'approve'])
  })

  it('BCAST-03 A-101 sends a message once, whoever approves it again or at the same time', async () => {
    const message = await posted()
    const both = await Promise.all([act(message.id, 'approve'), act(message.id, 'approve', {}, 'admin')])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
    expect((await read(message.id)).sentAt).toBe(now())
    const blocked = (reply: Reply) => [reply.status, reply.body.error?.message, reply.body.error?.details]
    const said = [400, 'BLOCKED', { reason: 'resources.broadcast-messages.alreadySent' }]
    expect(blocked(await act(message.id, 'approve'))).toEqual(said)
    expect(blocked(await act(message.id, 'test', { ChannelId: open }))).toEqual(said)
    // A message that was sent at once is not approved either.
    expect(blocked(await act((await posted({ ChannelId: open })).id, 'approve'))).toEqual(said)
  })

  it('shows no message that is switched off, and sends none', async () => {
    const message = await posted({ ChannelId: open, text: 'Engano' })
    expect(await shown(open)).toContainEqual(expect.objectContaining({ id: message.id }))
    messageIn(await act(message.id, 'deactivate'))
    expect(await shown(open)).not.toContainEqual(expect.objectContaining({ id: message.id }))
    const waiting = await posted()
    messageIn(await act(waiting.id, 'deactivate'))
    expect((await act(waiting.id, 'approve')).body.error?.details).toEqual({
      reason: 'resources.broadcast-messages.notActive',
    })
  })

  it('A-131 outlives its channel and its provider, whose names it keeps, and is sent no more', async () => {
    const gone = await channel('Passageiro', { requireConfirm: true }, [GUARDS])
    const message = await posted({ ChannelId: gone, MonitoringProviderId: GUARDS }, 'root')
    expect((await send('acme-admin', 'DELETE', `channels/${gone}`)).status).toBe(200)
    expect((await send('acme-admin', 'DELETE', `monitoring-providers/${GUARDS}`)).status).toBe(200)
    expect(await read(message.id)).toMatchObject({
      ChannelId: null,
      Channel: { name: 'Passageiro' },
      MonitoringProviderId: null,
      MonitoringProvider: { name: 'Segurança 24 horas' },
    })
    expect((await act(message.id, 'approve')).body.error?.details).toEqual({
      reason: 'resources.broadcast-messages.noChannel',
    })
    expect((await act(message.id, 'deactivate')).status).toBe(200)
  })
})

describe('an update instead of an action', () => {
  const update = (id: number, method: string, body: object, as = 'broadcast-operator', headers = {}) =>
    send(as, method, `broadcast-messages/${id}`, body, headers)

  it.each(['PATCH', 'PUT'])(
    'BCAST-05 A-002 A-101 tests and approves by %s, at the server’s own time',
    async (method) => {
      const message = await posted()
      const theirs = '2001-02-03T04:05:06.000Z'
      world.clock.now += 60_000
      const tested = messageIn(await update(message.id, method, { ChannelId: open, testAt: theirs }))
      expect(tested).toMatchObject({ testAt: now(), ChannelId: CHANNEL, sentAt: null, version: message.version + 1 })
      // The whole record is sent back with it, as the form of a console does.
      const sent = messageIn(await update(message.id, method, { ...tested, sentAt: theirs }))
      expect(sent).toMatchObject({ sentAt: now(), testAt: tested.testAt, version: tested.version + 1 })
      expect((await historyOf(message.id)).map(({ verb }) => verb)).toEqual(['create', 'test', 'approve'])
      const again = await update(message.id, method, { ...sent, sentAt: theirs })
      expect([again.status, again.body.error?.message]).toEqual([400, 'BLOCKED'])
      expect(messageIn(await update(message.id, method, sent)).version).toBe(sent.version)
    },
  )

  it('BCAST-05 BCAST-06 refuses what the actions refuse', async () => {
    const message = await posted()
    expect(problems(await update(message.id, 'PATCH', { testAt: now() }))).toEqual([
      400,
      [['ChannelId', 'formErrors.required']],
    ])
    expect(problems(await update(message.id, 'PATCH', { testAt: now(), ChannelId: 407 }))).toEqual([
      400,
      [['ChannelId', 'resources.broadcast-messages.noBroadcastChannel']],
    ])
    expect(problems(await update(message.id, 'PATCH', { testAt: 'tomorrow', ChannelId: open }))).toEqual([
      400,
      [['testAt', 'formErrors.date']],
    ])
    expect(problems(await update(message.id, 'PATCH', { ChannelId: open }))).toEqual([
      400,
      [['ChannelId', 'formErrors.readonly']],
    ])
    expect(problems(await update(message.id, 'PATCH', { sentAt: now(), text: 'Outro' }))).toEqual([
      400,
      [['text', 'formErrors.readonly']],
    ])
    const stale = await update(message.id, 'PATCH', { sentAt: now() }, 'broadcast-operator', { 'If-Match': '"9"' })
    expect([stale.status, stale.body.error?.message]).toEqual([409, 'STALE_VERSION'])
    const denied = await update(message.id, 'PATCH', { sentAt: now() }, 'monitor-operator')
    expect([denied.status, denied.body.error?.details]).toEqual([403, { permission: 'broadcast-messages:update' }])
    const off = await update(message.id, 'PATCH', { sentAt: now(), active: false })
    expect(off.body.error?.details).toEqual({ reason: 'resources.broadcast-messages.notActive' })
    expect(await read(message.id)).toEqual(message)
  })
})

describe('who reads and writes', () => {
  it('PERM-25 A-050 asks for the permission to view, to post and to update', async () => {
    for (const [as, list, create, approve] of [
      ['root', 200, 400, 200],
      ['broadcast-operator', 200, 403, 200],
      ['monitor-admin', 200, 400, 403],
      ['monitor-operator', 200, 400, 403],
      ['client-manager', 403, 403, 403],
      ['acme-admin', 403, 403, 403],
      ['acme-site-manager', 403, 403, 403],
    ] as const) {
      const { id } = await posted()
      const statuses = [
        (await send(as, 'GET', 'broadcast-messages')).status,
        (await post({ ChannelId: null }, as)).status,
        (await act(id, 'approve', {}, as)).status,
      ]
      expect([as, ...statuses]).toEqual([as, list, create, approve])
    }
  })

  it.each(['code', 'database'] as const)(
    'T01 shows a provider its own messages alone, by the %s alone',
    async (fence) => {
      Object.assign(world.parts.fences, { code: false, database: false, [fence]: true })
      try {
        const { body } = await send('monitor-admin', 'GET', 'broadcast-messages?limit=1000&showInactive=true')
        const rows = body.data as Message[]
        expect(rows.length).toBeGreaterThan(2)
        expect(new Set(rows.map(({ MonitoringProviderId }) => MonitoringProviderId))).toEqual(new Set([CENTRAL]))
        expect(body.total).toBe(rows.length)
        for (const id of [3, 5])
          expect((await send('monitor-admin', 'GET', `broadcast-messages/${id}`)).status).toBe(404)
      } finally {
        Object.assign(world.parts.fences, { code: true, database: true })
      }
    },
  )

  const scope: Scope = { kind: 'none', clientIds: [], siteId: null, providerId: null, userId: null }
  const counted = async (own: Partial<Scope>) =>
    withScope(world.database, { ...scope, ...own }, async (tx) => {
      const { rows } = await sql<{ clients: number[] | null }>`select array_agg(distinct client_id) as clients
        from broadcast_messages`.execute(tx)
      return rows[0]!.clients
    })

  it('A-161 T06 shows none to people who are bound to a site, by the database alone', async () => {
    expect(await counted({ kind: 'clients', clientIds: [ACME] })).toEqual([ACME])
    expect(await counted({ kind: 'clients', clientIds: [ACME], siteId: 1 })).toBe(null)
    expect(await counted({})).toBe(null)
  })

  it('A-161 T06 shows none to people who are bound to a site, whatever their role may be one day, by the code alone', async () => {
    const served = (await serveResources()).get('broadcast-messages')!
    const counted = async (SiteId: number | null) => {
      const actor = {
        userType: 'client',
        role: 'admin',
        permissions: ['broadcast-messages:view'],
        ClientId: ACME,
        SiteId,
      }
      const within = withinScope(served, { actor, parts: world.parts } as unknown as Context)
      const [row] = await query(sql<{ n: number }>`select count(*)::int as n from broadcast_messages r where ${within}`)
      return row!.n
    }
    expect(await counted(null)).toBeGreaterThan(2)
    expect(await counted(1)).toBe(0)
  })

  it('T04 lets a provider write to no channel but its own, by the database alone', async () => {
    const insert = (providerId: number, channelId: number, clientId = ACME) =>
      withScope(world.database, { ...scope, kind: 'provider', providerId: CENTRAL }, async (tx) => {
        await sql`insert into broadcast_messages (client_id, created_at, text, channel_id, channel,
            monitoring_provider_id, monitoring_provider)
          values (${clientId}, ${now()}, 'x', ${channelId}, '{}', ${providerId}, '{}')`.execute(tx)
      }).then(
        () => null,
        (error: { sqlState?: string }) => error.sqlState,
      )
    expect(await insert(CENTRAL, CHANNEL)).toBe(null)
    expect(await insert(DOOR, CHANNEL)).toBe('42501')
    expect(await insert(CENTRAL, 1)).toBe('42501')
    expect(await insert(CENTRAL, 407)).toBe('42501')
  })
})

it('slows a provider that posts without end, and nobody else', async () => {
  const { limit, window } = BROADCASTS_OF_PROVIDER
  const age = () =>
    query(sql`update broadcast_messages set created_at = created_at - ${window} * interval '1 millisecond'
      where client_id = ${ACME}`)
  await age()
  const statuses: number[] = []
  for (let n = 0; n < limit; n++) statuses.push((await post({ ChannelId: open })).status)
  expect(new Set(statuses)).toEqual(new Set([201]))
  const slowed = await post({ ChannelId: open }, 'monitor-admin')
  expect([slowed.status, slowed.body.error?.details]).toEqual([
    429,
    { reason: 'limits.broadcasts', seconds: window / 1000 },
  ])
  await posted({ MonitoringProviderId: DOOR }, 'root')
  await age()
  await posted({ ChannelId: open })
})

describe('mail to managers', () => {
  const mails = () =>
    query(sql<{ recipient: string; locale: string; data: object }>`select recipient, locale, data from outbox
      where template = 'broadcast-sent' order by id`)
  const clear = () => query(sql`update outbox set template = 'told' where template = 'broadcast-sent'`)

  it('CHCFG-13 A-155 mails each active manager of the channel’s sites once, when the message is sent', async () => {
    await clear()
    const told = await channel('Avisa', { requireConfirm: true, notifyManager: true })
    const message = await posted({ ChannelId: told, text: 'Linha um\nlinha dois' })
    messageIn(await act(message.id, 'test', { ChannelId: open }))
    expect(await mails()).toEqual([])
    messageIn(await act(message.id, 'approve'))
    const sent = await mails()
    const wanted = await query(sql<{ email: string }>`select distinct lower(m.profile_props ->> 'email') as email
      from maps m join sites s on s.client_id = m.client_id and s.id = m.site_id
      where m.client_id = ${ACME} and m.role = 'manager' and m.status = 'active' and coalesce(s.app_id, 1) = 1
        and m.profile_props ->> 'email' <> ''`)
    expect(wanted.length).toBeGreaterThan(1)
    expect(sent.map(({ recipient }) => recipient.toLowerCase()).sort()).toEqual(wanted.map(({ email }) => email).sort())
    const first = sent.find(({ recipient }) => recipient === 'direcao-1@example.org')
    expect(first?.data).toEqual({ name: 'Mirtes Sabiá', channel: 'Avisa', text: 'Linha um\nlinha dois' })
  })

  it('CHCFG-13 mails managers when a provider’s message is sent at once, and nobody where the channel does not say so', async () => {
    await clear()
    await posted({ ChannelId: open })
    expect(await mails()).toEqual([])
    const told = await channel('Avisa já', { notifyManager: true })
    await posted({ ChannelId: told })
    expect((await mails()).length).toBeGreaterThan(1)
  })
})

it('counts the profiles whose app has a channel, as far as it is published', async () => {
  const having = async (id: number) =>
    ((await send('root', 'GET', `maps?channel=${id}&limit=1000`)).body.data as { id: number }[])
      .map((one) => one.id)
      .sort((one, other) => one - other)
  await send('root', 'POST', 'apps/1/publish', { versionComment: 'x' })
  // Those of the app: not the names of managers without a phone, nor the profiles of other clients.
  expect(await having(CHANNEL)).toEqual(
    (
      await query(sql<{ id: number }>`select m.id from maps m left join sites s on s.client_id = m.client_id
          and s.id = m.site_id join apps a on a.client_id = m.client_id and a.is_default
        where m.client_id = ${ACME} and m.mobile_user_uuid is not null and coalesce(s.app_id, a.id) = 1 order by m.id`)
    ).map(({ id }) => id),
  )
  expect((await having(CHANNEL)).length).toBeGreaterThan(2)
  const draft = await channel('Rascunho')
  expect(await having(draft)).toEqual([])
})
