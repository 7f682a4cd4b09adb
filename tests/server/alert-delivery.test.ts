import { createHmac } from 'node:crypto'
import type { AlertDelivery } from '@tocsin/core/resources/alert-deliveries/types'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { MonitoringProvider } from '@tocsin/core/resources/monitoring-providers/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACME, BOREALIS } from '../../fixtures/clients'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { sweep } from '../../server/auth/sweep'
import { withServer } from '../../server/context/actor'
import { claim } from '../../server/delivery/claims'
import { startAlertDelivery } from '../../server/delivery/deliver'
import { PAUSES } from '../../server/delivery/settle'
import { signatureOf } from '../../server/outbox/webhooks'
import { serveResources } from '../../server/resources/index'
import { assignmentsOf, handOver, historyOf, logOf, raise, startHook } from '../alert-providers'
import { deliver } from '../deliver'
import { phonesOf } from '../phones'
import { startWorld, type TestWorld } from '../world'

const PATH = 'monitoring-providers'
const DAY = 24 * 3_600_000

let hook: Awaited<ReturnType<typeof startHook>>
let world: TestWorld
let acme: string

beforeAll(async () => {
  hook = await startHook()
  world = await startWorld({ outbound: hook.outbound })
})
afterAll(async () => {
  await world.close()
  await hook.close()
})
beforeEach(async () => {
  hook.received.length = 0
  hook.answers.current = (_, response) => void response.writeHead(204).end()
  acme = await signIn('acme-admin')
})

const signIn = async (username: string): Promise<string> =>
  (
    (await world.call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })).body.data as {
      token: string
    }
  ).token
const provider = async (draft: object, token = acme) =>
  (await world.call(token, 'POST', PATH, { email: 'p@example.org', ...draft })).body.data as MonitoringProvider
const webhook = (path: string) => provider({ name: `Central ${path}`, callbackUrl: hook.url(path) })
const record = async (id: number, token = acme) =>
  (await world.call(token, 'GET', `${PATH}/${id}`)).body.data as MonitoringProvider
const alertOf = async (id: number, token = acme) => (await world.call(token, 'GET', `alerts/${id}`)).body.data as Alert
const answer = (status: number, text = '') => {
  hook.answers.current = (_, response) => void response.writeHead(status).end(text)
}
const events = async (id: number) => (await historyOf(world, id)).map(({ event }) => event)

