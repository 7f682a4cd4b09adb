import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  for (const name of ['guest', 'acme-admin', 'vazia-admin', 'acme-approver', 'borealis-admin']) await world.token(name)
})
afterAll(() => world.close())

const TYPE = 'multipart/form-data; boundary=x'
const part = (name: string, text: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`
const FILE = part('csvSites', 'siteName,siteAddress\na,b', '; filename="s.csv"')
const END = '--x--\r\n'

const tokens = new Map<string, string>()

type Answer = { status: number; error: Reply['body']['error']; headers: Reply['headers'] }

async function send(
  username: string | null,
  url: string,
  payload: string | Readable,
  type = TYPE,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: {
      ...(username === null
        ? {}
        : { authorization: `Bearer ${tokens.get(username) ?? (await world.token(username))}` }),
      'content-type': type,
      ...headers,
    },
    payload,
  })
  return { status: answer.statusCode, error: answer.json<Reply['body']>().error, headers: answer.headers }
}

/** Returns a body that counts how much of it was asked for: a hundred pieces of a mebibyte. */
function counted(begin: string): { body: Readable; taken: () => number } {
  let taken = 0
  const body = Readable.from(
    (function* () {
      yield Buffer.from(begin)
      for (; taken < 100; taken++) yield Buffer.alloc(1_048_576, 0x61)
    })(),
  )
  return { body, taken: () => taken }
}

it.each([
  ['a guest', 'guest', 'clients/2/upload', 403, 'FORBIDDEN'],
  ['an approver', 'acme-approver', 'clients/2/upload', 403, 'FORBIDDEN'],
  ['the admin of another client', 'vazia-admin', 'clients/2/upload', 404, 'NOT_FOUND'],
  ['the admin of a locked client', 'borealis-admin', 'clients/3/upload', 401, 'CLIENT_LOCKED'],
  ['nobody', null, 'clients/2/upload', 401, 'INVALID_AUTHORIZATION_HEADER'],
] as const)('T125 answers an upload of %s before any of it is read', async (_who, username, url, status, code) => {
  const { body, taken } = counted('--x\r\nContent-Disposition: form-data; name="csvSites"; filename="s.csv"\r\n\r\n')
  const answer = await send(username, url, body)
  expect([answer.status, answer.error?.message]).toEqual([status, code])
  expect(taken()).toBeLessThan(3)
})

it.each([
  ['POST of a record', 'sites'],
  ['POST of an action', 'apps/1/publish'],
  ['POST of a token', 'monitoring-providers/v2/1/authenticate'],
])('T125 answers a %s by who may not before its body is read', async (_what, url) => {
  const { body, taken } = counted('{"name":"')
  const answer = await send('guest', url, body, 'application/json')
  expect([answer.status, answer.error?.message]).toEqual([403, 'FORBIDDEN'])
  expect(taken()).toBeLessThan(3)
  // Not even the readability of the body is told.
  expect((await send('guest', url, '{', 'application/json')).status).toBe(403)
})

it('T125 takes one file and the few words of a form, each within its limit, which it names', async () => {
  const at = async (body: string) => {
    const { status, error } = await send('vazia-admin', 'clients/4/upload?dryRun=1', body + END)
    return [status, error?.details]
  }
  expect(await at(FILE + part('mode', 'create'))).toEqual([200, undefined])
  expect(await at(FILE + FILE)).toEqual([413, { files: 1 }])
  expect(await at(Array.from({ length: 7 }, (_, n) => part(`f${n}`, 'x')).join('') + FILE)).toEqual([
    413,
    { fields: 6 },
  ])
  expect(await at(part('mode', 'x'.repeat(1025)) + FILE)).toEqual([413, { max: 1024, key: 'mode' }])
  const long = (size: number) => part('_json', `{"mode":"create"${' '.repeat(size - 17)}}`)
  expect(await at(long(65_536) + FILE)).toEqual([200, undefined])
  expect(await at(long(65_537) + FILE)).toEqual([413, { max: 65_536, key: '_json' }])
  expect(
    (await send('vazia-admin', 'sites', `{"name":"${'x'.repeat(1_048_576)}"}`, 'application/json')).error?.details,
  ).toEqual({
    max: 1_048_576,
  })
})

it('T125 holds four uploads of a user at a time, and refuses one more of theirs and none of others', async () => {
  const open = Array.from({ length: 4 }, () => new Readable({ read() {} }))
  const waiting = open.map((body) => {
    body.push(FILE)
    return send('vazia-admin', 'clients/4/upload?dryRun=1', body)
  })
  // Each has its place once the arrived part of its body is read.
  while (open.some(({ readableLength }) => readableLength > 0)) await setImmediate()
  const refused = await send('vazia-admin', 'clients/4/upload?dryRun=1', FILE + END)
  expect([refused.status, refused.error?.message, refused.headers['retry-after']]).toEqual([503, 'BUSY', '1'])
  expect((await send('acme-admin', 'clients/2/upload?dryRun=1', FILE + END)).status).toBe(200)
  for (const body of open) {
    body.push(END)
    body.push(null)
  }
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await send('vazia-admin', 'clients/4/upload?dryRun=1', FILE + END)).status).toBe(200)
})

it('T125 refuses an upload by the length that it announces, before any of it is read', async () => {
  const { body, taken } = counted(FILE)
  const announced = { 'content-length': String(1024 * 1_048_576) }
  const answer = await send('acme-admin', 'clients/2/upload?dryRun=1', body, TYPE, announced)
  expect([answer.status, answer.error]).toEqual([
    413,
    { message: 'PAYLOAD_TOO_LARGE', details: { max: 16 * 1_048_576 + 7 * 65_536 } },
  ])
  expect(taken()).toBeLessThan(3)
})

it('T124 T125 leaves places for uploads to every other tenant, however many users one of them has', async () => {
  const root = await world.token('root')
  const names = Array.from({ length: 16 }, (_, n) => `upload-${n}`)
  for (const username of names) {
    const password = { password: 'Segredo12', passwordConfirm: 'Segredo12' }
    const user = { name: 'n', username, email: 'n@example.org', userType: 'client', role: 'admin', ClientId: 4 }
    expect((await world.call(root, 'POST', 'users', { ...user, ...password })).status).toBe(201)
    const { body } = await world.call(null, 'POST', 'authentication/login', { username, password: 'Segredo12' })
    tokens.set(username, (body.data as { token: string }).token)
  }
  const open: Readable[] = []
  const waiting: Promise<Answer>[] = []
  for (const username of names) {
    const body = new Readable({ read() {} })
    body.push(FILE)
    open.push(body)
    waiting.push(send(username, 'clients/4/upload?dryRun=1', body))
  }
  // Each has a place once the arrived part of its body is read, or is answered without one.
  const answered = new Set<number>()
  for (const [n, one] of waiting.entries()) void one.then(() => answered.add(n))
  const isSettled = ({ readableLength }: Readable, n: number) => readableLength === 0 || answered.has(n)
  await expect.poll(() => open.every(isSettled)).toBe(true)
  expect((await send('acme-admin', 'clients/2/upload?dryRun=1', FILE + END)).status).toBe(200)
  for (const body of open) {
    body.push(END)
    body.push(null)
  }
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect(statuses.filter((status) => status === 503)).toHaveLength(8)
})
