import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { world as fixtures } from '../../fixtures/world'
import { writeArchive } from '../../server/copy/archive'
import { withSource } from '../../server/copy/source'
import { migrate, readMigrations } from '../../server/db/migrate'
import { openDatabase, type Database } from '../../server/db/open'
import { noFaults } from '../../server/faults'
import { backup, move, restore, verify, type Copied, type DatabaseCommand } from '../../server/program/database'
import { seedWorld } from '../../server/program/seed'
import { serve, type Serving } from '../../server/program/serve'
import { createPasswords } from '../../server/secrets/passwords'
import { embeddedSeed } from '../database'

const root = join(import.meta.dirname, '../..')
const base = mkdtempSync(join(tmpdir(), 'tocsin-copy-'))
const kills = process.env['TOCSIN_CHAOS'] ? 25 : 2
const CHEAP = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Rows of the tables that the demo leaves empty, with values that are easily lost on the way. */
const REST = sql`
  insert into files (client_id, name, type, bytes, created_at)
    select 2, md5(n::text), 'image/png',
      decode(string_agg(md5((n * 1000 + part)::text), ''), 'hex'), now()
    from generate_series(1, 6) n, generate_series(1, 20000) part group by n`

const MORE = [
  `insert into allowances values ('a', '{1,2,null}', now())`,
  `insert into idempotency_keys (owner, key, fingerprint, status, answer, created_at)
    values ('u1', E'tab\\tquote"back\\\\slash', 'x', 200, 'null', now()), ('u2', 'é\u{1F6A8}\u2028', 'x', 200, '{"a":[1.50,"\\\\u0001"]}', now())`,
  `insert into known_addresses select id, 'x', now() from users limit 2`,
  `insert into mobile_passwords select id, 'x', now() from mobile_users limit 1`,
  `insert into mobile_resets (id, mobile_user_id, generation, expires_at) select 'r', id, 1, now() from mobile_users limit 1`,
  `insert into one_time_codes (id, purpose, user_id, method, password_mark, digest, sent_at, expires_at, attempts)
    select 'c', 'sign-in', id, 'email', 'x', 'x', now(), now(), 0 from users limit 1`,
  `insert into outbox (created_at, next_attempt_at, channel, recipient, locale, template, data)
    values (now(), now(), 'mail', 'a@example.org', 'pt-BR', 'x', '{}')`,
  `insert into password_resets select 'p', id, 'x', now() from users limit 1`,
  `insert into sessions (id, user_id, agent, generation, created_at, rotated_at, expires_at)
    select 'z-parent', id, 'browser', 1, now(), now(), now() + interval '1 hour' from users limit 1`,
  `insert into sessions (id, user_id, agent, generation, created_at, rotated_at, expires_at, parent_id)
    select 'a-child', user_id, 'browser', 1, now(), now(), now() + interval '1 hour', id from sessions`,
  `insert into sign_in_delays (key, failures, last_at, until) values ('k', 3, now(), 'infinity')`,
  `insert into sign_in_links (id, user_id, made_by, password_mark, expires_at) select 'l', id, id, 'x', now() from users limit 1`,
  `insert into terminal_sign_ins (id, code, network, created_at, expires_at) values ('t', 'ABCDEFG', 'n', now(), now())`,
  `update sites set lat = 1e-7, lng = -0.1 - 0.2 where id = 5`,
]

