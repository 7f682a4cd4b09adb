import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/open'
import type { Database, DatabaseOptions, Tx } from '../../server/db/open'
import { databaseKind, emptyDatabase } from '../database'
import { temporaryPostgres } from '../postgres'

let folder: string
const opened: Database[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-limits-'))
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(options: DatabaseOptions): Promise<Database> {
  const database = await emptyDatabase(options)
  opened.push(database)
  return database
}

const ask = (database: Database) => database.transaction((tx) => sql`select 1`.execute(tx))
const runAway = (tx: Tx) => sql`do $$ begin loop end loop; end $$`.execute(tx)
const count = async (database: Database) => {
  const { rows } = await sql<{ count: number }>`select count(*) from schema_migrations`.execute(database.kysely)
  return rows[0]?.count
}

/** A transaction that has the connection until `release` is called. */
function hold(database: Database): { release: () => void; done: Promise<void> } {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const done = database.transaction(async (tx) => {
    await sql`select 1`.execute(tx)
    await released
  })
  return { release: () => release(), done }
}

describe('a query that does not end', () => {
  it('T62 is ended at its deadline; those behind it are answered and nothing is lost', async () => {
    const database = await open({ folder: join(folder, 'runaway'), deadline: 2_000, poolSize: 1 })
    const before = await count(database)
    const runaway = database.transaction(runAway, { deadline: 300 })
    const unfinished = runaway.catch((error: unknown) => error)
    const behind = Array.from({ length: 5 }, () => ask(database))
    expect(await unfinished).toMatchObject({ name: 'DatabaseError', code: 'TIMEOUT' })
    await Promise.all(behind)
    expect(await count(database)).toBe(before)
    expect(before).toBeGreaterThan(0)
  })

  it('T62 is ended outside a transaction of ours too', async () => {
    const database = await open({ folder: join(folder, 'runaway'), deadline: 300, poolSize: 1 })
    const runaway = sql`do $$ begin loop end loop; end $$`.execute(database.kysely)
    await expect(runaway).rejects.toMatchObject({ code: 'TIMEOUT' })
    await database.ping()
    if (databaseKind === 'embedded') return
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(database.kysely)
    expect(rows).toEqual([])
  })

  it('takes with it what it had written', async () => {
    const database = await open({ folder: join(folder, 'written'), deadline: 2_000 })
    const before = await count(database)
    const runaway = database.transaction(
      async (tx) => {
        await sql`delete from schema_migrations`.execute(tx)
        await runAway(tx)
      },
      { deadline: 300 },
    )
    await expect(runaway).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(await count(database)).toBe(before)
  })

  it.runIf(databaseKind === 'embedded')('leaves a database in memory gone, not empty', async () => {
    const database = await open({ deadline: 300 })
    await expect(database.transaction(runAway)).rejects.toMatchObject({ code: 'TIMEOUT' })
    await expect(database.ping()).rejects.toMatchObject({ code: 'GONE' })
  })
})

describe('a transaction that asks nothing', () => {
  it('is rolled back at the deadline, and its later queries are refused', async () => {
    const database = await open({ deadline: 300, poolSize: 1 })
    const before = await count(database)
    let goOn = () => {}
    const over = new Promise<void>((resolve) => (goOn = resolve))
    let late: Promise<unknown> | undefined
    const idle = database.transaction(async (tx) => {
      await sql`delete from schema_migrations`.execute(tx)
      await over
      late = sql`select 1`.execute(tx)
      await late
    })
    await expect(idle).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(await count(database)).toBe(before)
    goOn()
    await over
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' })
  })
})

describe('the queue', () => {
  it('refuses at once beyond its limit and answers those within it', async () => {
    const database = await open({ queueLimit: 3, poolSize: 1 })
    const holder = hold(database)
    const waiting = Array.from({ length: 3 }, () => ask(database))
    await expect(ask(database)).rejects.toMatchObject({ code: 'BUSY' })
    await expect(database.ping()).rejects.toMatchObject({ code: 'BUSY' })
    holder.release()
    await holder.done
    await Promise.all(waiting)
    await database.ping()
  })

  it('refuses whoever waited twice the deadline', async () => {
    const database = await open({ deadline: 400, poolSize: 1 })
    let asking = true
    const busy = database.transaction(async (tx) => {
      while (asking) await sql`select pg_sleep(0.1)`.execute(tx)
    })
    await expect(ask(database)).rejects.toMatchObject({ code: 'BUSY' })
    asking = false
    await busy
    await ask(database)
  })
})

describe.runIf(databaseKind === 'postgres')('a PostgreSQL that goes', () => {
  it('breaks one connection: GONE, and the next one is new', async () => {
    const database = await open({ poolSize: 1 })
    const killed = database.transaction(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    await expect(killed).rejects.toMatchObject({ code: 'GONE' })
    await database.ping()
  })

  it('answers GONE while it is stopped and recovers when it is back', async () => {
    const server = await temporaryPostgres()
    const database = await openDatabase({ url: server.url, poolSize: 2, queueLimit: 5 })
    try {
      const running = database
        .transaction((tx) => sql`select pg_sleep(30)`.execute(tx))
        .catch((error: unknown) => error)
      await database.ping()
      await server.stop('SIGQUIT')
      expect(await running).toMatchObject({ code: 'GONE' })
      for (let attempt = 0; attempt < 20; attempt += 1)
        await expect(ask(database)).rejects.toMatchObject({ code: 'GONE' })
      await server.start()
      await expect.poll(() => ask(database).then(() => 'answered', String)).toBe('answered')
      // Had a refused attempt kept its turn, ten waiters and two connections would not be enough for these.
      await Promise.all(Array.from({ length: 7 }, () => ask(database)))
    } finally {
      await database.close()
      await server.stop()
      await rm(server.folder, { recursive: true, force: true })
    }
  })

  it('is not opened where none answers', async () => {
    const nowhere = `postgres://nobody@localhost/none?host=${encodeURIComponent(folder)}`
    await expect(openDatabase({ url: nowhere })).rejects.toMatchObject({ code: 'GONE' })
  })
})
