import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeMultipart } from '@tocsin/core/api/multipart'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
let token: string
let url: string
beforeAll(async () => {
  world = await startWorld()
  token = await world.token('vazia-admin')
  url = await world.listen()
})
afterAll(() => world.close())

const part = (name: string, text: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`
const file = (name = 'csvSites', text = 'siteName,siteAddress\na,b') => part(name, text, '; filename="s.csv"')
const END = '--x--\r\n'
const TYPE = 'multipart/form-data; boundary=x'

async function send(payload: string | Buffer, type = TYPE): Promise<[number, string | undefined]> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/clients/4/upload?dryRun=1',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  })
  return [answer.statusCode, answer.json<Reply['body']>().error?.message]
}

it('takes a well-formed form', async () => {
  const typed = part('_json', '{"mode":"create"}').replace('"\r\n', '"\r\nContent-Type: application/json\r\n')
  expect(await send(typed + part('mode', 'create') + file() + END)).toEqual([200, undefined])
  expect(await send(file() + END)).toEqual([200, undefined])
})

it.each([
  [
    'ten thousand parts',
    Array.from({ length: 10_000 }, (_, n) => part(`a${n}`, 'b')).join('') + END,
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  ['the same field twice', part('mode', 'create') + part('mode', 'create') + file() + END, 400, 'CONFLICTING_VALUES'],
  ['the same file twice', file() + file() + END, 413, 'PAYLOAD_TOO_LARGE'],
  ['a file and a field of one name', part('csvSites', 'x') + file() + END, 400, 'CONFLICTING_VALUES'],
  ['two files', file() + file('other') + END, 413, 'PAYLOAD_TOO_LARGE'],
  ['five files', ['a', 'b', 'c', 'd', 'csvSites'].map((name) => file(name)).join('') + END, 413, 'PAYLOAD_TOO_LARGE'],
  ['no end', file(), 400, 'BAD_REQUEST'],
  ['an end in the middle of a part', '--x\r\nContent-Disposition: form-data; name="a"', 400, 'BAD_REQUEST'],
  ['nothing', '', 400, undefined],
  ['no parts', END, 400, undefined],
  ['another boundary', file().replaceAll('--x', '--y') + '--y--\r\n', 400, undefined],
  ['a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n' + file() + END, 400, undefined],
  ['a field beyond a megabyte', part('mode', 'x'.repeat(2 ** 20 + 1)) + file() + END, 413, undefined],
  ['a broken _json', part('_json', '{') + file() + END, 400, 'INVALID_JSON'],
  [
    'a broken _json that says it is JSON',
    part('_json', '{').replace('"\r\n', '"\r\nContent-Type: application/json\r\n') + file() + END,
    400,
    'INVALID_JSON',
  ],
  ['a _json that is a list', part('_json', '[]') + file() + END, 400, 'INVALID_JSON'],
])('T57 refuses a form of %s, and does not fail', async (_what, payload, status, code) => {
  const [got, message] = await send(payload)
  expect([got, message]).toEqual([status, code ?? message])
})

it.each([
  ['no boundary', 'multipart/form-data'],
  ['an empty boundary', 'multipart/form-data; boundary='],
  ['a boundary of a thousand', `multipart/form-data; boundary=${'x'.repeat(1000)}`],
  ['another kind of multipart', 'multipart/mixed; boundary=x'],
  ['JSON', 'application/json'],
  ['text', 'text/plain'],
])('T57 refuses %s as a form', async (_what, type) => {
  const [status] = await send(file() + END, type)
  expect([400, 415]).toContain(status)
})

it('T57 cuts a part that never ends at its limit, while it still comes', async () => {
  const { port, hostname } = new URL(url)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    let sent = 0
    const socket = connect(Number(port), hostname)
    const chunk = 'a,b\n'.repeat(16_384)
    const hex = Buffer.byteLength(chunk).toString(16)
    const more = () => {
      // A server that does not count would take eighty megabytes.
      while (sent < 80 * 2 ** 20 && !socket.destroyed) {
        sent += chunk.length
        if (!socket.write(`${hex}\r\n${chunk}\r\n`)) return void socket.once('drain', more)
      }
      socket.end()
    }
    socket.on('data', (bytes) => (text += bytes.toString()))
    socket.on('error', () => resolve(`${text} ${sent}`)).on('close', () => resolve(`${text} ${sent}`))
    const head = `--x\r\nContent-Disposition: form-data; name="csvSites"; filename="s.csv"\r\n\r\n`
    socket.write(
      `POST /api/clients/4/upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n${head.length.toString(16)}\r\n${head}\r\n`,
    )
    more()
  })
  // The answer is lost when the connection is cut while the sender still writes; that it is cut is the point.
  expect(answer).toMatch(/^HTTP\/1\.1 413|^ \d+$/)
  expect(Number(answer.split(' ').at(-1))).toBeLessThan(60 * 2 ** 20)
  expect((await world.call(token, 'GET', 'sites')).status).toBe(200)
})

it('T60 refuses flattened keys that say anything else than _json, whatever they say', async () => {
  const word = fc.constantFrom('mode', 'siteType', 'dryRun')
  const values: Record<string, string[]> = {
    mode: ['create', 'upsert'],
    siteType: ['site', 'team'],
    dryRun: ['1', 'true'],
  }
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(word, fc.nat(1), { noNullPrototype: true }),
      fc.dictionary(word, fc.nat(1), { noNullPrototype: true }),
      async (inJson, flat) => {
        const text = (chosen: Record<string, number>) =>
          Object.fromEntries(Object.entries(chosen).map(([key, index]) => [key, values[key]![index]!]))
        const json = text(inJson)
        const keys = Object.entries(text(flat))
        const body =
          keys.map(([key, value]) => part(key, value)).join('') +
          part('_json', JSON.stringify(json)) +
          file('csvSites', 'siteName,siteAddress,teamTimezone\na,b,America/Bahia') +
          END
        const answer = await world.call(token, 'POST', 'clients/4/upload', body, { 'content-type': TYPE })
        const agree = keys.every(([key, value]) => json[key] === value)
        if (!agree) expect([answer.status, answer.body.error?.message]).toEqual([400, 'CONFLICTING_VALUES'])
        else expect(answer.status, answer.text).toBe(200)
      },
    ),
    { numRuns: 60, seed: 60 },
  )
})

describe('a sheet of registration data', () => {
  const sheet = () => file('csvRegistrationData', 'key,nome\nk1,Ana')
  const schema = (contentId: string) => part('contentId', contentId)
  beforeAll(async () => {
    for (const contentId of ['um', 'dois'])
      expect((await world.call(token, 'POST', 'registration-data/schemas', { contentId })).status).toBe(201)
  })

  it.each([
    ['the same file twice', () => sheet() + sheet() + schema('um') + END, 413, 'PAYLOAD_TOO_LARGE'],
    ['sheets of both kinds', () => sheet() + file() + schema('um') + END, 413, 'PAYLOAD_TOO_LARGE'],
    ['two schemas', () => sheet() + schema('um') + schema('um') + END, 400, 'CONFLICTING_VALUES'],
    ['a schema that is a file', () => sheet() + file('contentId', 'um') + END, 413, 'PAYLOAD_TOO_LARGE'],
    ['no end', () => sheet() + schema('um'), 400, 'BAD_REQUEST'],
    ['a schema beyond a megabyte', () => sheet() + schema('x'.repeat(2 ** 20 + 1)) + END, 413, 'PAYLOAD_TOO_LARGE'],
    ['a schema that is no text', () => sheet() + part('_json', '{"contentId":7}') + END, 400, 'VALIDATION_FAILED'],
    [
      'what reaches every object',
      () => sheet() + part('_json', '{"contentId":"um","__proto__":{"mode":"x"}}') + END,
      400,
      'FORBIDDEN_KEY',
    ],
  ])('T57 T59 is refused with %s', async (_what, payload, status, code) => {
    expect(await send(payload())).toEqual([status, code])
    expect(({} as Record<string, unknown>)['mode']).toBeUndefined()
  })

  it('T60 takes its schema and mode from flattened keys and _json alike, and refuses them where they differ', async () => {
    const values: Record<string, string[]> = { contentId: ['um', 'dois'], mode: ['create', 'upsert'] }
    const some = fc.dictionary(fc.constantFrom('contentId', 'mode'), fc.nat(1), { noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(some, some, async (inJson, flat) => {
        const text = (chosen: Record<string, number>) =>
          Object.fromEntries(Object.entries(chosen).map(([key, index]) => [key, values[key]![index]!]))
        const [json, keys] = [text(inJson), Object.entries(text(flat))]
        const body =
          keys.map(([key, value]) => part(key, value)).join('') + part('_json', JSON.stringify(json)) + sheet() + END
        const answer = await world.call(token, 'POST', 'clients/4/upload', body, { 'content-type': TYPE })
        const agree = keys.every(([key, value]) => json[key] === value)
        const wanted = !agree
          ? [400, 'CONFLICTING_VALUES']
          : json['contentId'] === undefined
            ? [400, 'VALIDATION_FAILED']
            : [200, undefined]
        expect([answer.status, answer.body.error?.message], answer.text).toEqual(wanted)
      }),
      { numRuns: 60, seed: 61 },
    )
  })
})

it('T57 T59 never fails on a form with bytes changed, cut and doubled', async () => {
  const good = Buffer.from(part('_json', '{"mode":"create","dryRun":"1"}') + part('mode', 'create') + file() + END)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.constantFrom('set', 'cut', 'double'), fc.nat(255)), {
        minLength: 1,
        maxLength: 6,
      }),
      async (changes) => {
        let bytes = Buffer.from(good)
        for (const [at, kind, value] of changes) {
          const place = at % Math.max(1, bytes.length)
          if (kind === 'set') bytes[place] = value
          else if (kind === 'cut')
            bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + (value % 40))])
          else
            bytes = Buffer.concat([
              bytes.subarray(0, place),
              bytes.subarray(Math.max(0, place - value)),
              bytes.subarray(place),
            ])
        }
        const [status] = await send(bytes)
        expect(status).toBeLessThan(500)
      },
    ),
    { numRuns: 300, seed: 57 },
  )
  expect(Object.keys(Object.prototype)).toEqual([])
})

describe('a record by multipart', () => {
  const write = (username: string, method: string, path: string, payload: string, headers = {}) =>
    world.token(username).then((bearer) =>
      world.app
        .inject({
          method: method as 'POST',
          url: `/api/${path}`,
          headers: { authorization: `Bearer ${bearer}`, 'content-type': TYPE, ...headers },
          payload,
        })
        .then((answer) => ({ status: answer.statusCode, body: answer.json<Reply['body']>() })),
    )
  const form = (record: Record<string, unknown>) => new TextDecoder().decode(encodeMultipart(record, {}, 'x').body)

  it('S04 API-13 is written as _json says, on a record, a list and an action', async () => {
    const changed = await write(
      'acme-admin',
      'PATCH',
      'sites/2',
      form({ tag: 'MULTI-1', location: { city: 'Olinda' } }),
    )
    expect([changed.status, changed.body.data]).toEqual([
      200,
      expect.objectContaining({ tag: 'MULTI-1', location: expect.objectContaining({ city: 'Olinda' }) }),
    ])
    const { body: read } = await world.call(await world.token('acme-admin'), 'GET', 'sites/2')
    expect(read.data).toMatchObject({ tag: 'MULTI-1', location: { city: 'Olinda' } })

    const made = await write('acme-admin', 'POST', 'projects', form({ name: 'Por formulário', description: 'novo' }))
    expect([made.status, made.body.data]).toEqual([201, expect.objectContaining({ name: 'Por formulário' })])

    const published = await write('acme-admin', 'POST', 'apps/1/publish', form({ versionComment: 'por formulário' }))
    expect([published.status, published.body.error]).toEqual([200, undefined])
  })

  it('S04 API-13 is done once under its key, and another record under the same key is refused', async () => {
    const project = { name: 'Uma vez', description: 'só' }
    const key = { 'idempotency-key': 'form-once' }
    const [first, again] = [
      await write('acme-admin', 'POST', 'projects', form(project), key),
      await write('acme-admin', 'POST', 'projects', form(project), key),
    ]
    expect([first.status, again.body.data]).toEqual([201, first.body.data])
    const other = await write('acme-admin', 'POST', 'projects', form({ ...project, name: 'Outra' }), key)
    expect(other.status).toBe(422)
  })

  it.each([
    ['without _json', part('tag', 'MULTI-2') + END, 400, 'INVALID_PARAMETER'],
    ['with a file', part('_json', '{"tag":"MULTI-2"}') + file('photo') + END, 400, 'VALIDATION_FAILED'],
    ['with a broken _json', part('_json', '{"tag":') + END, 400, 'INVALID_JSON'],
    ['whose _json is a list', part('_json', '[]') + END, 400, 'INVALID_JSON'],
    ['with _json twice', part('_json', '{}') + part('_json', '{}') + END, 400, 'CONFLICTING_VALUES'],
    [
      'with a megabyte in a word',
      part('_json', '{}') + part('tag', 'x'.repeat(2 ** 20 + 1)) + END,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'of ten thousand words',
      part('_json', '{}') + Array.from({ length: 10_000 }, (_, n) => part(`a${n}`, 'b')).join('') + END,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['without an end', part('_json', '{"tag":"MULTI-2"}'), 400, 'BAD_REQUEST'],
  ])('S04 T57 is refused %s, and nothing is written', async (_what, payload, status, code) => {
    const answer = await write('acme-admin', 'PATCH', 'sites/3', payload)
    expect([answer.status, answer.body.error?.message]).toEqual([status, code])
    const { body } = await world.call(await world.token('acme-admin'), 'GET', 'sites/3')
    expect(body.data).not.toMatchObject({ tag: 'MULTI-2' })
  })

  it.each(['authentication/login', 'users/4/end-sessions', 'users/4/authorize/update-mfa'])(
    'S04 is refused by its kind where no form is read: %s',
    async (path) => {
      const answer = await write('acme-admin', 'POST', path, form({ username: 'acme-admin' }))
      expect([answer.status, answer.body.error?.message]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    },
  )
})