const source = join(base, 'source')
const archive = join(base, 'monday.tocsin')
let wanted: Copied
/** The epochs of the stream in the source and in its copies. */
const epochs: string[] = []
beforeAll(async () => {
  const database = await openDatabase({ folder: join(source, 'database'), seed: await embeddedSeed() })
  await seedWorld(database, fixtures, await createPasswords({ cost: CHEAP }))
  await REST.execute(database.kysely)
  for (const text of MORE) await sql.raw(text).execute(database.kysely)
  const { rows } = await sql<{ epoch: string }>`select epoch::text from happenings_swept`.execute(database.kysely)
  epochs.push(rows[0]!.epoch)
  await (await serveAt({ database })).stop()
  wanted = await backup(of(source), archive)
}, 120_000)
const serving: Serving[] = []
afterEach(async () => {
  for (const one of serving.splice(0)) await one.stop()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A command on the database in a data folder, or on a PostgreSQL. */
const of = (place: string): DatabaseCommand => ({
  env: place.startsWith('postgres') ? { DATABASE_URL: place } : { TOCSIN_DATA: place },
  locale: 'en-US',
  version: '0.0.0',
})

let made = 0
const newFolder = () => join(base, `folder-${(made += 1)}`)
async function newPostgres(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `copy_${randomBytes(6).toString('hex')}`
  const admin = await openDatabase({ url: url.href })
  await sql`create database ${sql.id(name)}`.execute(admin.kysely)
  await admin.close()
  url.pathname = `/${name}`
  return url.href
}
const openAt = (place: string): Promise<Database> =>
  openDatabase(place.startsWith('postgres') ? { url: place } : { folder: join(place, 'database') })

/** Starts a server on a place, or closes a database and starts one on the source. */
async function serveAt(place: string | { database: Database }): Promise<Serving> {
  if (typeof place !== 'string') await place.database.close()
  const where = typeof place === 'string' ? place : source
  return serve({
    host: '127.0.0.1',
    port: 0,
    ...(where.startsWith('postgres') ? { url: where, folder: '' } : { folder: where }),
    features: {},
    faults: noFaults,
    logLevel: 'silent',
    version: 'test',
    locale: 'en-US',
    tell: () => undefined,
    writeLog: () => undefined,
  })
}

const targets = [
  ['PostgreSQL', newPostgres],
  ['the embedded database', async () => newFolder()],
] as const

describe('a copy of the database', () => {
  it('C60 has every table, and each of them has rows', () => {
    expect(wanted.tables.filter(({ rows }) => rows === 0)).toEqual([])
    expect(wanted.tables.length).toBeGreaterThan(60)
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    expect(wanted.bytes).toBe(statSync(archive).size)
  })

  it('C60 goes from the embedded database into a backup, PostgreSQL and back, and is the same everywhere', async () => {
    const [postgres, folder, again] = [await newPostgres(), newFolder(), join(base, 'again.tocsin')]
    expect((await verify(of(source), archive)).tables).toEqual(wanted.tables)
    expect((await restore(of(postgres), archive)).tables).toEqual(wanted.tables)
    // The owner of this PostgreSQL is no superuser, and is bound by the fences.
    expect((await backup(of(postgres), again)).tables).toEqual(wanted.tables)
    expect((await move(of(postgres), folder)).tables).toEqual(wanted.tables)
    expect(await move(of(postgres), folder)).toMatchObject({ unchanged: true })
    expect(await schemaAt(postgres)).toEqual(await schemaAt(source))
    expect(await schemaAt(folder)).toEqual(await schemaAt(source))
  }, 120_000)

  it.each(targets)(
    'C60 is served from %s: ids go on, people are let in, alerts are told',
    async (_, newPlace) => {
      const place = await newPlace()
      await restore(of(place), archive)
      const server = await serveAt(place)
      serving.push(server)
      const signedIn = await fetch(`${server.url}/api/authentication/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'acme-admin', password: fixtures.password }),
      })
      expect(signedIn.status, await signedIn.clone().text()).toBe(200)
      await serving.pop()!.stop()

      const database = await openAt(place)
      const { rows } = await database.transaction(async (tx) => {
        await sql`select set_config('app.scope', 'all', true)`.execute(tx)
        const before = sql`(select max(id) from alert_histories)`
        return sql<{
          before: number
          after: number
        }>`insert into alert_histories (client_id, alert_id, site_id, event, actor)
        select client_id, alert_id, site_id, event, actor from alert_histories where id = ${before}
        returning id as after, ${before} as before`.execute(tx)
      })
      expect(rows).toEqual([{ before: rows[0]!.before, after: rows[0]!.before + 1 }])
      const told = await database.transaction(async (tx) => {
        await sql`select set_config('app.scope', 'all', true)`.execute(tx)
        return sql<{
          told: number
          known: boolean
          epoch: string
        }>`select count(*) as told, bool_and((h.tx, h.id) > (s.tx, s.id)) as known, max(s.epoch)::text as epoch
        from happenings h, happenings_swept s`.execute(tx)
      })
      const { epoch } = told.rows[0]!
      expect(told.rows).toEqual([{ told: 1, known: true, epoch }])
      // Nobody goes on here from a position in another database.
      expect(epochs).not.toContain(epoch)
      epochs.push(epoch)
      await database.close()
    },
    120_000,
  )

  it('C60 is refused if it is damaged or cut off anywhere, and nothing is written', async () => {
    const whole = readFileSync(archive)
    const folder = newFolder()
    const damaged = join(base, 'damaged.tocsin')
    for (let turn = 0; turn < 12; turn += 1) {
      writeFileSync(damaged, whole)
      const at = turn === 0 ? whole.length - 1 : randomInt(whole.length)
      if (turn % 2 === 0) truncateSync(damaged, at)
      else
        writeFileSync(
          damaged,
          whole.map((byte, index) => (index === at ? byte ^ 0x10 : byte)),
        )
      const refused = await restore(of(folder), damaged).catch((error: { code: string }) => error.code)
      // The header of the packed file has a few bytes without a meaning, such as its time.
      if (at >= 10 || turn % 2 === 0) expect(['CORRUPT', 'NOT_A_BACKUP'], `at ${at}`).toContain(refused)
      else rmSync(folder, { recursive: true, force: true })
      expect(existsSync(folder), `at ${at}`).toBe(false)
    }
  }, 120_000)

  it('C60 of an older version gets the schema of this one', async () => {
    const all = await readMigrations()
    const older = all.slice(0, -1)
    const [file, from, to] = [join(base, 'older.tocsin'), await newPostgres(), await newPostgres()]
    const database = await openAt(from)
    await migrate(database, older)
    await database.transaction(async (tx) => {
      await sql`select set_config('app.scope', 'all', true)`.execute(tx)
      await sql`insert into users (name, username, email, role, user_type)
        values ('Rute', 'rute', 'r@example.org', 'root', 'tocsin')`.execute(tx)
    })
    await withSource(database, { expected: older, place: '' }, (snapshot) =>
      writeArchive(file, snapshot, { version: '0', createdAt: '2026-01-01T00:00:00Z' }),
    )
    await database.close()
    await expect(backup(of(from), join(base, 'refused'))).rejects.toMatchObject({ code: 'OLD_SCHEMA' })
    await restore(of(to), file)
    const withoutSequences = async (place: string) => (await schemaAt(place)).filter((line) => !/_seq /.test(line))
    expect(await withoutSequences(to)).toEqual(await withoutSequences(source))
    const restored = await openAt(to)
    const { rows } = await sql`select name from schema_migrations order by name`.execute(restored.kysely)
    await restored.close()
    expect(rows).toEqual(all.map(({ name }) => ({ name })))
  }, 60_000)
})

describe('a move', () => {
  it.each(targets)(
    'C60 into %s that is killed at any moment goes on, and ends with the same database',
    async (_, newPlace) => {
      let place = await newPlace()
      let longest = 8_000
      const env = { PATH: process.env['PATH'], TOCSIN_DATA: source, HOME: base }
      const expectWhole = async () => {
        expect((await move(of(source), place)).tables).toEqual(wanted.tables)
        expect(await schemaAt(place)).toEqual(await schemaAt(source))
      }
      for (let killed = 0; killed < kills;) {
        const began = performance.now()
        const args = [join(root, 'dist/cli/main.cjs'), 'db', 'move', `--to=${place}`]
        const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
        const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
        const timer = setTimeout(() => child.kill('SIGKILL'), randomInt(300, longest))
        const isKilled = (await ended) === 'SIGKILL'
        clearTimeout(timer)
        if (isKilled) {
          killed += 1
          expect(await serveUnfinished(place), 'no server serves half of it').toBe(true)
        } else {
          // The kill came too late.
          longest = Math.max(1_000, Math.round(performance.now() - began))
          await expectWhole()
          place = await newPlace()
        }
      }
      await expectWhole()
    },
    900_000,
  )

  it('C60 notices what changed in the source since it was interrupted', async () => {
    const [from, to] = [await newPostgres(), await newPostgres()]
    await restore(of(from), archive)
    const stop = new AbortController()
    let tables = 0
    const aborted = move(
      {
        ...of(from),
        signal: stop.signal,
        progress: ({ table }) => void (table === 'surveys' && (tables += 1) && stop.abort()),
      },
      to,
    )
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' })
    expect(tables).toBeGreaterThan(0)
    const database = await openAt(from)
    await database.transaction(async (tx) => {
      await sql`select set_config('app.scope', 'all', true)`.execute(tx)
      await sql`update clients set nickname = 'changed' where id = 2`.execute(tx)
    })
    await database.close()
    const done = await move(of(from), to)
    expect(done.kept).toBeGreaterThan(20)
    expect(done.tables.filter((one, index) => one.sha256 !== wanted.tables[index]!.sha256)).toMatchObject([
      { table: 'clients' },
    ])
  }, 120_000)

  it('C60 is refused where it would lose or mix something', async () => {
    const [filled, empty] = [await newPostgres(), newFolder()]
    await restore(of(filled), archive)
    const code = (run: Promise<unknown>) =>
      run.then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    expect(await code(backup(of(source), archive))).toBe('FILE_EXISTS')
    expect(await code(restore(of(source), join(root, 'package.json')))).toBe('NOT_A_BACKUP')
    expect(await code(backup(of(empty), join(base, 'none')))).toBe('ABSENT')
    // A place that cannot be read is not called empty.
    expect(await code(backup(of(join(root, 'package.json')), join(base, 'none')))).toBe('ENOTDIR')
    expect(await code(move(of(filled), filled))).toBe('SAME')
    expect(await code(move(of(source), source))).toBe('SAME')
    const other = await openAt(filled)
    await sql`select set_config('app.scope', 'all', false)`.execute(other.kysely)
    await sql`update documents set content = 'changed'`.execute(other.kysely)
    expect(await code(move(of(filled), empty))).toBe('IN_SERVICE')
    expect(existsSync(empty)).toBe(false)
    await other.close()
    expect(await code(move(of(source), filled))).toBe('NOT_EMPTY')
    for (const locale of ['en-US', 'pt-BR'] as const)
      await expect(move({ ...of(source), locale }, filled)).rejects.toThrow(
        locale === 'en-US' ? /users already/ : /já tem usuários/,
      )
    await expect(move(of(filled), 'postgres://owner@127.0.0.1:1/tocsin')).rejects.toThrow(
      'postgres://127.0.0.1:1/tocsin does not answer: check the URL of --to and that it is running',
    )
  }, 120_000)
})

/** Returns whether a server refuses a place since a copy of it has not ended, or nothing is there yet. */
async function serveUnfinished(place: string): Promise<boolean> {
  if (!place.startsWith('postgres') && !existsSync(join(place, 'database/pgdata'))) return true
  const database = await openAt(place)
  const { rows } = await sql<{ isHeld: boolean; isEmpty: boolean }>`
    select to_regclass('tocsin_copy') is not null as "isHeld", to_regclass('users') is null as "isEmpty"`.execute(
    database.kysely,
  )
  await database.close()
  const { isHeld, isEmpty } = rows[0]!
  // A kill before the first statement, or after the last one: there is nothing to serve, or all of it.
  if (!isHeld) return isEmpty || (await serveAt(place).then(async (server) => server.stop().then(() => true)))
  return serveAt(place).then(
    async (server) => server.stop().then(() => false),
    (error: { code?: string }) => error.code === 'UNFINISHED',
  )
}

/** Returns what a copy takes off and puts back, and the sequences. */
async function schemaAt(place: string): Promise<string[]> {
  const database = await openAt(place)
  const { rows } = await sql<{ line: string }>`
    select relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity as line from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select sequencename || ' ' || coalesce(last_value::text, '-') from pg_sequences where schemaname = 'public'
    order by 1`.execute(database.kysely)
  await database.close()
  return rows.map(({ line }) => line).sort()
}
