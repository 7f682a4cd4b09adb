import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alerts } from '../../fixtures/alerts'
import { withServer } from '../../server/context/actor'
import { openDatabase, type Database } from '../../server/db/open'
import { databaseKind, testDatabase, testDatabaseUrl } from '../database'
import { startWorld, type TestWorld } from '../world'
import { note, noteWithin, openStream } from './stream-client'

const WRITERS = 50
const seed = Number(process.env['TOCSIN_SEED'] ?? Date.now() % 1_000_000)

/** Two servers on one PostgreSQL, and the writers' own connections. */
const worlds: TestWorld[] = []
let writers: Database
beforeAll(async () => {
  if (databaseKind !== 'postgres') return
  const url = await testDatabaseUrl()
  for (let count = 0; count < 2; count++) {
    const database = await openDatabase({ url, queueLimit: 5_000 })
    const world = await startWorld({ database, streams: { beat: 1_000 } })
    await world.listen()
    worlds.push(world)
  }
  writers = await openDatabase({ url, poolSize: WRITERS + 5 })
})
afterAll(async () => {
  for (const world of worlds) await world.close()
  await writers?.close()
})

describe.runIf(databaseKind === 'postgres')('two servers on one database', () => {
  it(`K10 T88 no cursor passes a happening that commits late: ${WRITERS} writers, readers that come and go (seed ${seed})`, async () => {
    let state = seed
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const token = await worlds[0]!.token('root')
    const committed: number[] = []
    const rolledBack = new Error('rolled back')
    const hold = async (alertId: number, before: number, after: number, commits: boolean) => {
      let id = 0
      await withServer(writers, async (tx) => {
        await pause(before)
        id = await noteWithin(tx, alertId, 'late')
        await pause(after)
        if (!commits) throw rolledBack
      }).catch((error: unknown) => {
        if (error !== rolledBack) throw error
      })
      if (commits) committed.push(id)
    }
    let stopped = false
    const received = Array.from({ length: 4 }, () => [] as number[])
    const first = await openStream(worlds[0]!.url, token)
    const start = (await first.until(({ hello }) => hello)).cursor
    first.close()
    // Two readers stay, and two go from server to server with their last cursors.
    const readers = received.map(async (ids, index) => {
      let cursor = start
      for (let turn = index; ; turn++) {
        const stream = await openStream(worlds[turn % 2]!.url, token, cursor)
        await stream.until(({ hello }) => hello)
        const isLast = stopped
        if (isLast) await stream.until(({ beat }) => beat)
        else if (index < 2) while (!stopped) await pause(20)
        else await pause(random() * 200)
        stream.close()
        for (const line of stream.lines) {
          expect(line.reread).toBeUndefined()
          if (line.history) ids.push(line.history.id)
          cursor = line.cursor ?? cursor
        }
        if (isLast) return
      }
    })
    const writing = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; count < 8; count++)
        await hold(alerts.rows[writer % alerts.rows.length]!.id, random() * 40, random() * 250, random() < 0.9)
    })
    await Promise.all(writing)
    // The last of the transactions has ended, and so everything is settled with the next look.
    await pause(500)
    stopped = true
    await Promise.all(readers)
    const wanted = committed.toSorted((a, b) => a - b)
    expect(wanted.length).toBeGreaterThan(WRITERS)
    for (const ids of received) expect(ids.toSorted((a, b) => a - b)).toEqual(wanted)
  }, 60_000)

  it('K10 a happening that one of them writes is told by the other at once, and goes on from its cursor there', async () => {
    const [one, other] = worlds as [TestWorld, TestWorld]
    const token = await one.token('acme-admin')
    const streams = [await openStream(one.url, token), await openStream(other.url, token)]
    for (const stream of streams) await stream.until(({ hello }) => hello)
    await one.call(token, 'POST', 'alerts/2/note', { text: 'of the first' })
    await other.call(token, 'POST', 'alerts/2/note', { text: 'of the second' })
    const lines = await Promise.all(
      streams.map((stream) => stream.until(({ history }) => history?.['text'] === 'of the second')),
    )
    expect(lines[0]).toEqual(lines[1])
    expect(streams[0]!.happenings()).toEqual(streams[1]!.happenings())
    const [before] = streams[0]!.happenings()
    const after = await openStream(other.url, token, before!.cursor)
    expect(await after.until(({ event }) => event)).toEqual(lines[0])
    for (const stream of [...streams, after]) stream.close()
  })

  it('T88 waits for a transaction that writes here, and for none of another database of the same PostgreSQL', async () => {
    const [world] = worlds as [TestWorld]
    const token = await world.token('acme-admin')
    const elsewhere = await testDatabase()
    const stream = await openStream(world.url, token)
    await stream.until(({ hello }) => hello)
    const isTold = (text: string) => stream.until(({ history }) => history?.['text'] === text)
    /** Begins a transaction that writes, and returns what commits it. */
    const begin = async (database: Database) => {
      let commit!: () => void
      const ending = new Promise<void>((resolve) => (commit = resolve))
      let transaction: Promise<void> | undefined
      await new Promise<void>((begun) => {
        transaction = withServer(database, async (tx) => {
          await sql`select pg_current_xact_id()`.execute(tx)
          begun()
          await ending
        })
      })
      return () => {
        commit()
        return transaction
      }
    }
    const commitThere = await begin(elsewhere)
    await world.call(token, 'POST', 'alerts/2/note', { text: 'beside another database' })
    await isTold('beside another database')
    const commitHere = await begin(writers)
    await world.call(token, 'POST', 'alerts/2/note', { text: 'beside this one' })
    await pause(500)
    expect(stream.happenings()).toHaveLength(1)
    await commitHere()
    await isTold('beside this one')
    // A transaction that waits for too long is ended by the server, so that this one was running all the time.
    await commitThere()
    await elsewhere.close()
    stream.close()
  })

  it('T83 a reader that takes nothing is told to read anew, and holds up no other one', async () => {
    const [{ parts, url, token: tokenOf }] = worlds as [TestWorld]
    const token = await tokenOf('acme-admin')
    const [slow, quick] = [await openStream(url, token), await openStream(url, token)]
    await slow.until(({ hello }) => hello)
    await quick.until(({ hello }) => hello)
    slow.message.pause()
    // More than both sockets and the queue take: each line has 200 kB.
    const text = 'x'.repeat(200_000)
    for (let count = 0; count < 60; count++) {
      await note(parts.database, 4, `${count} ${text}`)
      await quick.until(({ history }) => String(history?.['text']).startsWith(`${count} `))
    }
    expect(quick.happenings()).toHaveLength(60)
    slow.message.resume()
    const { cursor } = await slow.until(({ reread }) => reread)
    expect(slow.happenings().length).toBeLessThan(60)
    await note(parts.database, 4, 'afterwards')
    await slow.until(({ history }) => history?.['text'] === 'afterwards')
    // All lines after that come after that cursor.
    const again = await openStream(url, token, cursor)
    await again.until(({ history }) => history?.['text'] === 'afterwards')
    expect(slow.happenings().slice(-again.happenings().length)).toEqual(again.happenings())
    for (const stream of [slow, quick, again]) stream.close()
  }, 60_000)

  it('T83 the stop of a server ends fifty streams first, one of them of a reader that takes nothing', async () => {
    const database = await openDatabase({ url: await testDatabaseUrl() })
    const world = await startWorld({ database, streams: { perUser: 100 } })
    await world.listen()
    const token = await world.token('root')
    const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(world.url, token)))
    for (const stream of streams) await stream.until(({ hello }) => hello)
    streams[0]!.message.pause()
    await world.close()
    for (const stream of streams.slice(1)) {
      await stream.ended
      expect(stream.lines.at(-1)).toEqual({ end: 'stop' })
    }
    streams[0]!.close()
  }, 60_000)
})
