import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { alerts } from '../../fixtures/alerts'
import { withServer } from '../../server/context/actor'
import { sweep } from '../../server/auth/sweep'
import { STREAM_OPTIONS } from '../../server/stream/hub'
import { startWorld, type TestWorld } from '../world'
import { note, openStream, type OpenStream, type StreamLine } from './stream-client'

let world: TestWorld
const open: OpenStream[] = []
beforeAll(async () => {
  // Only notifications wake the reader.
  world = await startWorld({ streams: { beat: 200, believed: 900, perUser: 6, poll: 600_000, queue: 200_000 } })
  await world.listen()
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})
afterAll(() => world.close())

const stream = async (username: string, from?: string) => {
  const opened = await openStream(world.url, await world.token(username), from)
  open.push(opened)
  await opened.until(({ hello }) => hello)
  return opened
}
const textIs = (text: string) => (line: StreamLine) => line.history?.['text'] === text
const write = (alertId: number, text: string) => note(world.parts.database, alertId, text)
const run = (statement: ReturnType<typeof sql>) => withServer(world.parts.database, (tx) => statement.execute(tx))

describe('the stream of alerts', () => {
  it('K10 says hello with a cursor at once, and then each event with its alert and a later cursor', async () => {
    const one = await stream('acme-admin')
    expect(one.message.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const hello = one.lines[0]!
    const acme = await world.token('acme-admin')
    expect((await world.call(acme, 'POST', 'alerts/2/note', { text: 'first' })).status).toBe(200)
    await write(4, 'second')
    const [first, second] = [await one.until(textIs('first')), await one.until(textIs('second'))]
    const record = (await world.call(acme, 'GET', 'alerts/2')).body.data
    const [event] = (await world.call(acme, 'GET', 'alert-histories?limit=1')).body.data as [{ AlertId: number }]
    expect(event.AlertId).toBe(4)
    expect(first).toMatchObject({ event: 'noted', alert: record, history: { AlertId: 2, text: 'first' } })
    expect(second).toMatchObject({ event: 'noted', alert: { id: 4 }, history: event })
    expect(one.happenings()).toHaveLength(2)
    // From a cursor on, the rest comes again and nothing else.
    const later = await stream('acme-admin', first.cursor)
    expect(await later.until(({ event }) => event)).toEqual(second)
    const all = await stream('acme-admin', hello.cursor)
    await all.until(textIs('second'))
    expect(all.happenings()).toEqual([first, second])
    const beat = await later.until(({ beat }) => beat)
    await write(4, 'third')
    const last = await stream('acme-admin', beat.cursor)
    await last.until(textIs('third'))
    expect(last.happenings()).toHaveLength(1)
  })

  it('K10 ends at once with wait=0, when it has caught up', async () => {
    const token = await world.token('acme-admin')
    const read = async (query: string) => {
      const { status, text } = await world.call(token, 'GET', `alerts/stream?wait=0${query}`)
      expect(status).toBe(200)
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as StreamLine)
    }
    const [hello, beat, ...rest] = await read('')
    expect([hello, beat, rest]).toEqual([
      { hello: true, cursor: expect.any(String) as string },
      { beat: true, cursor: hello!.cursor },
      [],
    ])
    await write(1, 'polled')
    const lines = await read(`&from=${hello!.cursor}`)
    expect(lines.map(({ history, beat }) => history?.['text'] ?? beat)).toEqual([undefined, 'polled', true])
    expect(await read(`&from=${lines[2]!.cursor}`)).toHaveLength(2)
    expect((await world.call(token, 'HEAD', 'alerts/stream')).status).toBe(200)
  })

  it('refuses readers without the permission, and what it does not know', async () => {
    const admin = await world.token('acme-admin')
    const refused = async (token: string | null, query = '') => {
      const { status, body } = await world.call(token, 'GET', `alerts/stream${query}`)
      return [status, body.error?.message, body.error?.details?.['parameter']]
    }
    expect((await refused(null))[0]).toBe(401)
    for (const username of ['guest', 'broadcast-operator', 'acme-approver'])
      expect(await refused(await world.token(username))).toEqual([403, 'FORBIDDEN', undefined])
    for (const from of ['now', '1', '1.-2', `${2n ** 64n}.0`, `0.${2n ** 63n}`, "1.0'"])
      expect(await refused(admin, `?from=${encodeURIComponent(from)}`)).toEqual([400, 'INVALID_PARAMETER', 'from'])
    expect(await refused(admin, '?wait=2')).toEqual([400, 'INVALID_PARAMETER', 'wait'])
    expect(await refused(admin, '?since=1')).toEqual([400, 'UNKNOWN_PARAMETER', 'since'])
    expect((await world.call(admin, 'POST', 'alerts/stream', {})).status).toBe(405)
  })

  it('A-155 tells nothing of a record of a channel for data collection', async () => {
    const staff = await stream('root')
    await run(sql`update alerts set data_channel = true where id = 3`)
    await write(3, 'collected')
    await run(sql`update alerts set data_channel = false where id = 3`)
    await write(3, 'raised')
    await staff.until(textIs('raised'))
    expect(staff.happenings()).toHaveLength(1)
  })

  it('tells a reader to read anew whose cursor is too old, or of another database', async () => {
    const before = (await stream('acme-admin')).lines[0]!.cursor!
    await write(1, 'old')
    await write(1, 'also old')
    const kept = await stream('acme-admin', before)
    await kept.until(textIs('also old'))
    expect(kept.lines.some(({ reread }) => reread)).toBe(false)
    const longAgo = new Date(world.clock.now - 30 * 86_400_000).toISOString()
    await world.database.transactionWith({ 'app.scope': 'all' }, (tx) =>
      sql`update happenings set created_at = ${longAgo}`.execute(tx),
    )
    await sweep(world.parts)
    const late = await stream('acme-admin', before)
    const reread = await late.until((line) => line.reread)
    expect(late.happenings()).toEqual([])
    await write(1, 'young')
    await late.until(textIs('young'))
    await sweep(world.parts)
    const again = await stream('acme-admin', reread.cursor)
    await again.until(textIs('young'))
    expect(again.lines.map((line) => line.reread)).not.toContain(true)
    const [tx, id, epoch] = reread.cursor!.split('.')
    // A transaction that has yet to begin, one of another epoch, and a cursor of a server that knew no epochs.
    for (const foreign of [`${2n ** 60n}.1.${epoch}`, `${tx}.${id}.${BigInt(epoch!) ^ 1n}`, `${tx}.${id}`])
      await (await stream('acme-admin', foreign)).until((line) => line.reread)
  })
})

