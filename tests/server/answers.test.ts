import { request } from 'node:http'
import { connect } from 'node:net'
import { pathOf } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { DatabaseError } from '../../server/db/database-error'
import type { Database } from '../../server/db/open'
import { noFaults } from '../../server/faults'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let admin: string
let url: string
beforeAll(async () => {
  world = await startWorld({ features: { 'new-client-tocsin-mgmt-routes': true } })
  admin = await world.token('acme-admin')
  url = await world.listen()
})
afterAll(() => world.close())
afterEach(() => {
  world.faults.current = noFaults
})

/** One of every kind of answer the server gives. */
const kinds: [string, string, string, unknown?][] = [
  ['a page', 'GET', 'sites?limit=1'],
  ['a record', 'GET', 'sites/1'],
  ['nobody', 'GET', '/api/nothing-here'],
  ['a file', 'GET', '/'],
  ['no file', 'GET', '/nothing.js'],
  ['a bad address', 'GET', '/api/%zz'],
  ['bad input', 'PATCH', 'sites/1', { evil: 1 }],
  ['bad JSON', 'PATCH', 'sites/1', '{'],
  ['a wrong method', 'DELETE', 'clients'],
  ['no permission', 'POST', 'clients', {}],
  ['health', 'GET', '/healthz'],
  ['the description', 'GET', '/openapi.json'],
  ['too much', 'PATCH', 'sites/1', { name: 'x'.repeat(2 ** 20) }],
]

it('T68 API-09 puts the security headers and the request id on every kind of answer', async () => {
  for (const [what, method, path, body] of kinds) {
    const { headers, body: answer } = await world.call(admin, method, path, body)
    expect(headers['content-security-policy'], what).toMatch(
      /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'; .*require-trusted-types-for 'script'/,
    )
    expect(headers, what).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['x-server-request-id'], what).toMatch(/^req-\d+$/)
    expect(headers['set-cookie'], what).toBeUndefined()
    expect(headers['x-powered-by'], what).toBeUndefined()
    expect(headers['access-control-allow-origin'], what).toBeUndefined()
    if (path.startsWith('/') && !path.startsWith('/api')) continue
    expect(headers['cache-control'] ?? 'no-store', what).toBe('no-store')
    expect(answer.meta.id, what).toBe(headers['x-server-request-id'])
  }
})

it('API-07 API-08 API-10 API-11 API-12 wraps what it says: success, data, the total twice, the request id', async () => {
  const page = (await world.call(admin, 'GET', 'projects?limit=1')).body
  expect(page).toEqual({
    success: true,
    data: [expect.anything()],
    total: 2,
    meta: { id: expect.any(String) as string, total: 2 },
  })
  const one = (await world.call(admin, 'GET', 'projects/2')).body
  expect(one).toEqual({
    success: true,
    data: expect.objectContaining({ id: 2 }) as object,
    meta: { id: expect.any(String) as string },
  })
  const failure = (await world.call(admin, 'GET', 'projects/3')).body
  expect(failure).toEqual({
    success: false,
    error: { message: 'NOT_FOUND' },
    meta: { id: expect.any(String) as string },
  })
})

it('GAP-07 GAP-08 A-004 A-006 answers a refusal by its status and code, with the fields only where fields are refused', async () => {
  const refused = async (token: string | null, method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await world.call(token, method, path, body)
    expect([Object.keys(answer).sort(), typeof answer.meta.id]).toEqual([['error', 'meta', 'success'], 'string'])
    return [status, answer.error?.message, answer.error?.errors?.map(({ field }) => field)]
  }
  const wrong = { username: 'root', password: 'Errada123' }
  expect(await refused(null, 'POST', 'authentication/login', wrong)).toEqual([
    401,
    'INVALID_USERNAME_OR_PASSWORD',
    undefined,
  ])
  expect(await refused(admin, 'GET', 'projects/999999')).toEqual([404, 'NOT_FOUND', undefined])
  // Of another client, which looks the same.
  expect(await refused(admin, 'GET', 'projects/3')).toEqual([404, 'NOT_FOUND', undefined])
  expect(await refused(admin, 'POST', 'clients', {})).toEqual([403, 'FORBIDDEN', undefined])
  expect(await refused(admin, 'POST', 'projects', {})).toEqual([400, 'VALIDATION_FAILED', ['name', 'description']])
})

