import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { createDeveloperMessages } from '../../server/outbox/developer-messages'
import { startDelivery } from '../../server/outbox/outbox'
import { codeIn } from '../deliver'
import { startWorld, type TestWorld } from '../world'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-web-'))
const messages = createDeveloperMessages(() => Date.now())
let demo: TestWorld
let real: TestWorld
beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head></html>')
  demo = await startWorld({ webFolder: folder, developerMessages: messages })
  real = await startWorld({ webFolder: folder })
})
afterAll(async () => {
  await Promise.all([demo.close(), real.close()])
  rmSync(folder, { recursive: true, force: true })
})

const PLACES = ['/developer/messages', '/developer/messages.json', '/developer', '/developer/']

it('is nowhere but in the demo', async () => {
  for (const path of PLACES) expect((await real.call(null, 'GET', path)).status, path).toBe(404)
  expect((await demo.call(null, 'GET', '/developer/messages')).status).toBe(200)
  expect((await demo.call(null, 'GET', '/developer/messages.json')).text).toBe('[]')
})

it('answers this machine alone, and only under its own name', async () => {
  const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await demo.app.inject({ method: 'GET', url: '/developer/messages.json', headers, remoteAddress })).statusCode
  for (const host of ['127.0.0.1:4000', 'localhost', '[::1]:4000']) expect(await ask({ host }), host).toBe(200)
  for (const address of ['::1', '::ffff:127.0.0.1'])
    expect(await ask({ host: 'localhost' }, address), address).toBe(200)
  for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test:4000', '10.0.0.1'])
    expect(await ask({ host }), host).toBe(404)
  for (const address of ['10.0.0.5', '::ffff:10.0.0.5', '2001:db8::1'])
    expect(await ask({ host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, address), address).toBe(404)
})

it('shows the code of a sign-in, newest first, and keeps it nowhere but in memory', async () => {
  const delivery = startDelivery(demo.parts, async (message) => messages.add(message), 'http://127.0.0.1:4000', {
    every: 2 ** 30,
  })
  await demo.call(null, 'POST', 'authentication/login', { username: 'acme-mfa', password: 'Demo1234' })
  await expect.poll(() => messages.all().length).toBe(1)
  await demo.call(null, 'POST', 'authentication/restore-password/request', { username: 'root' })
  await expect.poll(() => messages.all().length).toBe(2)
  await delivery.stop()
  const { headers, body } = await demo.call(null, 'GET', '/developer/messages.json')
  expect(headers['cache-control']).toBe('no-store')
  const shown = body as unknown as { channel: string; to: string; text: string }[]
  expect(shown.map(({ to }) => to)).toEqual(['root@example.org', 'acme-mfa@example.org'])
  const code = codeIn(shown[1])
  const token = /authorization=(\S+)/.exec(shown[0]!.text)![1]!
  const { rows } = await withServer(demo.database, (tx) =>
    sql<{ text: string }>`select o::text as text from outbox o union all select c::text from one_time_codes c
      union all select p::text from password_resets p union all select a::text from audit_events a`.execute(tx),
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const { text } of rows) expect(text.includes(code) || text.includes(token)).toBe(false)
  expect(demo.logs.join('')).not.toContain(code)
})

it('keeps the last hundred', () => {
  const messages = createDeveloperMessages(() => 0)
  for (let at = 1; at <= 150; at++) messages.add({ channel: 'mail', to: String(at), subject: '', text: '' })
  expect(messages.all()).toHaveLength(100)
  expect(messages.all()[0]).toMatchObject({ id: 150, to: '150', sentAt: '1970-01-01T00:00:00.000Z' })
})