describe('a webhook', () => {
  it('A-154 gets the whole alert, signed, and the alert is processed by it', async () => {
    const { id: providerId, name } = await webhook('/whole')
    const { secret } = (await world.call(acme, 'POST', `${PATH}/${providerId}/renew-secret`)).body.data as {
      secret: string
    }
    const id = await raise(world, [])
    expect((await alertOf(id)).status).toBe('pending')
    const handedOn = await world.call(acme, 'POST', `alerts/${id}/hand-on`, { MonitoringProviderId: providerId })
    expect(handedOn.status).toBe(200)
    answer(200, 'protocolo 123')
    await handOver(world)
    const [delivery] = hook.received
    expect(hook.received).toHaveLength(1)
    const { headers, body } = delivery!
    const sent = JSON.parse(body) as { id: string; event: string; test: boolean; server: string; data: Alert }
    const now = new Date(world.clock.now).toISOString()
    expect(sent).toEqual({
      id: headers['tocsin-delivery'],
      event: 'alert.created',
      createdAt: now,
      test: false,
      server: 'https://console.example.org',
      data: expect.objectContaining({
        id,
        text: 'Socorro',
        MobileProfile: { name: 'Davi Sales', phone: '+5511900000001' },
        // The provider reads neither clients nor sites, and is told the names.
        Client: { name: expect.stringContaining('Acme') as string },
        Site: { name: expect.any(String) as string },
        MonitoringProviders: [expect.objectContaining({ id: providerId })],
      }) as Alert,
    })
    expect(Object.keys(sent.data).sort()).toEqual(Object.keys(await alertOf(id)).sort())
    const timestamp = Number(headers['tocsin-timestamp'])
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    expect(headers['tocsin-signature']?.toString().split(',')[0]).toBe(`v1=${signature}`)

    expect(await alertOf(id)).toMatchObject({
      status: 'assigned',
      processedAt: now,
      MonitoringProviders: [{ id: providerId, deliveredAt: now, failed: false }],
    })
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'delivered', attempts: 1, code: null })
    expect((await historyOf(world, id)).at(-1)).toMatchObject({
      event: 'delivered',
      actor: { kind: 'server', id: null, name: null },
      details: { provider: { id: providerId, name } },
    })
    const { data } = (await world.call(acme, 'GET', `alert-deliveries?AlertId=${id}`)).body
    expect(data as AlertDelivery[]).toEqual([
      expect.objectContaining({
        MonitoringProviderId: providerId,
        attempt: 1,
        outcome: 'DELIVERED',
        status: 200,
        answer: 'protocolo 123',
        request: { by: 'webhook', id: sent.id, bytes: Buffer.byteLength(body) },
      }),
    ])
    // An alert that is delivered is not sent again.
    world.clock.now += DAY
    await handOver(world)
    expect(hook.received).toHaveLength(1)
  })

  it('A-154 does not change the time of an alert that somebody has taken before', async () => {
    const id = await raise(world, [(await webhook('/taken')).id])
    await world.call(acme, 'POST', `alerts/${id}/take`, {})
    const { processedAt } = await alertOf(id)
    world.clock.now += 1000
    await handOver(world)
    expect((await alertOf(id)).processedAt).toBe(processedAt)
  })

  it('tries with growing pauses for a day, tells of the first failure and the last, and gives up', async () => {
    const { id: providerId } = await webhook('/down')
    const id = await raise(world, [providerId])
    answer(503, 'fora do ar')
    const begun = world.clock.now
    for (const pause of [...PAUSES, 0]) {
      await handOver(world)
      // Too early, nothing is sent.
      world.clock.now += Math.max(0, pause - 1)
      const count = hook.received.length
      await handOver(world)
      expect(hook.received).toHaveLength(count)
      world.clock.now += 1
    }
    expect(hook.received).toHaveLength(PAUSES.length + 1)
    expect(world.clock.now - begun).toBe(DAY + 1)
    expect(new Set(hook.received.map(({ headers }) => headers['tocsin-delivery'])).size).toBe(1)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({
      delivery: 'given-up',
      attempts: 11,
      code: 'REFUSED',
      next_attempt_at: null,
    })
    expect(await events(id)).toEqual(['failed', 'given-up'])
    expect((await historyOf(world, id))[0]!.details).toMatchObject({ code: 'REFUSED', status: 503, attempts: 1 })
    const log = await logOf(world, id)
    expect(log.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(log[0]).toMatchObject({ outcome: 'REFUSED', status: 503, answer: 'fora do ar' })
    acme = await signIn('acme-admin')
    expect(await alertOf(id)).toMatchObject({ status: 'pending', MonitoringProviders: [{ failed: true }] })
  })

  it('is sent an alert again by hand, with a new day of attempts', async () => {
    const { id: providerId } = await webhook('/again')
    const id = await raise(world, [providerId])
    answer(500)
    await handOver(world)
    expect((await world.call(acme, 'POST', `alerts/${id}/resend`, {})).status).toBe(200)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'waiting', attempts: 0 })
    answer(204)
    await handOver(world)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'delivered', attempts: 1 })
    expect(await events(id)).toEqual(['failed', 'resent', 'delivered'])
    const nothing = await world.call(acme, 'POST', `alerts/${id}/resend`, {})
    expect(nothing.body.error?.details).toEqual({ reason: 'resources.alerts.nothingFailed' })
  })

  it('gets a test marked as one, and no collected data at all (A-154, A-155)', async () => {
    const { id: providerId } = await webhook('/test')
    await raise(world, [providerId], { dataChannel: true })
    const id = await raise(world, [providerId], { test: true })
    await handOver(world)
    expect(hook.received.map(({ body }) => JSON.parse(body) as object)).toEqual([
      expect.objectContaining({ test: true, data: expect.objectContaining({ id, test: true }) as Alert }),
    ])
  })

  it('T72 is told no name of an anonymous reporter, and neither is the log', async () => {
    const { id: providerId } = await webhook('/anonymous')
    const id = await raise(world, [providerId], { anonymous: true })
    await handOver(world)
    const { data } = JSON.parse(hook.received[0]!.body) as { data: Alert }
    expect(data).toMatchObject({ id, anonymous: true, MobileProfile: null, MobileProfileId: null })
    expect(JSON.stringify(await logOf(world, id))).not.toMatch(/Davi|hooks\.example/)
  })

  it('waits switched off, and is given up once it is deleted', async () => {
    const { id: providerId } = await webhook('/off')
    const id = await raise(world, [providerId])
    await world.call(acme, 'PATCH', `${PATH}/${providerId}`, { active: false })
    await handOver(world)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'failing', code: 'INACTIVE' })
    await withServer(world.database, (tx) => sql`delete from monitoring_providers where id = ${providerId}`.execute(tx))
    world.clock.now += PAUSES[0]!
    await handOver(world)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'given-up', code: 'GONE' })
    expect(hook.received).toEqual([])
  })
})

