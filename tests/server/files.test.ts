import { Readable } from 'node:stream'
import { encodeMultipart } from '@tocsin/core/api/multipart'
import { FILE_ADDRESS, MAX_FILE } from '@tocsin/core/vocabulary/files'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { sweep } from '../../server/auth/sweep'
import { withServer } from '../../server/context/actor'
import { withScope } from '../../server/db/scope'
import { mediaOf } from '../../server/records/media'
import { extendedWebp, gif, jpeg, losslessWebp, pdf, png, recordings, webp } from '../images'
import { startWorld, type Reply, type TestWorld } from '../world'

const DAY = 24 * 3_600_000
let world: TestWorld
let url: string
beforeAll(async () => {
  world = await startWorld()
  url = await world.listen()
})
afterAll(() => world.close())

const tokens = new Map<string, string>()
/** Returns the token of an account that signed in at this moment of the world: older ones expire. */
async function token(username: string): Promise<string> {
  const key = `${username} ${world.clock.now}`
  if (!tokens.has(key)) {
    const given = { username, password: DEMO_PASSWORD }
    const { body } = await world.call(null, 'POST', 'authentication/login', given)
    tokens.set(key, (body.data as { token: string }).token)
  }
  return tokens.get(key)!
}

type Sent = Record<string, Uint8Array>

/** Sends a record with files, all of which say that they are images named .png. */
async function send(
  username: string | null,
  method: string,
  path: string,
  record: Record<string, unknown>,
  files: Sent,
  headers: Record<string, string> = {},
) {
  const named = Object.entries(files).map(([name, bytes]) => [name, { name: 'x.png', type: 'image/png', bytes }])
  const { contentType, body } = encodeMultipart(record, Object.fromEntries(named) as never, 'x')
  const answer = await world.app.inject({
    method: method as 'POST',
    url: `/api/${path}`,
    headers: {
      ...(username === null ? {} : { authorization: `Bearer ${await token(username)}` }),
      'content-type': contentType,
      ...headers,
    },
    payload: Buffer.from(body),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Reply['body']>() }
}

type App = { id: number; clientId: number; version: number; config: { banner: { url: string } } }
type Channel = { id: number; config: { url: string } }
const banner = (id: number, bytes: Uint8Array, username = 'acme-admin') =>
  send(username, 'PATCH', `apps/${id}`, {}, { banner: bytes })
/** Gives an app a banner and returns its address. */
async function bannered(id: number, bytes: Uint8Array = png()): Promise<string> {
  const { status, body } = await banner(id, bytes)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body.data as App).config.banner.url
}
const read = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  world.app.inject({ method: method as 'GET', url: address, headers })
const count = async () =>
  (await withServer(world.database, (tx) => sql<{ n: number }>`select count(*)::int as n from files`.execute(tx)))
    .rows[0]!.n
const problems = ({ body }: { body: Reply['body'] }) =>
  body.error?.errors?.map(({ field, message }) => [field, message])

const CHANNEL = { name: 'Manual', label: 'Manual', channelType: 'pdf', appId: 1, clientId: 2 }