it('ERR-06 lists what is wrong with each field, the first of it being the text to show', async () => {
  const { status, body } = await world.call(admin, 'POST', 'projects', { name: ' ', description: 'x'.repeat(2001) })
  expect(status).toBe(400)
  expect(body.error).toEqual({
    message: 'VALIDATION_FAILED',
    errors: [
      { field: 'name', message: 'formErrors.required' },
      { field: 'description', message: 'formErrors.maxLength', values: { max: 2000 } },
    ],
  })
})

it('answers 405 with what is allowed, 401 to nobody and 404 to somebody for what is not there', async () => {
  for (const resource of await allResources()) {
    const { can } = resource
    const name = pathOf(resource)
    const allow = async (method: string, path: string) => {
      const { status, headers, body } = await world.call(admin, method, path)
      return body.error?.message === 'METHOD_NOT_ALLOWED' && status === 405 ? headers['allow'] : status
    }
    expect(await allow('DELETE', name)).toBe(can.create ? 'GET, HEAD, POST' : 'GET, HEAD')
    expect(await allow('POST', `${name}/1`)).toBe(
      ['GET, HEAD', can.update && 'PATCH, PUT', can.delete && 'DELETE'].filter(Boolean).join(', '),
    )
  }
  expect((await world.call(admin, 'GET', 'apps/1/publish')).headers['allow']).toBe('POST')
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/v2/client/nothing',
    '/api/sites/1/nothing',
    '/api/v2',
    '/api//sites',
    '/api/mobile',
  ]) {
    expect((await world.call(null, 'GET', path)).status, path).toBe(401)
    expect([403, 404], path).toContain((await world.call(admin, 'GET', path)).status)
  }
  for (const id of ['0x1', '1.0', '-1', '1e3', '99999999999', '2147483648', '1%20', 'NaN', '1;drop'])
    expect((await world.call(admin, 'GET', `sites/${id}`)).status, id).toBe(404)
})

it('API-06 A-015 serves the same routes under /v2/{userType}, to that type alone', async () => {
  const root = await world.token('root')
  expect((await world.call(admin, 'GET', 'v2/client/projects')).body.data).toEqual(
    (await world.call(admin, 'GET', 'projects')).body.data,
  )
  expect((await world.call(admin, 'PATCH', 'v2/client/sites/1', {})).status).toBe(200)
  expect((await world.call(root, 'GET', 'v2/tocsin/clients')).status).toBe(200)
  for (const type of ['tocsin', 'monitoring-provider', 'map', 'Client'])
    expect((await world.call(admin, 'GET', `v2/${type}/projects`)).body.error?.message, type).toBe('WRONG_ROUTE')
  expect((await world.call(root, 'GET', 'v2/client/clients')).status).toBe(403)
})

it('S20 API-10 FLAG-01 FLAG-02 FLAG-03 lists the features with their defaults and how many they are, to everybody', async () => {
  const { status, body } = await world.call(null, 'GET', 'features')
  expect([body.total, body.meta.total]).toEqual([(body.data as unknown[]).length, body.total])
  expect(status).toBe(200)
  expect(body.data).toEqual(
    expect.arrayContaining(
      [
        'reg-handler-v2',
        'playground-view',
        'attachments-type-selection',
        'attachments-field',
        'multilayer-dropdown',
        'subscriber-v2-token-gen',
        'tocsin-user-dashboard-client-section',
        'token-mobile-v3',
      ].map((name) => ({ name, defaultValue: false })),
    ),
  )
  expect(body.data).toContainEqual({ name: 'new-client-tocsin-mgmt-routes', defaultValue: true })
})

/** The same server, whose database fails in some way. */
async function failing<T>(transactionWith: Database['transactionWith'], run: () => Promise<T>): Promise<T> {
  const { database } = world.parts
  world.parts.database = {
    ...database,
    transactionWith,
    ping: () => Promise.reject(new DatabaseError('GONE')),
    as() {
      return this
    },
  }
  try {
    return await run()
  } finally {
    world.parts.database = database
  }
}

const SECRET = 'duplicate key value violates "users_secret" at /srv/tocsin/crud.ts:12'

