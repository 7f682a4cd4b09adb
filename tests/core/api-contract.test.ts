import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '@tocsin/core/base/errors'
import { fetchTransport } from '@tocsin/core/api/fetch-transport'
import { createHttp, queryString, type Call, type HttpParts, type Transport } from '@tocsin/core/api/http'
import { createSession, type Profile, type SignedIn } from '@tocsin/core/api/session'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTransport } from '../../cli/transport'

/** The requests that came, and the answers to them: one function per call, the last one again. */
type Request = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Reply = (request: Request, response: ServerResponse) => void
let requests: Request[]
let replies: Reply[]

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const raw =
  (status: number, text: string, statusText = '', headers = {}): Reply =>
  (_request, response) =>
    response.writeHead(status, statusText, headers).end(text)
const refusal = (status: number, message: string) =>
  json(status, { success: false, error: { message }, meta: { id: 'm' } })
const fine = json(200, { success: true, data: { ok: 1 }, meta: { id: 'm1' } })

let server: Server
let origin: string
beforeAll(async () => {
  server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const { method = '', url = '', headers } = message
      const request = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
      requests.push(request)
      const reply = replies[Math.min(requests.length, replies.length) - 1]
      reply?.(request, response)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
  replies = [fine]
})

const NOW = Date.parse('2026-03-04T12:00:00Z')
const jwt = (name: string, end: number) =>
  `x.${Buffer.from(JSON.stringify({ name, exp: end / 1000, roles: ['sites:view'] })).toString('base64url')}.x`
const HOUR = 3_600_000
const profileOf = (expiredAt: number): Profile => ({
  id: 7,
  token: jwt('old', expiredAt),
  refreshToken: jwt('refresh', NOW + 24 * HOUR),
  expiredAt,
  permissions: [],
  name: 'Ana',
  userType: 'client',
  role: 'admin',
  email: '',
  username: 'ana',
  ClientId: 2,
  SiteId: null,
  updateMFAToken: null,
  refreshAfterUpdate: false,
  hasPassword: true,
  mfaMethod: [],
  impersonator: null,
})
const FRESH = jwt('new', NOW + HOUR)

const terminal = createTransport({ userAgent: 'tocsin/test' })
afterAll(() => terminal.close())