/** The alerts that a person of the fixtures sees, told again here. */
const SEES: Record<string, (alert: { id: number; ClientId: number; SiteId?: number | null }) => boolean> = {
  root: () => true,
  'client-manager': ({ ClientId }) => ClientId === 2,
  'acme-admin': ({ ClientId }) => ClientId === 2,
  'acme-site-manager': ({ ClientId, SiteId }) => ClientId === 2 && SiteId === 1,
  'borealis-admin': ({ ClientId }) => ClientId === 3,
  'vazia-admin': () => false,
  // The provider is assigned to these.
  'monitor-operator': ({ id }) => [1, 4, 5].includes(id),
}

describe.each([
  ['both fences', { code: true, database: true }],
  ['the fence of the code alone', { code: true, database: false }],
  ['the fence of the database alone', { code: false, database: true }],
])('behind %s', (name, fences) => {
  it('A-161 T81 a stream tells the events that its reader sees and no other, live and from a cursor', async () => {
    Object.assign(world.parts.fences, fences)
    try {
      const live = new Map<string, OpenStream>()
      for (const username of Object.keys(SEES)) live.set(username, await stream(username))
      for (const { id } of alerts.rows) await write(id, `${name} ${id}`)
      await live.get('root')!.until(textIs(`${name} ${alerts.rows.length}`))
      for (const [username, sees] of Object.entries(SEES)) {
        const one = live.get(username)!
        const wanted = alerts.rows.filter(sees).map(({ id }) => `${name} ${id}`)
        const again = await stream(username, one.lines[0]!.cursor)
        for (const each of [one, again]) {
          if (wanted.length > 0) await each.until(textIs(wanted.at(-1)!))
          await each.until((line) => line.beat)
          expect(
            each.happenings().map(({ history }) => history?.['text']),
            username,
          ).toEqual(wanted)
          const seesBorealis = alerts.rows.some((alert) => alert.ClientId === 3 && sees(alert))
          if (!seesBorealis) expect(JSON.stringify(each.lines), username).not.toContain('Borealis')
        }
      }
    } finally {
      Object.assign(world.parts.fences, { code: true, database: true })
    }
  })
})

