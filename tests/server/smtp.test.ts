import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { deliverOutbox, type Send } from '../../server/outbox/outbox'
import { isMailServer, smtp } from '../../server/outbox/smtp'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
const servers: SMTPServer[] = []
beforeAll(async () => {
  world = await startWorld()
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => server.close(() => done()))))
})
afterAll(() => world.close())

type Received = { secure: boolean; user: string | undefined; from: string; to: string[]; text: string }
const PASSWORD = 'canary-smtp-password'

/** A mail server of this process, at an address that need not count as this machine. */
async function mailServer(options: SMTPServerOptions, address = '127.0.0.1') {
  const received: Received[] = []
  const passwords: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    onAuth({ username, password }, { secure }, done) {
      passwords.push(`${secure ? 'TLS' : 'clear'} ${password}`)
      if (password === PASSWORD) done(null, { user: username })
      else done(Object.assign(new Error(`535 no ${username} ${password}`), { responseCode: 535 }))
    },
    onData(stream, { secure, user, envelope }, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      stream.on('end', () => {
        received.push({
          secure,
          user: user as string | undefined,
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map((one) => one.address),
          text,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const { port } = server.server.address() as AddressInfo
  const url = (scheme = 'smtp', password = PASSWORD, query = '') =>
    `${scheme}://mailer:${password}@${address}:${port}${query}`
  return { received, passwords, url, port }
}

const message: Parameters<Send>[0] = {
  channel: 'mail',
  to: 'ana@example.org',
  subject: 'Seu código: ação',
  text: 'Olá, Ana.\n\nlinha com acentuação — e um ponto:\n.\nfim\n',
}
// A test server's certificate is nobody's, and trust in it is not tested here.
const TRUSTED = '?tls.rejectUnauthorized=false'
const decoded = (text: string) =>
  /base64/i.test(text)
    ? Buffer.from(text.split('\r\n\r\n').slice(1).join(''), 'base64').toString('utf8')
    : text
        .replace(/=\r\n/g, '')
        .replace(/(=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString('utf8'))

it('goes over to TLS before it says who it is, and hands over subject and text whole', async () => {
  const { received, passwords, url } = await mailServer({})
  await smtp(url('smtp', PASSWORD, TRUSTED), 'tocsin@example.org')(message)
  expect(passwords).toEqual([`TLS ${PASSWORD}`])
  expect(received).toHaveLength(1)
  const [{ text, ...envelope }] = received as [Received]
  expect(envelope).toEqual({ secure: true, user: 'mailer', from: 'tocsin@example.org', to: ['ana@example.org'] })
  expect(decoded(text)).toContain('linha com acentuação — e um ponto:')
  expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
})

it('speaks TLS from the first byte where the address says so', async () => {
  const { received, url } = await mailServer({ secure: true })
  await smtp(url('smtps', PASSWORD, TRUSTED), 'tocsin@example.org')(message)
  expect(received.map(({ secure }) => secure)).toEqual([true])
})

it('tells no password in clear to another machine, unless told to', async () => {
  const { passwords, received, url } = await mailServer(
    { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
    '127.0.0.2',
  )
  await expect(smtp(url(), 'tocsin@example.org')(message)).rejects.toThrow()
  expect(passwords).toEqual([])
  await smtp(url('smtp', PASSWORD, '?requireTLS=false'), 'tocsin@example.org')(message)
  expect(passwords).toEqual([`clear ${PASSWORD}`])
  expect(received).toHaveLength(1)
})

it('trusts no certificate that nobody vouches for', async () => {
  const { passwords, url } = await mailServer({})
  await expect(smtp(url(), 'tocsin@example.org')(message)).rejects.toThrow()
  expect(passwords).toEqual([])
})

it('writes to one recipient, whatever an address holds', async () => {
  const { received, url } = await mailServer({})
  const send = smtp(url('smtp', PASSWORD, TRUSTED), 'tocsin@example.org')
  for (const to of [
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org>\r\nRCPT TO:<b@example.org',
    '"x" <b@example.org>, a@example.org',
    'group: b@example.org;',
  ])
    await send({ ...message, to, subject: `Hi\r\nBcc: b@example.org\r\n\r\nbody` }).catch(() => {})
  for (const { to, text } of received) {
    expect(to.length).toBeLessThanOrEqual(1)
    expect(to).not.toContain('b@example.org')
    expect(text.slice(0, text.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/im)
  }
})

const ask = async (username: string, locale = 'en-US') =>
  world.call(null, 'POST', 'authentication/restore-password/request', { username }, { locale })
const waiting = async () =>
  (
    await withServer(world.database, (tx) =>
      sql<{ recipient: string; attempts: number }>`select recipient, attempts from outbox
        where sent_at is null and failed_at is null and channel = 'mail' order by id`.execute(tx),
    )
  ).rows

it('T72 keeps what a mail server refuses, tries it again, and logs why without a secret or an address', async () => {
  let refuse = true
  const { received, url } = await mailServer({
    onRcptTo({ address }, _session, done) {
      if (refuse) done(Object.assign(new Error(`450 ${address} is full`), { responseCode: 450 }))
      else done()
    },
  })
  await ask('acme-admin', 'pt-BR')
  const from = world.logs.length
  const wrong = url('smtp', 'canary-wrong-password', TRUSTED)
  for (const [address, logged] of [
    [wrong, { code: 'EAUTH', status: 535 }],
    [url(), { code: 'ESOCKET' }],
    [url('smtp', PASSWORD, TRUSTED), { code: 'EENVELOPE', status: 450 }],
  ] as const) {
    expect(await deliverOutbox(world.parts, smtp(address, 'tocsin@example.org'), 'https://c.example.org')).toBe(0)
    expect(JSON.parse(world.logs.at(-1)!)).toMatchObject({ event: 'mail-failed', level: 'warn', ...logged })
    world.clock.now += 3_600_000
  }
  expect(await waiting()).toMatchObject([{ recipient: 'acme-admin@example.org', attempts: 3 }])
  refuse = false
  const send = smtp(url('smtp', PASSWORD, TRUSTED), 'tocsin@example.org')
  expect(await deliverOutbox(world.parts, send, 'https://c.example.org')).toBe(1)
  expect(await waiting()).toEqual([])
  expect(decoded(received[0]!.text)).toMatch(/https:\/\/c\.example\.org\/password-reset\?authorization=\S+/)
  // Tried again, it carries a secret of its own: none waited anywhere in between.
  expect(world.logs.slice(from).join('')).not.toMatch(/canary|example\.org|authorization|is full/)
})

it('T38 takes the address of links from the configuration, whatever a request says of its host', async () => {
  const { received, url } = await mailServer({})
  const headers = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.test',
    origin: 'https://evil.test',
    referer: 'https://evil.test/',
  }
  world.clock.now += 3_600_000
  for (const [username, name] of [
    ['vazia-admin', 'host'],
    ['monitor-admin', 'all'],
  ] as const)
    await world.call(
      null,
      'POST',
      'authentication/restore-password/request',
      { username },
      name === 'host' ? { host: 'evil.test' } : headers,
    )
  const send = smtp(url('smtp', PASSWORD, TRUSTED), 'tocsin@example.org')
  expect(await deliverOutbox(world.parts, send, 'https://console.example.org')).toBe(2)
  for (const { text } of received) {
    expect(decoded(text)).toContain('https://console.example.org/password-reset?')
    expect(decoded(text)).not.toContain('evil')
  }
})

it('knows what a mail server’s address looks like', () => {
  for (const url of ['smtp://mail', 'smtps://u:p@mail:465', 'SMTP://127.0.0.1:25'])
    expect(isMailServer(url), url).toBe(true)
  for (const url of ['mail', 'http://mail', 'smtp:', 'smtp://', 'direct://x', ''])
    expect(isMailServer(url), url).toBe(false)
})