describe.each([
  ['fetch', fetchTransport(fetch)],
  ['node:http', terminal.send],
] as [string, Transport][])('calls over %s', (_name, transport) => {
  const open = (more: Partial<HttpParts> = {}) =>
    createHttp({ transport, base: `${origin}/api`, locale: () => 'pt-BR', now: () => NOW, ...more })

  /** Returns a client with an account whose token ends at a moment; refreshing gives another and is counted. */
  function signedIn(expiredAt = NOW + HOUR, more: Partial<HttpParts> = {}) {
    const state = { profile: profileOf(expiredAt) as Profile | null, refreshes: 0 }
    const session = createSession({
      store: {
        read: async () => state.profile,
        write: async (profile) => void (state.profile = profile),
        exclusively: (run) => run(),
      },
      callRefresh: async (): Promise<SignedIn> => {
        state.refreshes++
        return { token: FRESH, profile: {} }
      },
      now: () => NOW,
      pause: async () => undefined,
    })
    return { state, http: open({ session, ...more }) }
  }

  const failed = async (call: Promise<unknown>): Promise<ApiError> => {
    const error: unknown = await call.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    return error as ApiError
  }
  const bearers = () => requests.map(({ headers }) => headers.authorization)

  it('API-01 API-02 API-03 go to the management API, accept JSON and name the language', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) await open()({ method, path: 'sites/7' })
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/api/sites/7'],
      ['POST', '/api/sites/7'],
      ['PUT', '/api/sites/7'],
      ['PATCH', '/api/sites/7'],
      ['DELETE', '/api/sites/7'],
    ])
    for (const { headers } of requests) expect(headers).toMatchObject({ accept: 'application/json', locale: 'pt-BR' })
  })

  it('API-04 name a JSON content type unless they are reads or multipart', async () => {
    const http = open()
    const file = { name: 'a.csv', type: 'text/csv', bytes: Uint8Array.from([97]) }
    const calls: Call[] = [
      { method: 'GET', path: 'a' },
      { method: 'POST', path: 'a', body: { name: 'São' } },
      { method: 'DELETE', path: 'a' },
      { method: 'POST', path: 'a', body: { x: 1 }, files: { csvSites: file } },
    ]
    for (const call of calls) await http(call)
    expect(requests.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
      undefined,
      'application/json',
      'application/json',
      'multipart/form-data',
    ])
    expect(requests.map(({ body }) => body).slice(0, 3)).toEqual(['', '{"name":"São"}', '{}'])
    expect(requests[3]?.body).toContain('name="csvSites"; filename="a.csv"')
  })

  it('API-05 carry the token there is, and none where none belongs', async () => {
    const { http, state } = signedIn()
    await http({ method: 'GET', path: 'a' })
    await http({ method: 'GET', path: 'a', token: 'none' })
    await http({ method: 'GET', path: 'a', token: 'other' })
    await open()({ method: 'GET', path: 'a' })
    expect(bearers()).toEqual([`Bearer ${state.profile?.token}`, undefined, 'Bearer other', undefined])
    state.profile = null
    expect((await failed(http({ method: 'GET', path: 'a' }))).code).toBe('NOT_AUTHENTICATED')
    expect(requests).toHaveLength(4)
  })

  it('API-06 A-015 name the user type on the way while the flag is on', async () => {
    let on = true
    const { http } = signedIn(NOW + HOUR, { routesV2: () => on })
    await http({ method: 'GET', path: 'sites', query: { limit: 1 } })
    await http({ method: 'POST', path: 'v2/registration-handlers' })
    await http({ method: 'POST', path: 'authentication/login', token: 'none' })
    on = false
    await http({ method: 'GET', path: 'sites' })
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v2/client/sites?limit=1',
      '/api/v2/client/v2/registration-handlers',
      '/api/authentication/login',
      '/api/sites',
    ])
  })

  it('carry an idempotency key and the version a change is based on', async () => {
    await open()({ method: 'PUT', path: 'a', idempotencyKey: 'k-1', ifMatch: 3 })
    expect(requests[0]?.headers).toMatchObject({ 'idempotency-key': 'k-1', 'if-match': '"3"' })
  })

  it('API-14 API-16 spell queries', () => {
    expect(
      queryString({ order: 'name ASC', ids: [1, 2], q: 'são & co', none: null, absent: undefined, zero: 0, no: false }),
    ).toBe('?order=name%20ASC&ids=1%2C2&q=s%C3%A3o%20%26%20co&zero=0&no=false')
    expect(queryString({})).toBe('')
  })

  it('API-07 API-09 API-10 API-11 API-12 read data, the total and the request id', async () => {
    replies = [
      json(200, { success: true, data: [1], meta: { id: 'a', total: 9 }, total: 8 }, { 'X-Server-Request-Id': 'h' }),
      json(200, { success: true, data: [1], meta: { id: 'a' }, total: 8 }),
      json(201, { success: true, data: { id: 1 }, meta: { id: 'a' } }),
      (_request, response) => response.writeHead(204).end(),
    ]
    const http = open()
    expect(await http({ method: 'GET', path: 'a' })).toEqual({
      status: 200,
      data: [1],
      total: 9,
      requestId: 'h',
      meta: { id: 'a', total: 9 },
    })
    expect(await http({ method: 'GET', path: 'a' })).toMatchObject({ total: 8, requestId: 'a' })
    expect(await http({ method: 'POST', path: 'a' })).toMatchObject({ status: 201, data: { id: 1 }, total: undefined })
    expect(await http({ method: 'DELETE', path: 'a' })).toMatchObject({ status: 204, data: undefined })
  })

  it.each([
    [400, 'bad-request'],
    [401, 'authentication'],
    [403, 'forbidden'],
    [404, 'server'],
    [409, 'server'],
    [500, 'server'],
  ] as const)('ERR-01 ERR-04 ERR-05 ERR-07 give up at %i with an error of kind %s', async (status, kind) => {
    replies = [refusal(status, 'CODE')]
    const { http, state } = signedIn()
    const error = await failed(http({ method: 'GET', path: 'a' }))
    expect([error.status, error.kind, error.code, error.requestId]).toEqual([status, kind, 'CODE', 'm'])
    expect([requests.length, state.refreshes]).toEqual([1, 0])
  })

  it('ERR-03 A-005 take success=false for an authentication error', async () => {
    replies = [refusal(200, 'INVALID_USER')]
    const error = await failed(open()({ method: 'GET', path: 'a' }))
    expect([error.kind, error.code]).toEqual(['authentication', 'INVALID_USER'])
  })

  it('ERR-06 API-08 say what the server says, and at least its status', async () => {
    replies = [raw(502, '<html>Bad gateway</html>', 'Bad Gateway'), raw(500, '', 'Oh no'), raw(503, '[]', 'Gone')]
    const http = open()
    const codes: string[] = []
    for (let call = 0; call < 3; call++) codes.push((await failed(http({ method: 'GET', path: 'a' }))).code)
    expect(codes).toEqual(['Bad Gateway', 'Oh no', 'Gone'])
  })

  it.each([
    ['<html>Sign in to this network</html>', 'text/html', false],
    ['[]', 'application/json', false],
    ['"ok"', 'application/json', false],
    ['7', 'application/json', false],
    ['{', 'application/json', true],
  ])('take %j for no answer of the server, whatever its status', async (text, type, isTemporary) => {
    replies = [raw(200, text, '', { 'content-type': type })]
    const error = await failed(open()({ method: 'GET', path: 'a' }))
    expect([error.code, error.temporary, error.details]).toEqual(['INVALID_ANSWER', isTemporary, { type }])
  })

  it('say so when no answer comes at all, or only half of one', async () => {
    const nobody = await failed(open({ base: 'http://127.0.0.1:1/api' })({ method: 'GET', path: 'a' }))
    expect([nobody.status, nobody.code, nobody.kind, nobody.temporary]).toEqual([0, 'NETWORK_ERROR', 'network', true])
    replies = [
      (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"success":true,', () => response.destroy())
      },
    ]
    expect((await failed(open()({ method: 'GET', path: 'a' }))).status).toBe(0)
  })

  it('end when they are told to', async () => {
    const controller = new AbortController()
    replies = [() => controller.abort()]
    const call = open()({ method: 'GET', path: 'a', signal: controller.signal })
    await expect(call).rejects.toThrow()
  })

  it('SESS-03 SESS-04 ERR-02 refresh and repeat, silently and once', async () => {
    replies = [refusal(401, 'JWT_EXPIRED'), fine]
    const { http, state } = signedIn()
    const before = state.profile?.token
    const { data } = await http({ method: 'POST', path: 'a', body: { x: 1 }, idempotencyKey: 'k' })
    expect([data, state.refreshes]).toEqual([{ ok: 1 }, 1])
    expect(bearers()).toEqual([`Bearer ${before}`, `Bearer ${FRESH}`])
    expect(requests.map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual([
      ['{"x":1}', 'k'],
      ['{"x":1}', 'k'],
    ])
  })

  it('A-008 give up at the second JWT_EXPIRED', async () => {
    replies = [refusal(401, 'JWT_EXPIRED')]
    const { http, state } = signedIn()
    const error = await failed(http({ method: 'GET', path: 'a' }))
    expect([error.kind, error.code, requests.length, state.refreshes]).toEqual(['authentication', 'JWT_EXPIRED', 2, 1])
  })

  it.each(['CLIENT_LOCKED', 'INVALID_AUTHORIZATION_HEADER', 'EXPIRED_REFRESH_TOKEN'])(
    'ERR-03 never repeat at %s',
    async (code) => {
      replies = [refusal(401, code)]
      const { http, state } = signedIn()
      expect((await failed(http({ method: 'GET', path: 'a' }))).code).toBe(code)
      expect([requests.length, state.refreshes, state.profile === null]).toEqual([1, 0, false])
    },
  )

  it('never refresh for a token that is not the account’s own', async () => {
    replies = [refusal(401, 'JWT_EXPIRED')]
    const { http, state } = signedIn()
    for (const token of ['none', 'other']) await failed(http({ method: 'GET', path: 'a', token }))
    expect([requests.length, state.refreshes]).toEqual([2, 0])
  })

  it('SESS-02 refresh before they ask once the token has ended', async () => {
    for (const [expiredAt, refreshes] of [
      [NOW, 1],
      [NOW - 1, 1],
      [NOW + 1, 0],
    ] as const) {
      requests = []
      const { http, state } = signedIn(expiredAt)
      await http({ method: 'GET', path: 'a' })
      expect([expiredAt - NOW, state.refreshes, requests.length]).toEqual([expiredAt - NOW, refreshes, 1])
      if (refreshes) expect(bearers()).toEqual([`Bearer ${FRESH}`])
    }
  })

  it('SESS-04 share one refresh among forty', async () => {
    replies = [
      (request, response) =>
        (request.headers.authorization === `Bearer ${FRESH}` ? fine : refusal(401, 'JWT_EXPIRED'))(request, response),
    ]
    const { http, state } = signedIn()
    await Promise.all(Array.from({ length: 40 }, () => http({ method: 'GET', path: 'a' })))
    expect(state.refreshes).toBe(1)
    expect(requests.length).toBeLessThanOrEqual(80)
  })
})
