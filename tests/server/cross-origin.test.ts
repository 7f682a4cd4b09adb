import { afterAll, beforeAll, expect, it } from 'vitest'
import { isForEveryPage, readOrigins } from '../../server/http/cross-origin'
import { startWorld, type TestWorld } from '../world'

const ALLOWED = 'https://console.example.org'
const STRANGERS = [
  'https://evil.test',
  'null',
  'http://console.example.org',
  'https://console.example.org:444',
  'https://console.example.org.evil.test',
  'https://evilconsole.example.org',
  'https://CONSOLE.example.org',
  'https://console.example.org/',
  '*',
  '',
  'file://',
]
let open: TestWorld
let closed: TestWorld
let paths: string[]
beforeAll(async () => {
  open = await startWorld({ allowedOrigins: readOrigins(` ${ALLOWED} ,http://localhost:5173`) })
  closed = await startWorld({ database: open.database })
  const document = (await open.call(null, 'GET', '/openapi.json')).body as unknown as { paths: Record<string, object> }
  const described = Object.keys(document.paths).map((path) =>
    (path.startsWith('/mobile') ? path : `/api${path}`).replace(/\{\w+\}/g, '1'),
  )
  paths = [
    ...described.filter((path) => !isForEveryPage(path)),
    '/api/v2/client/sites',
    '/api/nothing-here',
    '/api/%zz',
    '/',
    '/healthz',
    '/openapi.json',
    '/static/page.css',
    '/terms.html',
    '/nowhere.js',
  ]
})
afterAll(async () => {
  await closed.app.close()
  await open.close()
})

/** Returns the headers of an answer that tell a browser about other origins. */
const told = async (world: TestWorld, method: string, path: string, origin: string) => {
  const { headers, status } = await world.call(null, method, path, undefined, {
    origin,
    ...(method === 'OPTIONS' ? { 'access-control-request-method': 'PATCH' } : {}),
  })
  return { status, names: Object.keys(headers).filter((name) => name.startsWith('access-control-')), headers }
}

it('T69 names no origin to anybody, on any route, unless the operator lists one', async () => {
  expect(paths.length).toBeGreaterThan(40)
  for (const path of paths)
    for (const method of ['GET', 'OPTIONS'])
      for (const origin of [ALLOWED, 'null', 'https://evil.test']) {
        const { names, status } = await told(closed, method, path, origin)
        expect(names, `${method} ${path} ${origin}`).toEqual([])
        if (method === 'OPTIONS') expect(status, path).toBeGreaterThanOrEqual(400)
      }
})

it('T69 names an origin that is listed, letter for letter, on the API alone', async () => {
  for (const path of paths)
    for (const method of ['GET', 'OPTIONS']) {
      const { status, headers, names } = await told(open, method, path, ALLOWED)
      const what = `${method} ${path}`
      // An address that cannot be read is refused before there is anything to allow.
      if (!path.startsWith('/api') || path === '/api/%zz') {
        expect(names, what).toEqual([])
        continue
      }
      expect(headers['access-control-allow-origin'], what).toBe(ALLOWED)
      expect(headers['access-control-allow-credentials'], what).toBeUndefined()
      expect(headers['vary'], what).toContain('Origin')
      if (method === 'OPTIONS') expect(status, what).toBe(204)
    }
  for (const origin of STRANGERS)
    for (const path of ['/api/sites', '/api/authentication/login', '/api/features'])
      for (const method of ['GET', 'OPTIONS'])
        expect((await told(open, method, path, origin)).names, `${method} ${path} ${origin}`).toEqual([])
})

/** The paths for people without an account, with others that look alike. */
const FOR_EVERY_PAGE = [
  '/mobile',
  '/mobile/nothing-here',
  '/mobile/v2/config?profileId=1',
  '/api/public/nothing-here',
  '/api/documents/info?name=ajuda',
  '/api/surveys/1/result',
  '/api/surveys/1/files',
  '/static/assets/nothing-here.js',
]
const LOOK_ALIKES = [
  '/api/publics/x',
  '/api/surveys/1',
  '/api/surveys/1/results',
  '/api/files/1',
  '/api/surveys/x/result',
  '/api/surveys/1/result/x',
  '/api/documents',
  '/api/documents/info/1',
  '/api/v2/client/public/config',
  '/api/authentication/login?next=/mobile/x',
  '/mobiles/x',
  '/static/surveys/1',
  '/x/mobile/y',
]

it('T69 lets every page, also one without an origin, call what needs no session, and nothing else', async () => {
  for (const world of [open, closed])
    for (const origin of ['null', 'https://evil.test', ALLOWED])
      for (const method of ['GET', 'OPTIONS'])
        for (const path of FOR_EVERY_PAGE) {
          const { headers, status } = await told(world, method, path, origin)
          const what = `${method} ${path} ${origin}`
          expect(headers['access-control-allow-origin'], what).toBe('*')
          expect(headers['access-control-allow-credentials'], what).toBeUndefined()
          expect(headers['cross-origin-resource-policy'], what).toBe('cross-origin')
          expect(headers['set-cookie'], what).toBeUndefined()
          if (method === 'OPTIONS') {
            expect(status, what).toBe(204)
            expect(headers['access-control-allow-headers'], what).toMatch(/Authorization.*Token/)
          } else expect(headers['access-control-expose-headers'], what).toContain('X-Server-Request-Id')
        }
  for (const path of LOOK_ALIKES)
    for (const method of ['GET', 'OPTIONS'])
      expect((await told(closed, method, path, 'null')).names, `${method} ${path}`).toEqual([])
})

it('answers what is unknown below /mobile and /api/public as JSON, without a session', async () => {
  for (const path of ['/mobile/nothing-here', '/mobile', '/api/public/nothing-here']) {
    const { status, body, headers } = await open.call(null, 'GET', path)
    expect([status, body.error?.message], path).toEqual([404, 'NOT_FOUND'])
    expect(headers['content-type'], path).toMatch(/json/)
  }
})

it('answers a listed page with what it asked for, and refuses it like everybody without a session', async () => {
  const { status, body, headers } = await open.call(null, 'GET', 'features', undefined, { origin: ALLOWED })
  expect([status, body.success]).toEqual([200, true])
  expect(headers['access-control-expose-headers']).toContain('X-Server-Request-Id')
  expect((await open.call(null, 'GET', 'sites', undefined, { origin: ALLOWED })).status).toBe(401)
})

it('T69 takes nothing for an origin that a browser would not write', () => {
  for (const wrong of [
    '*',
    'null',
    'console.example.org',
    'https://x.org/',
    'https://x.org/path',
    'ftp://x.org',
    'https://X.org',
    'https://*.x.org',
  ])
    expect(() => readOrigins(`${ALLOWED},${wrong}`), wrong).toThrow(wrong)
  expect(readOrigins('')).toEqual([])
})