it.each([
  [
    'an error of its own',
    () => Promise.reject(Object.assign(new Error(SECRET), { detail: SECRET })),
    500,
    'INTERNAL_ERROR',
  ],
  ['a type error', () => Promise.reject(new TypeError(SECRET)), 500, 'INTERNAL_ERROR'],
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
  ['something that is no error', () => Promise.reject(SECRET), 500, 'INTERNAL_ERROR'],
  [
    'a syntax error',
    () => Promise.reject(new DatabaseError('OTHER', { sqlState: '42601', table: SECRET })),
    500,
    'INTERNAL_ERROR',
  ],
  ['no database', () => Promise.reject(new DatabaseError('GONE')), 503, 'DATABASE_UNAVAILABLE'],
  ['a query too long', () => Promise.reject(new DatabaseError('TIMEOUT')), 503, 'DATABASE_TIMEOUT'],
  ['a full queue', () => Promise.reject(new DatabaseError('BUSY')), 503, 'BUSY'],
  ['a deadlock', () => Promise.reject(new DatabaseError('CONFLICT', { sqlState: '40P01' })), 503, 'CONFLICT'],
  ['a full disk', () => Promise.reject(new DatabaseError('DISK_FULL')), 507, 'DISK_FULL'],
] as const)('T73 T62 ERR-19 tells of %s its code and nothing else', async (_what, reject, status, code) => {
  for (const [method, path, body] of [
    ['GET', 'sites', undefined],
    ['PATCH', 'sites/1', { name: 'x' }],
    ['POST', 'projects', { name: 'x', description: 'y' }],
    ['POST', 'authentication/login', { username: 'root', password: 'Demo1234' }],
  ] as const) {
    const reply = await failing(reject, () => world.call(admin, method, path, body))
    expect([reply.status, reply.body.error], `${method} ${path}`).toEqual([status, { message: code }])
    expect(reply.text).not.toMatch(/crud|users_secret|at \/|node_modules|\.ts|postgres|sql/i)
    if (status === 503) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(world.logs.join('')).not.toContain('users_secret')
})

it('is alive without a database and not ready, and says so', async () => {
  await failing(
    () => Promise.reject(new DatabaseError('GONE')),
    async () => {
      expect((await world.call(null, 'GET', '/healthz')).status).toBe(200)
      const ready = await world.call(null, 'GET', '/readyz')
      expect([ready.status, ready.headers['retry-after']]).toEqual([503, '2'])
    },
  )
  expect((await world.call(null, 'GET', '/readyz')).status).toBe(200)
})

it('T71 gives every request an id of its own, and keeps a caller’s as one harmless field of one line', async () => {
  const hostile = '\u001b[2J\u009b31m{"level":"error"}é'
  const lines = world.logs.length
  const reply = await world.call(admin, 'GET', 'sites/1', undefined, {
    'x-request-id': hostile.replace('é', 'x'.repeat(300)),
  })
  expect(reply.headers['x-server-request-id']).toMatch(/^req-\d+$/)
  expect(world.logs).toHaveLength(lines + 1)
  const line = world.logs.at(-1)!
  expect(line).toMatch(/^[\x20-\x7e]+\n$/)
  const event = JSON.parse(line) as Record<string, string>
  expect(event['clientRequestId']).toMatch(/^\?\[2J\?31m\{"level":"error"\}x+$/)
  expect(event['clientRequestId']).toHaveLength(100)
  expect(event['level']).toBe('info')
})

/** Bytes as they are: no client that would refuse to send them. */
const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const { port, hostname } = new URL(url)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.end(text, 'latin1'))
    socket
      .on('data', (bytes) => (answer += bytes.toString('latin1')))
      .on('close', () => resolve(answer))
      .on('error', reject)
  })