describe('the cost of a happening', () => {
  it('K10 T83 grows with the views of it, and not with the streams', async () => {
    const ones = await Promise.all(Array.from({ length: 5 }, () => stream('acme-admin')))
    await stream('borealis-admin')
    const { database } = world.parts
    let transactions = 0
    world.parts.database = {
      ...database,
      transactionWith: (...given) => {
        transactions++
        return database.transactionWith(...given)
      },
    }
    try {
      const told = () => Promise.all(ones.map((one) => one.until(textIs('counted'))))
      await note(database, 1, 'counted')
      await told()
    } finally {
      world.parts.database = database
    }
    // The reader's own and that of one view, beside the look at two sessions with each beat.
    expect(transactions).toBeGreaterThanOrEqual(2)
    expect(transactions).toBeLessThanOrEqual(2 + 2 * 2)
  })
})

describe('a session', () => {
  it('T82 is looked at with every beat, which comes at least every fifteen seconds', () => {
    expect(STREAM_OPTIONS.beat).toBeLessThan(STREAM_OPTIONS.believed)
    expect(STREAM_OPTIONS.believed).toBeLessThanOrEqual(15_000)
  })

  const untilEnd = async (username: string, end: () => Promise<unknown>) => {
    const [one, other] = [await stream(username), await stream('root')]
    await end()
    const { end: reason } = await one.until((line) => line.end)
    await one.ended
    await write(1, 'afterwards')
    await other.until(textIs('afterwards'))
    expect(one.happenings().some(textIs('afterwards'))).toBe(false)
    expect(other.lines.some((line) => line.end)).toBe(false)
    return reason
  }

  it('T82 that was revoked ends its streams', async () => {
    const id = 7
    const revoked = sql`update sessions set revoked_at = now() where user_id = ${id} and revoked_at is null`
    expect(await untilEnd('acme-site-manager', () => run(revoked))).toBe('session')
  })

  it('T82 of a role that has changed ends its streams', async () => {
    expect(await untilEnd('monitor-operator', () => run(sql`update users set role = 'admin' where id = 12`))).toBe(
      'session',
    )
  })

  it('T82 of a user who was moved to another client ends its streams', async () => {
    expect(await untilEnd('client-manager', () => run(sql`update users set client_ids = '[4]' where id = 3`))).toBe(
      'session',
    )
  })

  it('T82 of a user who was deactivated ends its streams', async () => {
    expect(await untilEnd('monitor-admin', () => run(sql`update users set active = false where id = 11`))).toBe(
      'session',
    )
  })

  it('T82 that cannot be looked at is told nothing meanwhile, and everything afterwards', async () => {
    const one = await stream('borealis-admin')
    const { database } = world.parts
    world.parts.database = { ...database, transactionWith: () => Promise.reject(new Error('no database')) }
    try {
      await note(database, 5, 'meanwhile')
      const beats = () => one.lines.filter(({ beat }) => beat).length
      const before = beats()
      // Longer than a session is believed, and it still beats.
      await one.until(() => beats() > before + 6)
      expect(one.happenings()).toEqual([])
    } finally {
      world.parts.database = database
    }
    await write(5, 'afterwards')
    await one.until(textIs('afterwards'))
    expect(one.happenings().map(({ history }) => history?.['text'])).toEqual(['meanwhile', 'afterwards'])
    expect(one.lines.some((line) => line.end ?? line.reread)).toBe(false)
  })

  it('T83 has a number of streams, of which the oldest ends for another', async () => {
    const ones: OpenStream[] = []
    for (let count = 0; count < 7; count++) ones.push(await stream('vazia-admin'))
    expect((await ones[0]!.until((line) => line.end)).end).toBe('limit')
    await ones[0]!.ended
    await ones[1]!.until((line) => line.beat)
    expect(ones.slice(1).some(({ lines }) => lines.some((line) => line.end))).toBe(false)
  })
})