describe('at once', () => {
  it('A-154 sends what a phone raises, what is handed on and what is sent again, without another look', async () => {
    const { id: providerId } = await webhook('/woken')
    const phones = phonesOf(world)
    const ChannelId = await phones.channel({}, { MonitoringProviders: [providerId] })
    acme = await signIn('acme-admin')
    const alerts = (await serveResources()).get('alerts')!
    const ways = { alerts, send: undefined, publicUrl: '' }
    // Only a wake makes it deliver.
    const delivery = startAlertDelivery(world.parts, ways, 3_600_000)
    try {
      const heard = async (count: number) => {
        while (hook.received.length < count) await new Promise((resolve) => setTimeout(resolve, 10))
        const { data } = JSON.parse(hook.received.at(-1)!.body) as { data: Alert }
        return data.id
      }
      answer(500)
      const { id } = await phones.raised(1, { ChannelId, text: 'Fumaça' })
      expect(await heard(1)).toBe(id)
      while ((await assignmentsOf(world, id))[0]!.delivery === 'waiting')
        await new Promise((done) => setTimeout(done, 10))
      answer(204)
      await world.call(acme, 'POST', `alerts/${id}/resend`, {})
      expect(await heard(2)).toBe(id)
      const other = await raise(world, [])
      await world.call(acme, 'POST', `alerts/${other}/hand-on`, { MonitoringProviderId: providerId })
      expect(await heard(3)).toBe(other)
    } finally {
      await delivery.stop()
      world.parts.delivery.wake = () => {}
    }
  })
})

