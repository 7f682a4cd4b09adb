import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { SERVER_LOGIN, refusedAs } from './login'
import type { Database } from './open'
import { runScript } from './transaction'
import type { Tx } from './transaction'

/**
 * The folder of the migrations, beside this file in the sources, and beside the bundle in dist/server, where the build
 * copies it.
 */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

export type Migration = { name: string; text: string; hash: string }

/**
 * Thrown if the schema of this program differs from that of the database. CHANGED: the file was edited after it was
 * applied. UNKNOWN: the database is newer, and the program does not have the file.
 */
export class MigrationError extends Error {
  readonly code: 'CHANGED' | 'UNKNOWN'
  readonly migration: string

  constructor(code: 'CHANGED' | 'UNKNOWN', migration: string) {
    super(`${code} ${migration}`)
    this.name = 'MigrationError'
    this.code = code
    this.migration = migration
  }
}

/** The deadline of a migration, in ms. An index over a large table takes that long. */
const DEADLINE = 30 * 60_000
/** The key of the advisory lock. It may be any number, but the same in every version of tocsin. */
const LOCK = 8_062_746

/**
 * Creates the missing roles that the migrations grant to, and makes the owner a member of both: only a member of
 * `tocsin_search` can give it its functions. A superuser needs no grant, and may not grant to itself on some versions.
 * An owner that may not grant the roles to itself has to be a member of `tocsin_search` already.
 */
const JOIN_ROLES = `do $$
declare
  name text;
begin
  foreach name in array array['tocsin_app', 'tocsin_search'] loop
    begin
      if not exists (select from pg_roles where rolname = name) then execute format('create role %I nologin', name); end if;
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      execute format('grant %I to %I', name, current_user);
    exception when others then null;
    end;
  end loop;
  if not pg_has_role('tocsin_search', 'member') then
    raise insufficient_privilege using message = format('%I is no member of tocsin_search', current_user);
  end if;
end $$`
/**
 * Ends the membership in `tocsin_search`, which reads the searched texts of every client. A member, even the owner,
 * would not need a scope.
 */
const LEAVE_SEARCH_ROLE = `do $$ begin
  execute format('revoke tocsin_search from %I', current_user);
exception when others then null;
end $$`

/** Reads the migrations in a folder, in the order of their numbers. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}.*\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Applies the missing migrations, each wholly or not at all, and returns their names. Several processes may do so at
 * once on one PostgreSQL: they take turns, and the later ones find nothing left to do. Throws MigrationError before it
 * applies anything.
 */
export async function migrate(database: Database, migrations?: Migration[]): Promise<string[]> {
  const all = migrations ?? (await readMigrations())
  const applied: string[] = []
  for (;;) {
    const name = await database.transaction((tx) => applyNext(tx, database.kind, all), { deadline: DEADLINE })
    if (name === undefined) return applied
    applied.push(name)
  }
}

async function applyNext(tx: Tx, kind: Database['kind'], all: Migration[]): Promise<string | undefined> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  await sql`create table if not exists schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now()
  )`.execute(tx)
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from schema_migrations`.execute(tx)
  const done = new Map(rows.map((row) => [row.name, row.hash]))
  const known = new Map(all.map((migration) => [migration.name, migration.hash]))
  for (const [name, hash] of done) {
    if (!known.has(name)) throw new MigrationError('UNKNOWN', name)
    if (known.get(name) !== hash) throw new MigrationError('CHANGED', name)
  }
  const next = all.find((migration) => !done.has(migration.name))
  if (!next) return undefined
  await refusedAs('CANNOT_MAKE', SERVER_LOGIN, () => runScript(tx, JOIN_ROLES))
  for (const text of [next.text, LEAVE_SEARCH_ROLE]) await runScript(tx, text)
  await sql`insert into schema_migrations (name, hash) values (${next.name}, ${next.hash})`.execute(tx)
  return next.name
}
