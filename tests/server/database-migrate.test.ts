import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { migrate, readMigrations } from '../../server/db/migrate'
import type { Migration } from '../../server/db/migrate'
import { openDatabase } from '../../server/db/open'
import type { Database, DatabaseOptions } from '../../server/db/open'
import { cachedSeed } from '../../server/db/seed-cache'
import { databaseKind, emptyDatabase, testDatabaseUrl } from '../database'

const opened: Database[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
const keep = (database: Database) => {
  opened.push(database)
  return database
}
/** Opens a database with the project's own schema already there. */
const open = async (options?: DatabaseOptions) => keep(await emptyDatabase(options))

const migration = (name: string, text: string): Migration => ({
  name,
  text,
  hash: createHash('sha256').update(text).digest('hex'),
})
const tables = async (database: Database, pattern: string) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relname like ${pattern} and relkind = 'r' order by relname
  `.execute(database.kysely)
  return rows.map(({ name }) => name)
}

describe('migrate', () => {
  it('finds nothing left to do after the first time', async () => {
    const database = await open()
    expect(await migrate(database)).toEqual([])
    expect(await tables(database, 'clients')).toEqual(['clients'])
  })

  it('applies what is new, in order, and records it', async () => {
    const database = await open()
    const own = await readMigrations()
    const more = [
      migration('9001-first.sql', 'create table new_a (id int); create table new_b (id int);'),
      migration('9002-second.sql', 'alter table new_a add column two int;'),
    ]
    expect(await migrate(database, [...own, ...more])).toEqual(['9001-first.sql', '9002-second.sql'])
    expect(await tables(database, 'new_%')).toEqual(['new_a', 'new_b'])
    expect(await migrate(database, [...own, ...more])).toEqual([])
  })

  it('leaves nothing of a migration that fails half-way', async () => {
    const database = await open()
    const own = await readMigrations()
    const good = migration('9001-good.sql', 'create table half_kept (id int);')
    const bad = migration(
      '9002-bad.sql',
      'create table half_lost (id int); select 1 / 0; create table half_never (id int);',
    )
    await expect(migrate(database, [...own, good, bad])).rejects.toMatchObject({ sqlState: '22012' })
    expect(await tables(database, 'half_%')).toEqual(['half_kept'])
    const mended = migration('9002-bad.sql', 'create table half_mended (id int);')
    expect(await migrate(database, [...own, good, mended])).toEqual(['9002-bad.sql'])
  })

  it('refuses an edited migration and one it does not know, and touches nothing', async () => {
    const database = await open()
    const [first, ...rest] = await readMigrations()
    if (!first) throw new Error('no migrations')
    const more = migration('9001-more.sql', 'create table more_table (id int);')
    const edited = migrate(database, [{ ...first, hash: 'edited' }, ...rest, more])
    await expect(edited).rejects.toMatchObject({ name: 'MigrationError', code: 'CHANGED', migration: first.name })
    await expect(migrate(database, [...rest, more])).rejects.toMatchObject({ code: 'UNKNOWN', migration: first.name })
    expect(await tables(database, 'more_%')).toEqual([])
  })

  it('is numbered without a gap or a number twice', async () => {
    const numbers = (await readMigrations()).map(({ name }) => Number(name.slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it.runIf(databaseKind === 'embedded')(
    'A-097 gives the handlers of codes their owner, those of a locked client too',
    async () => {
      const database = keep(await openDatabase())
      const all = await readMigrations()
      const added = all.findIndex(({ name }) => name.endsWith('-links-and-what-is-offered.sql'))
      await migrate(database, all.slice(0, added))
      await withServer(database, async (tx) => {
        await sql`insert into clients (id, name, nickname) values (1, 'tocsin', 'tocsin'), (2, 'Acme', 'Acme')`.execute(
          tx,
        )
        await sql`insert into registration_handlers (id, client_id, name, url, mode)
        values (7, 2, 'x', 'https://example.org', 'client')`.execute(tx)
        await sql`insert into registration_codes (client_id, code, registration_handler_id)
        values (2, 'AAAAAA', 7), (2, 'BBBBBB', null)`.execute(tx)
        await sql`update clients set locked = true where id = 2`.execute(tx)
      })
      expect(await migrate(database, all)).toContain(all[added]!.name)
      const { rows } = await withServer(database, (tx) =>
        sql`select code, registration_handler_client_id as owner from registration_codes order by code`.execute(tx),
      )
      expect(rows).toEqual([
        { code: 'AAAAAA', owner: 2 },
        { code: 'BBBBBB', owner: null },
      ])
    },
  )

  it.runIf(databaseKind === 'embedded')(
    'C06 B2 says of a token that ran out that nobody revoked it, and keeps the time of one that was revoked',
    async () => {
      const database = keep(await openDatabase())
      const all = await readMigrations()
      const added = all.findIndex(({ name }) => name.endsWith('-expired-tokens.sql'))
      await migrate(database, all.slice(0, added))
      await withServer(database, async (tx) => {
        await sql`insert into clients (id, name, nickname) values (1, 'tocsin', 'tocsin')`.execute(tx)
        await sql`insert into users (id, client_id, username, name, email, user_type, role)
          values (1, 1, 'ana', 'Ana', 'ana@example.org', 'tocsin', 'root')`.execute(tx)
        await sql`insert into tokens (user_id, name, can, prefix, digest, created_at, expires_at, active, revoked_at)
          select 1, name, '[]', name, name, '2026-01-01', '2026-02-01', revoked is null, revoked from (values
            ('in use', null), ('ran out', '2026-02-01'::timestamptz), ('revoked', '2026-01-15')) as made (name, revoked)`.execute(
          tx,
        )
      })
      expect(await migrate(database, all)).toContain(all[added]!.name)
      const { rows } = await withServer(database, (tx) =>
        sql`select name, active, to_char(revoked_at, 'MM-DD') as revoked from tokens order by name`.execute(tx),
      )
      expect(rows).toEqual([
        { name: 'in use', active: true, revoked: null },
        { name: 'ran out', active: false, revoked: null },
        { name: 'revoked', active: false, revoked: '01-15' },
      ])
    },
  )

  it.runIf(databaseKind === 'embedded')(
    'K8 takes the nulls out of configs of channels and keeps those of free JSON, in versions and templates too',
    async () => {
      const database = keep(await openDatabase())
      const all = await readMigrations()
      const added = all.findIndex(({ name }) => name.endsWith('-channels-without-nulls.sql'))
      await migrate(database, all.slice(0, added))
      const query = { combinator: 'and', rules: [{ field: 'a', operator: 'equals', value: null }] }
      const field = (options: object) => ({ name: 'a', type: 'text', options })
      const before = {
        parentId: null,
        visibilityQuery: query,
        schema: {
          title: null,
          fields: [{ ...field({ mask: null, choices: [{ text: 'x', choices: null }] }), tag: null }],
        },
      }
      const after = { visibilityQuery: query, schema: { fields: [field({ choices: [{ text: 'x' }] })] } }
      const contents = (config: object) => [{ id: 1, name: 'Caso', label: null, tag: null, config }]
      const [config, channels] = [before, contents(before)].map((one) => JSON.stringify(one))
      const replaced = JSON.stringify({ label: null, config: { nickname: null }, channels: contents(before) })
      await withServer(database, async (tx) => {
        await sql`insert into clients (id, name, nickname) values (1, 'tocsin', 'tocsin'), (2, 'Acme', 'Acme')`.execute(
          tx,
        )
        await sql`insert into projects (id, client_id, name, description) values (1, 2, 'Um', 'x')`.execute(tx)
        await sql`insert into apps (id, client_id, project_id, name, config) values (1, 2, 1, 'Guarda', '{}')`.execute(
          tx,
        )
        await sql`insert into channels (client_id, app_id, name, channel_type, display_order, config)
          values (2, 1, 'Caso', 'alert', 0, ${config}::jsonb)`.execute(tx)
        await sql`insert into app_versions (client_id, app_id, status, number, version_comment, config, channels)
          values (2, 1, 'published', 1, 'x', '{"nickname":null}', ${channels}::jsonb)`.execute(tx)
        await sql`insert into app_versions (client_id, app_id, status, replaced) values (2, 1, 'draft', ${replaced}::jsonb)`.execute(
          tx,
        )
        await sql`insert into templates (client_id, name, description, visibility, app_id, config, channels)
          values (2, 'Modelo', 'x', 'client', 1, '{"nickname":null}', ${channels}::jsonb)`.execute(tx)
        await sql`update clients set locked = true where id = 2`.execute(tx)
      })
      expect(await migrate(database, all)).toContain(all[added]!.name)
      const read = (text: ReturnType<typeof sql>) => withServer(database, async (tx) => (await text.execute(tx)).rows)
      expect(await read(sql`select config, version from channels`)).toEqual([{ config: after, version: 1 }])
      expect(await read(sql`select config, channels, replaced from app_versions order by number nulls last`)).toEqual([
        { config: { nickname: null }, channels: contents(after), replaced: null },
        {
          config: null,
          channels: null,
          replaced: { label: null, config: { nickname: null }, channels: contents(after) },
        },
      ])
      expect(await read(sql`select config, channels from templates`)).toEqual([
        { config: { nickname: null }, channels: contents(after) },
      ])
      expect(await read(sql`select proname from pg_proc where proname like 'tocsin%without_nulls'`)).toEqual([])
    },
  )

  it.runIf(databaseKind === 'postgres')('is done once by five that begin at the same time', async () => {
    const url = await testDatabaseUrl({ key: 'empty', run: async () => undefined })
    const own = await readMigrations()
    const more = [
      migration('9001-slow.sql', 'select pg_sleep(0.3); create table raced_a (id int);'),
      migration('9002-next.sql', 'create table raced_b (id int);'),
    ]
    const all = await Promise.all(Array.from({ length: 5 }, async () => keep(await openDatabase({ url, poolSize: 2 }))))
    const applied = await Promise.all(all.map((database) => migrate(database, [...own, ...more])))
    expect(applied.flat().sort()).toEqual(['9001-slow.sql', '9002-next.sql'])
  })
})

describe.runIf(databaseKind === 'embedded')('cachedSeed', () => {
  it('T101 is made once for all who ask at the same time, again when its key changes, and for its owner’s eyes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-seed-'))
    await chmod(folder, 0o755)
    let made = 0
    const source = (key: string) => ({
      folder,
      key,
      seed: async (database: Database) => {
        made += 1
        await sql`create table seeded as select ${key}::text as key`.execute(database.kysely)
      },
    })
    try {
      const [first, second] = await Promise.all([cachedSeed(source('a')), cachedSeed(source('a'))])
      expect(made).toBe(1)
      expect(Buffer.compare(first, second)).toBe(0)
      await cachedSeed(source('b'))
      await cachedSeed(source('b'))
      expect(made).toBe(2)
      const names = await readdir(folder)
      expect(names).toHaveLength(2)
      const modes = await Promise.all(['', ...names].map(async (name) => (await stat(join(folder, name))).mode & 0o777))
      expect(modes).toEqual([0o700, 0o600, 0o600])
      const database = keep(await openDatabase({ seed: await cachedSeed(source('a')) }))
      expect((await sql`select key from seeded`.execute(database.kysely)).rows).toEqual([{ key: 'a' }])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('leaves nothing in the cache when seeding fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-seed-'))
    const failing = cachedSeed({ folder, seed: () => Promise.reject(new Error('no rows')) })
    await expect(failing).rejects.toThrow('no rows')
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true, force: true })
  })
})
