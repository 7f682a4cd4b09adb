import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let doors: { method: 'POST' | 'PATCH'; url: string; headers: Record<string, string>; fields: string[] }[]
beforeAll(async () => {
  world = await startWorld()
  const root = await world.token('root')
  const made = async (path: string) => (await world.call(root, 'POST', path, {})).body.data as Record<string, string>
  const { token: phone } = await made('maps/1/token')
  const { token: link } = await made('surveys/2/link')
  const reset = (await made('mobile-users/1/reset-link'))['link']!.split('/').at(-1)!
  const result = ['data', 'latitude', 'longitude', 'ChannelId', 'profileId']
  const password = ['password', 'passwordConfirm']
  doors = [
    {
      method: 'POST',
      url: '/mobile/register',
      headers: {},
      fields: ['code', 'name', 'phone', 'email', 'answers', 'appId', 'password'],
    },
    { method: 'POST', url: '/mobile/restore-password', headers: {}, fields: ['email', 'phone'] },
    { method: 'POST', url: '/mobile/reset-password', headers: { authorization: `Bearer ${reset}` }, fields: password },
    { method: 'PATCH', url: '/mobile/v2/config', headers: { authorization: reset }, fields: password },
    { method: 'POST', url: '/api/surveys/2/result', headers: { token: link! }, fields: result },
    { method: 'POST', url: '/mobile/v2/surveys/2/result', headers: { token: phone! }, fields: result },
  ]
})
afterAll(() => world.close())

/** Sends a body to a door, each time from another network, so that nothing is refused for having been tried before. */
let sent = 0
async function send(door: (typeof doors)[number], payload: string, type = 'application/json') {
  sent++
  const { statusCode, headers, body } = await world.app.inject({
    method: door.method,
    url: door.url,
    remoteAddress: `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
    headers: { ...door.headers, 'content-type': type },
    payload,
  })
  expect(headers['set-cookie']).toBeUndefined()
  const answer = JSON.parse(body) as { success: boolean; error?: { message: string } }
  expect([door.url, answer.success, answer.error === undefined]).toEqual([door.url, statusCode < 300, statusCode < 300])
  return { status: statusCode, code: answer.error?.message }
}

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const marks = '\u0315\u0300\u05ae'.repeat(10_000)

it('T59 F16 answers every door of phones and links in one envelope, whatever its body is', async () => {
  for (const door of doors) {
    for (const [text, code] of [
      ['', undefined],
      ['{', 'INVALID_JSON'],
      ['[]', 'INVALID_JSON'],
      [deep(100), 'INVALID_JSON'],
      ['{"__proto__":{"admin":true}}', 'FORBIDDEN_KEY'],
      [`{"${door.fields[0]}":{"constructor":{"prototype":1}}}`, 'FORBIDDEN_KEY'],
      [`{"a":"${'x'.repeat(1_048_576)}"}`, 'PAYLOAD_TOO_LARGE'],
    ] as const) {
      const answer = await send(door, text)
      expect([door.url, text.slice(0, 40), answer.status < 500 && answer.status >= 400]).toEqual([
        door.url,
        text.slice(0, 40),
        true,
      ])
      if (code) expect([door.url, text.slice(0, 40), answer.code]).toEqual([door.url, text.slice(0, 40), code])
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect([door.url, (await send(door, '{}', type)).code]).toEqual([door.url, 'UNSUPPORTED_MEDIA_TYPE'])
    for (const field of door.fields)
      for (const value of [
        null,
        true,
        -1,
        1e308,
        '',
        '\u0000',
        '\ud800',
        marks,
        [],
        [[]],
        {},
        { a: [{ b: 1 }] },
        'x'.repeat(300),
        Array.from({ length: 20_000 }, () => 0),
      ]) {
        const { status } = await send(door, JSON.stringify({ [field]: value }))
        expect([door.url, field, typeof value, status < 500]).toEqual([door.url, field, typeof value, true])
      }
  }
})

it('F16 answers random bodies of every door without a failure of its own', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 5 }),
      fc.nat(),
      fc.jsonValue({ maxDepth: 4 }),
      fc.jsonValue(),
      async (at, index, one, other) => {
        const door = doors[at]!
        const field = door.fields[index % door.fields.length]!
        expect((await send(door, JSON.stringify({ [field]: one, [door.fields[0]!]: other }))).status).toBeLessThan(500)
        expect((await send(door, JSON.stringify(one))).status).toBeLessThan(500)
      },
    ),
    { numRuns: 150 },
  )
})