describe('several at once', () => {
  it('hands each alert over once, however many processes deliver', async () => {
    const { id: providerId } = await webhook('/many')
    const ids: number[] = []
    for (let count = 0; count < 12; count++) ids.push(await raise(world, [providerId]))
    await Promise.all([handOver(world), handOver(world), handOver(world)])
    const sent = hook.received.map(({ body }) => (JSON.parse(body) as { data: Alert }).data.id)
    expect(sent.sort((a, b) => a - b)).toEqual(ids)
  })

  it('tries what a killed process had claimed once its lease is over', async () => {
    const id = await raise(world, [(await webhook('/killed')).id])
    expect((await claim(world.parts, []))?.[0].id).toBe(id)
    await handOver(world)
    expect(hook.received).toEqual([])
    world.clock.now += 60_000
    await handOver(world)
    expect(hook.received).toHaveLength(1)
  })

  it('does not let a provider that answers nothing keep another one waiting', async () => {
    const [silent, other] = [await webhook('/silent'), await webhook('/other')]
    let told = () => {}
    const heard = new Promise<void>((resolve) => (told = resolve))
    const open: (() => void)[] = []
    hook.answers.current = (path, response) => {
      if (path === '/silent') open.push(() => response.writeHead(204).end())
      else {
        response.writeHead(204).end()
        told()
      }
    }
    for (let count = 0; count < 30; count++) await raise(world, [silent.id])
    const alerts = (await serveResources()).get('alerts')!
    const delivery = startAlertDelivery(world.parts, { alerts, send: undefined, publicUrl: '' }, 20)
    try {
      while (open.length < 4) await new Promise((resolve) => setTimeout(resolve, 10))
      await raise(world, [other.id])
      world.parts.delivery.wake()
      await heard
      // At most four alerts are on their way to one provider.
      expect(open).toHaveLength(4)
    } finally {
      hook.answers.current = (_, response) => void response.writeHead(204).end()
      for (const end of open) end()
      await delivery.stop()
      world.parts.delivery.wake = () => {}
    }
    await handOver(world)
    expect(new Set(hook.received.filter(({ path }) => path === '/silent').map(({ body }) => body)).size).toBe(30)
  })
})

describe('a mailbox', () => {
  const mailbox = () => provider({ name: 'Portaria', providerType: 'email', notifyEmail: 'portaria@example.org' })

  it('A-154 T87 is written to in the language of its client, with no character that changes how a line is read', async () => {
    const text = 'Fogo\u202E no\u001B[31m pátio\r\nBcc: x@example.org'
    const id = await raise(world, [(await mailbox()).id], { text })
    const [mail] = await handOver(world)
    expect(mail).toMatchObject({ channel: 'mail', to: 'portaria@example.org' })
    expect(mail!.subject).toMatch(/^Alert(a)?: Emergência, /)
    expect(mail!.text).toContain('Davi Sales')
    expect(mail!.text).toContain(`https://console.example.org/alerts/${id}`)
    expect(mail!.text).toMatch(/^Text(o)?: Fogo no \[31m pátio Bcc: x@example\.org$/m)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'delivered' })
  })

  it('says of a test that it is one', async () => {
    await raise(world, [(await mailbox()).id], { test: true })
    const [mail] = await handOver(world)
    expect(mail!.subject).toMatch(/^TEST/)
    expect(mail!.text).toMatch(/^(THIS IS A TEST|ISTO É UM TESTE)/)
  })

  it('is tried again if the mail server refuses, and if there is none', async () => {
    const id = await raise(world, [(await mailbox()).id])
    await handOver(world, { send: async () => Promise.reject(Object.assign(new Error(), { responseCode: 550 })) })
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'failing', code: 'REFUSED' })
    world.clock.now += PAUSES[0]!
    await handOver(world, { send: undefined })
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'failing', code: 'NO_GATEWAY', attempts: 2 })
    world.clock.now += PAUSES[1]!
    expect(await handOver(world)).toHaveLength(1)
  })
})

describe('others', () => {
  it('waits for a program to fetch the alert, and says after a day that none has', async () => {
    const manager = { managerName: 'M', managerUsername: 'm-fetch', managerEmail: 'm@example.org' }
    const { id: providerId } = await provider({ name: 'Busca', providerType: 'api', ...manager })
    const id = await raise(world, [providerId])
    await handOver(world)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'waiting', code: null })
    world.clock.now += DAY
    await handOver(world)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({ delivery: 'given-up', code: 'NOT_FETCHED' })
    acme = await signIn('acme-admin')
    expect((await record(providerId)).failingSince).not.toBeNull()
  })

  it('lets an alert to Telegram wait, and says that nothing leads there', async () => {
    const id = await raise(world, [5], { ClientId: BOREALIS })
    await handOver(world)
    expect((await assignmentsOf(world, id))[0]).toMatchObject({
      delivery: 'waiting',
      code: 'NO_GATEWAY',
      next_attempt_at: null,
    })
    expect(await events(id)).toEqual(['failed'])
  })
})