describe('a file that comes with a record', () => {
  it('A-093 ENT-APP-02 is stored, and its address is written into the banner of the app', async () => {
    const address = await bannered(1)
    expect(address).toMatch(FILE_ADDRESS)
    const answer = await read(address)
    expect([answer.statusCode, answer.rawPayload.equals(png())]).toEqual([200, true])
    // The action, and its other path, take it as well.
    for (const [method, path] of [
      ['POST', 'apps/1/customize'],
      ['PATCH', 'apps/1/schema'],
      ['PUT', 'apps/1'],
    ] as const) {
      const changed = await send('acme-admin', method, path, { label: 'Novo' }, { banner: gif() })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      const { config } = changed.body.data as App
      expect((await read(config.banner.url)).headers['content-type']).toBe('image/gif')
    }
  })

  it('CHAN-16 CHCFG-12 is the document of a pdf channel, whose address is else required', async () => {
    const admin = await token('acme-admin')
    const without = await world.call(admin, 'POST', 'channels', CHANNEL)
    expect([without.status, problems(without)]).toEqual([400, [['config.url', 'formErrors.required']]])
    // The part has either name, since keys may be flattened.
    for (const part of ['pdfFile', 'config.pdfFile']) {
      const made = await send('acme-admin', 'POST', 'channels', CHANNEL, { [part]: pdf() })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      const { id, config } = made.body.data as Channel
      expect((await read(config.url)).headers['content-type']).toBe('application/pdf')
      const changed = await send('acme-admin', 'PUT', `channels/${id}`, { label: 'Outro' }, { [part]: pdf('2') })
      expect((changed.body.data as Channel).config.url).not.toBe(config.url)
      const { body } = await world.call(admin, 'GET', `channels/${id}`)
      expect(body.data).toMatchObject({ label: 'Outro' })
    }
  })

  it.each([
    ['a page named .png', 'banner', Buffer.from('<!doctype html><script>alert(1)</script>'), 'formErrors.fileType'],
    [
      'a drawing that can hold scripts',
      'banner',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'formErrors.fileType',
    ],
    ['a document', 'banner', pdf(), 'formErrors.fileType'],
    ['a text that begins late', 'banner', Buffer.concat([Buffer.from(' '), png()]), 'formErrors.fileType'],
    ['nothing', 'banner', Buffer.alloc(0), 'formErrors.fileEmpty'],
    ['an image that ends in its header', 'banner', png().subarray(0, 18), 'formErrors.imageBroken'],
    ['an image without an area', 'banner', png(0, 5), 'formErrors.imageBroken'],
    ['an image of ten thousand by ten thousand', 'banner', png(10_000, 10_000), 'formErrors.imageTooLarge'],
    ['a huge gif', 'banner', gif(65_535, 65_535), 'formErrors.imageTooLarge'],
    ['a huge jpeg', 'banner', jpeg(65_535, 65_535), 'formErrors.imageTooLarge'],
    ['a huge webp', 'banner', extendedWebp(16_777_216, 16_777_216), 'formErrors.imageTooLarge'],
  ] as const)('T86 A-149 is refused at its field if it is %s, and nothing is kept', async (_what, part, bytes, key) => {
    const before = await count()
    const answer = await send('acme-admin', 'PATCH', 'apps/1', { label: 'T86' }, { [part]: bytes })
    expect([answer.status, problems(answer)]).toEqual([400, [['config.banner.url', key]]])
    expect(await count()).toBe(before)
    expect((await world.call(await token('acme-admin'), 'GET', 'apps/1')).body.data).not.toMatchObject({
      label: 'T86',
    })
  })

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page that has a document in it', `<!doctype html><!--${pdf().toString()}--><script>alert(1)</script>`],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a drawing that has a document in it', `<svg xmlns="http://www.w3.org/2000/svg"><!--${pdf().toString()}--></svg>`],
    ['XML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['a script', `/*${pdf().toString()}*/alert(1)`],
    ['an archive that has a document in it', Buffer.concat([Buffer.from('PK\x03\x04'), pdf()])],
    ['a document after a blank', Buffer.concat([Buffer.from(' '), pdf()])],
    ['a document after a byte order mark', Buffer.concat([Buffer.from('\ufeff'), pdf()])],
    ['a document with small letters', pdf().toString().toLowerCase()],
    ['the beginning of a document', '%PDF'],
    ['an image', png()],
  ] as const)(
    'T58 is refused as the document of a channel if it is %s, and nothing is kept',
    async (_what, contents) => {
      const before = await count()
      const answer = await send('acme-admin', 'POST', 'channels', CHANNEL, { pdfFile: Buffer.from(contents) })
      expect([answer.status, problems(answer)]).toEqual([400, [['config.url', 'formErrors.fileType']]])
      expect(await count()).toBe(before)
    },
  )

  it('A-149 CHAN-16 is no document by the address of an image, of its own client or of another', async () => {
    const image = await bannered(1)
    const given = { ...CHANNEL, config: { url: image } }
    const empty = await token('vazia-admin')
    const other = await world.call(empty, 'POST', 'apps', { name: 'Outro', projectId: 4, clientId: 4 })
    for (const [as, appId, clientId] of [
      ['acme-admin', 1, 2],
      ['vazia-admin', (other.body.data as App).id, 4],
    ] as const) {
      const refused = await world.call(await token(as), 'POST', 'channels', { ...given, appId, clientId })
      expect([refused.status, problems(refused)]).toEqual([400, [['config.url', 'formErrors.fileType']]])
      const invented = { ...given, config: { url: `/api/files/${'A'.repeat(32)}` }, appId, clientId }
      const unknown = await world.call(await token(as), 'POST', 'channels', invented)
      expect([unknown.status, problems(unknown)]).toEqual([400, [['config.url', 'formErrors.noFile']]])
    }
  })

  it('A-149 is at most eight megabytes', async () => {
    const before = await count()
    const exactly = Buffer.concat([png(), Buffer.alloc(MAX_FILE - png().length)])
    const address = await bannered(2, exactly)
    expect((await read(address)).rawPayload.equals(exactly)).toBe(true)
    const sizes = [Buffer.concat([exactly, Buffer.from('x')]), Buffer.concat([png(), Buffer.alloc(9 * 2 ** 20)])]
    for (const bytes of sizes) {
      const answer = await banner(2, bytes)
      expect([answer.status, problems(answer)]).toEqual([413, [['config.banner.url', 'formErrors.fileTooLarge']]])
    }
    expect(await count()).toBe(before + 1)
  })

  it.each([
    ['two files', { banner: png(), other: png() }, 413, undefined],
    ['a part that the record has not', { photo: png() }, 400, [['photo', 'formErrors.unknownField']]],
    ['the part of another record', { pdfFile: pdf() }, 400, [['pdfFile', 'formErrors.unknownField']]],
  ] as const)('A-093 is refused with %s', async (_what, files, status, wanted) => {
    const before = await count()
    const answer = await send('acme-admin', 'PATCH', 'apps/1', {}, files)
    expect([answer.status, problems(answer)]).toEqual([status, wanted])
    expect(await count()).toBe(before)
  })

  it('CHAN-16 is refused for a channel of another kind', async () => {
    const before = await count()
    for (const [channelType, field] of [
      ['phone', 'pdfFile'],
      ['url', 'pdfFile'],
      [undefined, 'config.url'],
    ] as const) {
      const config = channelType === 'url' ? { url: 'https://example.org' } : {}
      const record = { ...CHANNEL, config, channelType }
      const answer = await send('acme-admin', 'POST', 'channels', record, { pdfFile: pdf() })
      expect([answer.status, problems(answer)?.map(([name]) => name)]).toEqual([400, [field]])
    }
    expect(await count()).toBe(before)
  })

  it('A-093 goes with its record: a refused one keeps no file', async () => {
    const before = await count()
    const refused = await send('acme-admin', 'PATCH', 'apps/1', { name: '' }, { banner: png() })
    const stale = await send('acme-admin', 'PATCH', 'apps/1', {}, { banner: png() }, { 'if-match': '"1"' })
    const locked = await send('borealis-admin', 'PATCH', 'apps/3', {}, { banner: png() })
    expect([refused.status, stale.status, locked.status]).toEqual([400, 409, 401])
    expect(await count()).toBe(before)
  })

  it('API-13 is written once under its key, which another file may not use', async () => {
    const key = { 'idempotency-key': 'a-banner' }
    const before = await count()
    const first = await send('acme-admin', 'PATCH', 'apps/1', {}, { banner: png() }, key)
    const again = await send('acme-admin', 'PATCH', 'apps/1', {}, { banner: png() }, key)
    const other = await send('acme-admin', 'PATCH', 'apps/1', {}, { banner: png(3, 3) }, key)
    expect([first.status, again.headers['idempotent-replayed'], again.body.data, other.status]).toEqual([
      200,
      'true',
      first.body.data,
      422,
    ])
    expect(await count()).toBe(before + 1)
  })

  it.each([
    ['guest', 403],
    [null, 401],
  ] as const)('T125 of %s is refused before it is read', async (username, status) => {
    let taken = 0
    const payload = Readable.from(
      (function* () {
        yield Buffer.from('--x\r\nContent-Disposition: form-data; name="banner"; filename="x.png"\r\n\r\n')
        for (; taken < 100; taken++) yield Buffer.alloc(2 ** 20)
      })(),
    )
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/apps',
      headers: {
        ...(username === null ? {} : { authorization: `Bearer ${await token(username)}` }),
        'content-type': 'multipart/form-data; boundary=x',
      },
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(taken).toBeLessThan(3)
  })

  it('T76 is the one of whoever wrote last, when several come at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((width) => banner(1, png(width, 1))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const last = answers.map(({ body }) => body.data as App).sort((one, other) => other.version - one.version)[0]!
    const { body } = await world.call(await token('acme-admin'), 'GET', 'apps/1')
    expect((body.data as App).config.banner.url).toBe(last.config.banner.url)
  })

  it('A-149 waits for a place, of which one user has four', async () => {
    const bearer = await token('acme-admin')
    const endings: (() => void)[] = []
    const upload = () => {
      const ended = new Promise<void>((resolve) => endings.push(resolve))
      const payload = Readable.from(
        (async function* () {
          yield Buffer.from('--x\r\nContent-Disposition: form-data; name="banner"; filename="x"\r\n\r\n')
          await ended
          yield png()
          yield Buffer.from('\r\n--x\r\nContent-Disposition: form-data; name="_json"\r\n\r\n{}\r\n--x--\r\n')
        })(),
      )
      return world.app.inject({
        method: 'PATCH',
        url: '/api/apps/1',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'multipart/form-data; boundary=x' },
        payload,
      })
    }
    const answers = Array.from({ length: 6 }, upload)
    const refused = await Promise.race(answers)
    expect([refused.statusCode, refused.json<Reply['body']>().error?.message]).toEqual([503, 'BUSY'])
    for (const end of endings) end()
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  })
})