it('T117 answers what is no request in its own envelope, under an id of its own', async () => {
  for (const [bytes, status] of [
    ['nonsense\r\n\r\n', 400],
    ['GET /api/sites HTTP/1.1\r\nHost: x\r\nX Request: a\r\n\r\n', 400],
    [`GET /api/sites HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const [head = '', body = ''] = (await raw(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const [, id] = /^X-Server-Request-Id: (req-\d+)$/im.exec(head) ?? []
    expect(JSON.parse(body)).toEqual({ success: false, error: { message: 'BAD_REQUEST' }, meta: { id } })
    expect(head).toMatch(/^Content-Security-Policy: .*frame-ancestors 'none'/im)
    expect(head).toMatch(/^Connection: close$/im)
    expect(world.logs.at(-1)).toContain(`"requestId":"${id}"`)
  }
})

it('T116 answers HEAD as GET without the body, and any other method by those that there are', async () => {
  for (const path of ['sites/1', 'sites?limit=1', '/healthz', '/openapi.json', '/api/features']) {
    const [get, head] = [await world.call(admin, 'GET', path), await world.call(admin, 'HEAD', path)]
    expect([head.status, head.text, head.headers['etag']], path).toEqual([200, '', get.headers['etag']])
  }
  expect((await world.call(admin, 'HEAD', 'sites/99999')).status).toBe(404)
  for (const [path, allow] of [
    ['sites/1', 'GET, HEAD, PUT, PATCH, DELETE'],
    ['sites', 'GET, HEAD, POST'],
    ['sites/1/add-code', 'POST'],
    ['users/email/verify', 'POST'],
    ['/healthz', 'GET, HEAD'],
  ] as const)
    for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'OPTIONS', 'MKCOL', 'LOCK']) {
      const reply = await world.call(admin, method, path)
      expect([method, path, reply.status, reply.body.error?.message], reply.text).toEqual([
        method,
        path,
        405,
        'METHOD_NOT_ALLOWED',
      ])
      expect(new Set(String(reply.headers['allow']).split(', ')), `${method} ${path}`).toEqual(
        new Set(allow.split(', ')),
      )
    }
  expect((await world.call(admin, 'DELETE', 'clients')).headers['allow']).toBe('GET, HEAD, POST')
  expect((await world.call(admin, 'PROPFIND', 'nothing-here')).status).toBe(404)
  expect((await world.call(null, 'PROPFIND', 'sites/1')).status).toBe(401)
})

it('T118 reads no body that is packed, whatever it says it is', async () => {
  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'nonsense']) {
    const packed = await world.call(admin, 'PATCH', 'sites/1', '{}', { 'content-encoding': encoding })
    expect([packed.status, packed.body.error]).toEqual([
      415,
      { message: 'UNSUPPORTED_MEDIA_TYPE', details: { header: 'Content-Encoding' } },
    ])
  }
  expect((await world.call(admin, 'PATCH', 'sites/1', '{}', { 'content-encoding': 'identity' })).status).toBe(200)
})

it('T71 refuses line ends, null bytes and endless headers before they are a request', async () => {
  const get = (header: string) => raw(`GET /api/sites HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n`)
  for (const header of ['X-Request-Id: a\rb', 'X-Request-Id: a\nb: c\n', 'X-Request-Id: a\0b', 'X Request: a', ': a'])
    expect(await get(header), JSON.stringify(header)).toMatch(/^HTTP\/1\.1 (400|401)/)
  expect(await get(`X-Request-Id: ${'x'.repeat(20_000)}`)).toMatch(/^HTTP\/1\.1 431/)
  expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
  expect(
    await raw(
      'POST /api/authentication/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n',
    ),
  ).toMatch(/^HTTP\/1\.1 400/)
  for (const line of world.logs) expect(() => JSON.parse(line) as unknown).not.toThrow()
})

it('drops, delays and fails answers when told to, and says the same as ever otherwise', async () => {
  const seen: string[] = []
  world.faults.current = (point, { method }) => {
    seen.push(`${point} ${method}`)
    if (point === 'request' && method === 'PUT') return 'drop'
    return undefined
  }
  const dropped = new Promise((resolve) => {
    const asked = request(
      `${url}/api/sites/1`,
      { method: 'PUT', headers: { authorization: `Bearer ${admin}` } },
      (answer) => resolve(answer.statusCode),
    )
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)).end()
  })
  expect(await dropped).toBe('ECONNRESET')
  expect((await world.call(admin, 'PATCH', 'sites/1', {})).status).toBe(200)
  expect(seen).toEqual(['request PUT', 'request PATCH', 'answer PATCH'])
})