describe('a provider that fails', () => {
  it('is marked after a day, its client is told once, and the next success removes the mark', async () => {
    const { id: providerId } = await webhook('/failing')
    await deliver(world)
    answer(500)
    await raise(world, [providerId])
    await handOver(world)
    expect((await record(providerId)).failingSince).toBeNull()
    const since = new Date(world.clock.now).toISOString()
    world.clock.now += DAY - 1
    await raise(world, [providerId])
    await handOver(world)
    acme = await signIn('acme-admin')
    expect((await record(providerId)).failingSince).toBeNull()
    world.clock.now += 1
    const second = await raise(world, [providerId])
    await handOver(world)
    expect((await record(providerId)).failingSince).toBe(since)
    const mails = await deliver(world)
    expect(mails.map(({ to }) => to)).toContain('acme-admin@example.org')
    expect(mails.every(({ text }) => text.includes('Central /failing'))).toBe(true)
    // Once: later failures tell nobody again.
    world.clock.now += DAY
    await raise(world, [providerId])
    await handOver(world)
    expect(await deliver(world)).toEqual([])
    answer(204)
    acme = await signIn('acme-admin')
    await world.call(acme, 'POST', `alerts/${second}/resend`, {})
    await handOver(world)
    expect((await record(providerId)).failingSince).toBeNull()
  })
})

describe('two secrets', () => {
  it('T64 signs with the earlier secret as well for a day after a renewal', async () => {
    const { id: providerId } = await webhook('/secrets')
    const renew = async () =>
      ((await world.call(acme, 'POST', `${PATH}/${providerId}/renew-secret`)).body.data as { secret: string }).secret
    const first = await renew()
    const second = await renew()
    const signedNow = async () => {
      await raise(world, [providerId])
      await handOver(world)
      const { headers, body } = hook.received.at(-1)!
      const at = Number(headers['tocsin-timestamp'])
      const by = (secret: string) => signatureOf(secret, at, body)
      return { given: headers['tocsin-signature']?.toString().split(','), by }
    }
    const both = await signedNow()
    expect(both.given).toEqual([both.by(second), both.by(first)])
    world.clock.now += DAY - 1
    expect((await signedNow()).given).toHaveLength(2)
    world.clock.now += 1
    const one = await signedNow()
    expect(one.given).toEqual([one.by(second)])
  })
})

describe('the log', () => {
  it('A-051 tells a client nothing of what a provider of somebody else answered', async () => {
    await withServer(world.database, (tx) =>
      sql`insert into alert_deliveries (client_id, alert_id, site_id, alert_assignment_id, monitoring_provider_id,
          monitoring_provider, attempt, outcome, duration, request, answer)
        values (${ACME}, 1, 1, 1, 1, '{"name":"Central tocsin","providerType":"api"}', 9, 'REFUSED', 1, '{"by":"webhook"}', 'só nosso')`.execute(
        tx,
      ),
    )
    const seen = async (token: string) =>
      ((await world.call(token, 'GET', 'alert-deliveries?AlertId=1&limit=1')).body.data as AlertDelivery[])[0]
    expect(await seen(acme)).toMatchObject({ attempt: 9, answer: null })
    expect(await seen(await signIn('root'))).toMatchObject({ attempt: 9, answer: 'só nosso' })
    expect(await seen(await signIn('monitor-admin'))).toMatchObject({ attempt: 9, answer: 'só nosso' })
  })

  it('is swept after 90 days', async () => {
    const id = await raise(world, [(await webhook('/swept')).id])
    await handOver(world)
    world.clock.now += 89 * DAY
    await sweep(world.parts)
    expect(await logOf(world, id)).toHaveLength(1)
    world.clock.now += DAY
    await sweep(world.parts)
    expect(await logOf(world, id)).toHaveLength(0)
  })
})