describe('the address of a file', () => {
  it('T85 is read without a session, under headers that let nothing in it run', async () => {
    const made = await send('acme-admin', 'POST', 'channels', CHANNEL, { pdfFile: pdf('<script>') })
    const addresses = [await bannered(1), (made.body.data as Channel).config.url]
    for (const address of addresses) {
      const { headers, statusCode } = await read(address)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(headers['content-disposition']).toMatch(
        /^(inline; filename="[\w-]{32}\.png"|attachment; filename="[\w-]{32}\.pdf")$/,
      )
      const head = await read(address, {}, 'HEAD')
      expect([head.statusCode, head.headers['content-type'], head.rawPayload.length]).toEqual([
        200,
        headers['content-type'],
        0,
      ])
      const known = await read(address, { 'if-none-match': String(headers['etag']) })
      expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
      expect((await read(address, {}, 'DELETE')).statusCode).toBe(405)
    }
    // The same through a socket.
    const answer = await fetch(url + addresses[0]!)
    expect(Buffer.from(await answer.arrayBuffer()).equals(png())).toBe(true)
  })

  it('T85 tells nothing of others: none, another one and a list get one answer', async () => {
    const address = await bannered(1)
    const wrong = [
      `/api/files/${'A'.repeat(32)}`,
      address.slice(0, -1),
      `${address}x`,
      `/api/files/${encodeURIComponent("' or true --")}`,
      '/api/files/%00',
      '/api/files/..%2Ffiles',
    ]
    for (const one of wrong) {
      const answer = await read(one)
      expect([answer.statusCode, answer.json<Reply['body']>().error?.message, one]).toEqual([404, 'NOT_FOUND', one])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    for (const list of ['/api/files', '/api/files/']) expect([401, 404]).toContain((await read(list)).statusCode)
    const root = await token('root')
    expect((await world.call(root, 'GET', 'files')).status).toBe(404)
  })

  it('T85 is random, and another one for the same bytes', async () => {
    const addresses = new Set<string>()
    for (let round = 0; round < 5; round++) addresses.add(await bannered(1))
    expect(addresses.size).toBe(5)
  })

  it('T11 leads to a row that only its client’s scope sees, and nobody bound to a site writes', async () => {
    await bannered(1)
    const inScope = (clientIds: number[], siteId: number | null, text: string) =>
      withScope(
        world.parts.database,
        { kind: 'clients', clientIds, siteId, providerId: null, userId: null },
        async (tx) => (await sql.raw<{ n: number }>(text).execute(tx)).rows[0]?.n,
      )
    const all = 'select count(*)::int as n from files'
    expect(await inScope([2], null, all)).toBeGreaterThan(0)
    expect(await inScope([4], null, all)).toBe(0)
    const planted = (clientId: number) =>
      `insert into files (client_id, name, type, bytes, created_at)
       values (${clientId}, repeat('a', 32), 'image/png', 'x', now()) returning 1 as n`
    await expect(inScope([4], null, planted(2))).rejects.toMatchObject({ sqlState: '42501' })
    await expect(inScope([2], 1, planted(2))).rejects.toMatchObject({ sqlState: '42501' })
  })
})

describe('what happens to a file', () => {
  const sweepAfter = async (ms: number) => {
    world.clock.now += ms
    await sweep(world.parts)
  }
  const lives = async (address: string) => (await read(address)).statusCode === 200

  it('T85 A-149 is gone a day after its record names another one, and lives until then', async () => {
    await withServer(world.database, (tx) => sql`delete from files`.execute(tx))
    const first = await bannered(2)
    const second = await bannered(2)
    await sweepAfter(0)
    expect([await lives(first), await lives(second)]).toEqual([true, true])
    await sweepAfter(DAY - 1)
    expect([await lives(first), await lives(second)]).toEqual([true, true])
    await sweepAfter(1)
    expect([await lives(first), await lives(second)]).toEqual([false, true])
    await sweepAfter(100 * DAY)
    expect(await lives(second)).toBe(true)
    expect(await count()).toBe(1)
  })

  it('T85 comes back with its record: an undo within the day keeps it', async () => {
    const first = await bannered(2)
    const second = await bannered(2)
    await sweepAfter(0)
    world.clock.now += DAY / 2
    const admin = await token('acme-admin')
    const back = await world.call(admin, 'PATCH', 'apps/2', { config: { banner: { url: first } } })
    expect(back.status).toBe(200)
    await sweepAfter(0)
    await sweepAfter(2 * DAY)
    expect([await lives(first), await lives(second)]).toEqual([true, false])
  })

  it('T85 outlives its record in the versions of the app, and goes with the last of them', async () => {
    const root = () => token('root')
    const made = await world.call(await root(), 'POST', 'apps', {
      name: 'Com versões',
      clientId: 4,
      projectId: 4,
    })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data as App
    const image = await send('root', 'PATCH', `apps/${id}`, {}, { banner: png() })
    const channel = await send('root', 'POST', 'channels', { ...CHANNEL, appId: id, clientId: 4 }, { pdfFile: pdf() })
    const kept = [(image.body.data as App).config.banner.url, (channel.body.data as Channel).config.url]
    expect((await world.call(await root(), 'POST', `apps/${id}/publish`, { versionComment: 'um' })).status).toBe(200)
    const channelId = (channel.body.data as Channel).id
    expect((await world.call(await root(), 'DELETE', `channels/${channelId}`)).status).toBe(200)
    await world.call(await root(), 'PATCH', `apps/${id}`, { config: { banner: { url: null } } })
    await sweepAfter(0)
    await sweepAfter(2 * DAY)
    for (const address of kept) expect(await lives(address)).toBe(true)
    expect((await world.call(await root(), 'DELETE', `apps/${id}`)).status).toBe(200)
    await sweepAfter(0)
    await sweepAfter(DAY)
    for (const address of kept) expect(await lives(address)).toBe(false)
  })

  it('A-149 A-137 is not kept alive by a record of another client, which has a copy', async () => {
    const address = await bannered(2)
    const { body } = await world.call(await token('root'), 'POST', 'apps', {
      name: 'Emprestado',
      clientId: 4,
      projectId: 4,
      config: { banner: { url: address } },
    })
    const copy = (body.data as App).config.banner.url
    expect(copy).not.toBe(address)
    await bannered(2)
    await sweepAfter(0)
    await sweepAfter(DAY)
    expect([await lives(address), await lives(copy)]).toEqual([false, true])
  })

  it('T85 is swept of a locked client as well', async () => {
    const address = await bannered(2)
    await bannered(2)
    const root = await token('root')
    expect((await world.call(root, 'POST', 'clients/2/lock')).status).toBe(200)
    await sweepAfter(0)
    await sweepAfter(DAY)
    expect(await lives(address)).toBe(false)
  })
})

describe('the contents of a file', () => {
  it('A-093 tell its type and its pixels', () => {
    const made = [png, gif, jpeg, webp, losslessWebp, extendedWebp].map((make) => mediaOf(make(640, 480)))
    expect(made.map((media) => media?.type)).toEqual([
      'image/png',
      'image/gif',
      'image/jpeg',
      'image/webp',
      'image/webp',
      'image/webp',
    ])
    expect(new Set(made.map((media) => media?.pixels))).toEqual(new Set([640 * 480]))
    expect(mediaOf(pdf())).toEqual({ type: 'application/pdf' })
  })

  it('A-149 tell sound from moving pictures, also in one container', () => {
    expect(recordings.map(([, bytes]) => mediaOf(bytes)?.type)).toEqual(recordings.map(([type]) => type))
    // Text in the letters of Windows begins almost like sound.
    expect(mediaOf(Buffer.from('\ufeffa question', 'utf16le'))).toBeUndefined()
  })

  it('T86 never fails, wherever they end and whatever is changed in them', () => {
    const images = [png, gif, jpeg, webp, losslessWebp, extendedWebp].map((make) => make(640, 480))
    for (const whole of [...images, ...recordings.map(([, bytes]) => bytes)]) {
      for (let end = 0; end <= whole.length; end++) mediaOf(whole.subarray(0, end))
      for (let at = 0; at < whole.length; at++)
        for (const byte of [0, 1, 0x7f, 0xff]) {
          const changed = Buffer.from(whole)
          changed[at] = byte
          const pixels = mediaOf(changed)?.pixels
          if (typeof pixels === 'number') expect(pixels).toBeGreaterThan(0)
        }
    }
  })
})
