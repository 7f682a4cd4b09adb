import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { deliverOutbox } from '../../server/outbox/outbox'
import { smsGateway } from '../../server/outbox/sms-gateway'
import { smtp } from '../../server/outbox/smtp'
import { deliver } from '../deliver'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let mailServer: SMTPServer
let port: number
const received: string[] = []
let refusing = false

beforeAll(async () => {
  world = await startWorld()
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      stream.on('end', () => {
        if (refusing) return done(Object.assign(new Error('full'), { responseCode: 452 }))
        received.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  port = (mailServer.server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise<void>((resolve) => mailServer.close(() => resolve()))
  await world.close()
})

const send = () => smtp(`smtp://127.0.0.1:${port}`, 'tocsin@example.org')
const signIn = async () => {
  const { body } = await world.call(null, 'POST', 'authentication/login', { username: 'root', password: 'Demo1234' })
  return (body.data as { token: string }).token
}
// Signed in anew each time: the clock moves on between the tests.
const createClient = async (username: string, locale: string, name = 'Maria') =>
  world.call(
    await signIn(),
    'POST',
    'clients',
    { name: username, nickname: username, manager: { username, email: `${username}@example.org`, name } },
    { locale },
  )

it('ENT-CLIENT-03 a new client’s manager gets a mail in the language of whoever made the client, once', async () => {
  expect((await createClient('mail-one', 'pt-BR')).status).toBe(201)
  expect(await deliverOutbox(world.parts, send(), 'https://console.example.org')).toBe(1)
  expect(await deliverOutbox(world.parts, send(), 'https://console.example.org')).toBe(0)
  const [mail = ''] = received.splice(0)
  expect(mail).toContain('To: mail-one@example.org')
  expect(mail).toContain('mail-one')
  expect(mail).toContain('https://console.example.org/login')
  expect(mail).toMatch(/Seu acesso ao tocsin/)
})

it('puts no header and no line of somebody’s making into a mail', async () => {
  // No name may hold a line end by now; one that came in before may.
  await createClient('mail-two', 'en-US')
  const name = 'Eve\r\nBcc: all@example.org\r\n\r\nvisit evil'
  const { numAffectedRows } = await withServer(world.database, (tx) =>
    sql`update outbox set data = jsonb_set(data, '{name}', to_jsonb(${name}::text)) where data ->> 'name' = 'Maria'
      and sent_at is null`.execute(tx),
  )
  expect(numAffectedRows).toBe(1n)
  await deliverOutbox(world.parts, send(), 'https://console.example.org')
  const [mail = ''] = received.splice(0)
  expect(mail).not.toMatch(/^Bcc:/m)
  expect(mail).toContain('To: mail-two@example.org')
})

it('tries again later when the mail server refuses, and gives up in the end', async () => {
  await createClient('mail-three', 'en-US')
  refusing = true
  expect(await deliverOutbox(world.parts, send(), '')).toBe(0)
  // Not before its time.
  refusing = false
  expect(await deliverOutbox(world.parts, send(), '')).toBe(0)
  world.clock.now += 10 * 60_000
  expect(await deliverOutbox(world.parts, send(), '')).toBe(1)
  received.splice(0)

  await createClient('mail-four', 'en-US')
  refusing = true
  for (let attempt = 0; attempt < 10; attempt++) {
    await deliverOutbox(world.parts, send(), '')
    world.clock.now += 2 * 3_600_000
  }
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ attempts: number; failed: boolean }>`select attempts, failed_at is not null as failed from outbox
      where recipient = 'mail-four@example.org'`.execute(tx),
  )
  expect(rows).toEqual([{ attempts: 8, failed: true }])
})

it('writes to somebody about what another did in the language they last signed in with, else in that one’s', async () => {
  const login = { username: 'acme-approver', password: 'Demo1234' }
  expect((await world.call(null, 'POST', 'authentication/login', login, { locale: 'pt-BR' })).status).toBe(200)
  const token = await signIn()
  for (const [id, to, subject] of [
    [8, 'acme-approver@example.org', 'Sua senha do tocsin foi trocada'],
    // Never signed in here.
    [10, 'vazia-admin@example.org', 'Your password for tocsin was changed'],
  ] as const) {
    const password = { password: 'Zebra7Lamp', passwordConfirm: 'Zebra7Lamp' }
    expect((await world.call(token, 'PATCH', `users/${id}`, password, { locale: 'en-US' })).status).toBe(200)
    const sent = await deliver(world)
    expect(sent.map((message) => [message.to, message.subject])).toEqual([[to, subject]])
  }
})

it('hands an SMS to the gateway as JSON, and takes only its yes for one', async () => {
  const asked: { type: string | undefined; body: unknown }[] = []
  let status = 204
  const gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    request.on('end', () => {
      asked.push({ type: request.headers['content-type'], body: JSON.parse(text) })
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const hand = smsGateway(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`)
  const message = { channel: 'sms', to: '+5511900000000', subject: '', text: 'código' } as const
  await hand(message)
  expect(asked).toEqual([{ type: 'application/json', body: { to: '+5511900000000', text: 'código' } }])
  for (status of [302, 400, 500]) await expect(hand(message), String(status)).rejects.toThrow()
  expect(asked).toHaveLength(4)
  await new Promise((resolve) => gateway.close(resolve))
})
