import { snake } from '@tocsin/core/base/naming'
import { allResources } from '@tocsin/core/resources/index'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ACME, CIDADE_VAZIA } from '../../fixtures/clients'
import { withServer } from '../../server/context/actor'
import { signingKey } from '../../server/secrets/tokens'
import { loginName } from '../../server/db/login'
import type { Tx } from '../../server/db/open'
import { withScope, type Scope } from '../../server/db/scope'
import { COUNTED } from '../../server/records/row-counts'
import { databaseKind } from '../database'
import { startWorld, type TestWorld } from '../world'

const embedded = databaseKind === 'embedded'
/** The resources with a table of their own. */
const stored = (await allResources()).filter(({ kindOf }) => kindOf === undefined)
const none: Scope = { kind: 'none', clientIds: [], siteId: null, providerId: null, userId: null }
const all: Scope = { ...none, kind: 'all' }

let world: TestWorld
let owner: string
let login: string
/** A superuser's connection, which can become anybody and count the real rows. */
let superuser: { query: (text: string) => Promise<Record<string, unknown>[]>; end: () => Promise<void> }

beforeAll(async () => {
  world = await startWorld()
  await signingKey(world.database)
  const { rows } = await sql<{ database: string; owner: string }>`
    select current_database() as database, current_user as owner`.execute(world.database.kysely)
  owner = rows[0]!.owner
  login = embedded ? 'tocsin_server' : loginName(rows[0]!.database)
  superuser = embedded
    ? {
        query: async (text) => (await sql.raw<Record<string, unknown>>(text).execute(world.database.kysely)).rows,
        end: async () => undefined,
      }
    : await superuserOf(rows[0]!.database)
})
afterAll(async () => {
  await superuser.end()
  await world.close()
})

async function superuserOf(database: string) {
  const client = new pg.Client({
    host: new URL(inject('postgresUrl')).searchParams.get('host')!,
    user: 'tocsin_superuser',
    database,
  })
  await client.connect()
  return {
    query: async (text: string) => (await client.query<Record<string, unknown>>(text)).rows,
    end: () => client.end(),
  }
}

/** Returns the result of a statement, or the SQLSTATE of its refusal. */
async function answer(run: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await run())
  } catch (error) {
    const { sqlState, code } = error as { sqlState?: string; code?: string }
    return sqlState ?? code ?? String(error)
  }
}

describe('without a scope', () => {
  // The rows that a role may see here, and the reason.
  const EXCEPTIONS: Record<string, Record<string, string>> = {
    owner: {
      schema_migrations: 'names of files, which the owner compares when it migrates',
      server_keys: 'the key that signs, which a server reads while it starts; this is why no request runs as the owner',
    },
    // Ids and search texts, so that they are found by an index, and the counts of rows, which it keeps; nobody is this
    // role, as is seen below.
    tocsin_search: Object.fromEntries([
      ...stored.filter(({ unsearched }) => !unsearched).map(({ name }) => [snake(name), 'what is searched in']),
      ...stored
        .filter(({ name }) => snake(name) in COUNTED)
        .map(({ name }) => [`${snake(name)}_counts`, 'how many rows there are, which it keeps']),
      ['channel_providers', 'who may post to a channel, which it tells providers of their own'],
      ['alert_assignments', 'which provider has an alert, to tell its people the site'],
      ['alert_histories', 'what became of a notification, which it notes'],
      ...['alert_days', 'alert_site_days'].map((name) => [name, 'how many alerts each day has, which it keeps']),
      ...['profiles_by_app', 'profiles_by_site'].map((name) => [name, 'how many profiles there are, which it keeps']),
    ]),
  }

  it('T103 shows no row of any table to the owner, the login of requests or the role they run as', async () => {
    const tables = (
      await superuser.query(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p', 'v', 'm') and not exists (select from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e')
        order by relname`)
    ).map(({ name }) => String(name))
    const count = async (table: string) => {
      const [row] = await superuser.query(`select count(*)::int as count from "${table}"`)
      return Number(row!['count'])
    }
    const filled: string[] = []
    for (const table of tables) if ((await count(table)) > 0) filled.push(table)
    expect(filled.length).toBeGreaterThan(20)

    // The owner of the embedded database is its superuser, whom no policy stops.
    const roles = { ...(embedded ? {} : { owner }), login, tocsin_app: 'tocsin_app', tocsin_search: 'tocsin_search' }
    for (const [kind, role] of Object.entries(roles)) {
      const seen = []
      for (const table of tables) {
        await superuser.query(`set session authorization "${role}"`)
        const found = await answer(() => count(table))
        await superuser.query('reset session authorization')
        if (found !== '0' && found !== '42501') seen.push(table)
      }
      expect(seen, kind).toEqual(filled.filter((table) => table in (EXCEPTIONS[kind] ?? {})))
    }
  })

  it('T103 lets nobody be the role that searches, and the owner no more than requests', async () => {
    const members = await superuser.query(`select m.rolname as member, r.rolname as role from pg_auth_members a
      join pg_roles m on m.oid = a.member join pg_roles r on r.oid = a.roleid
      where r.rolname in ('tocsin_search', 'tocsin_app') and m.rolname in ('tocsin_app', 'tocsin_search', '${login}', '${owner}')
      order by 1, 2`)
    const wanted = [owner, login].sort().map((member) => ({ member, role: 'tocsin_app' }))
    expect(members).toEqual(wanted)
    const [search] = await superuser.query(
      `select rolcanlogin, rolsuper, rolbypassrls from pg_roles where rolname = 'tocsin_search'`,
    )
    expect(search).toEqual({ rolcanlogin: false, rolsuper: false, rolbypassrls: false })
  })
})

describe('a request that was injected into', () => {
  /** Runs in a transaction as requests do, all clients in scope, each statement in a savepoint of its own. */
  const injected = (texts: string[]) =>
    withScope(world.parts.database, all, async (tx: Tx) => {
      const answers: string[] = []
      for (const text of texts) {
        await sql`savepoint tried`.execute(tx)
        answers.push(await answer(async () => (await sql.raw(text).execute(tx)).rows))
        if (/^[0-9A-Z]{5}$/.test(answers.at(-1)!)) await sql`rollback to tried`.execute(tx)
      }
      return answers
    })

  it('T104 cannot become the owner, nor the role that searches', async () => {
    const [away, who, ...refused] = await injected([
      `select set_config('role', 'none', true)`,
      'select current_user as name, session_user as login',
      `select set_config('role', '${owner}', true)`,
      `set role "${owner}"`,
      'set role tocsin_search',
      ...(embedded
        ? []
        : [`set session authorization "${owner}"`, `select set_config('session_authorization', '${owner}', true)`]),
      'select private_jwk from server_keys',
      'select name from schema_migrations',
    ])
    expect(away).toBe('[{"set_config":"none"}]')
    expect(who).toBe(JSON.stringify([{ name: login, login }]))
    expect(refused).toEqual(refused.map(() => '42501'))
  })

  it('T104 T114 reaches neither the key that signs nor the schema, as the role of requests and as its login', async () => {
    const texts = [
      'select private_jwk from server_keys',
      'update server_keys set id = 2',
      'create table planted (id int)',
      'create temporary table planted (id int)',
      'create schema planted',
      'alter table sites disable row level security',
      'drop policy sites_scope on sites',
      'create role planted',
      `alter role "${login}" superuser`,
      `alter role tocsin_app bypassrls`,
      'grant tocsin_search to tocsin_app',
    ]
    for (const role of ['tocsin_app', 'none']) {
      const answers = await injected([`select set_config('role', '${role}', true)`, ...texts])
      // A role without access to a name is told so (42501), or that it owns nothing of the kind.
      expect(answers.slice(1), role).toEqual(texts.map(() => '42501'))
    }
  })

  it('T104 sees no tenant’s row once it has left its role, whatever scope it claims', async () => {
    const [, ...counts] = await injected([
      `select set_config('role', 'none', true)`,
      'select count(*) from sites',
      'select count(*) from users',
      'select count(*) from sessions',
    ])
    expect(counts).toEqual(['42501', '42501', '42501'])
  })
})

describe('a client’s own user, with the code’s conditions forgotten', () => {
  const ADMIN = 6
  const COLLEAGUE = 8
  const ofAcme: Scope = { ...none, kind: 'clients', clientIds: [ACME], userId: ADMIN }
  /** Does something in a transaction that is taken back, and answers how many rows it touched or why none. */
  const attempt = async (text: string, scope = ofAcme) => {
    class TakenBack extends Error {}
    let touched = ''
    await withScope(world.parts.database, scope, async (tx) => {
      touched = await answer(async () => (await sql.raw(`${text} returning 1 as one`).execute(tx)).rows.length)
      throw new TakenBack()
    }).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
    return touched
  }
  const insertUser = (id: number, userType: string, role: string, client: number) =>
    `insert into users (id, name, username, email, user_type, role, client_id)
      values (${id}, 'n', 'planted', 'e@example.org', '${userType}', '${role}', ${client})`

  it('T107 changes neither what it may do nor whose it is, and makes nobody that its scope does not hold', async () => {
    const own = `where id = ${ADMIN}`
    for (const change of [
      `user_type = 'tocsin', role = 'root'`,
      `role = 'approver'`,
      `client_id = ${CIDADE_VAZIA}`,
      `client_ids = '[${CIDADE_VAZIA}]'`,
      'site_id = 1',
      'id = 9999',
    ])
      expect(await attempt(`update users set ${change} ${own}`), change).toBe('42501')
    expect(await attempt(`update users set name = 'Another', email = 'o@example.org' ${own}`)).toBe('1')
    const colleague = `where id = ${COLLEAGUE}`
    expect(await attempt(`update users set user_type = 'tocsin', role = 'root' ${colleague}`)).toBe('42501')
    expect(await attempt(`update users set client_id = ${CIDADE_VAZIA} ${colleague}`)).toBe('42501')
    expect(await attempt(`update users set role = 'approver' ${colleague}`)).toBe('1')
    expect(await attempt(insertUser(9999, 'tocsin', 'root', 1))).toBe('42501')
    expect(await attempt(insertUser(9999, 'client', 'approver', CIDADE_VAZIA))).toBe('42501')
    expect(await attempt(insertUser(9999, 'client', 'approver', ACME))).toBe('1')
    const anew = `with gone as (delete from users ${own}) ${insertUser(ADMIN, 'tocsin', 'root', 1)}`
    expect(await attempt(anew)).toBe('42501')
  })

  it('T107 begins sessions for itself alone, and for others below one of its own', async () => {
    const insertSession = (user: number, parent: string) => `insert into sessions
      (id, user_id, created_at, rotated_at, expires_at, parent_id) values ('planted', ${user}, now(), now(), now(), ${parent})`
    const sessionOf = async (user: number) => {
      const { rows } = await withServer(world.parts.database, (tx) =>
        sql<{ id: string }>`insert into sessions (id, user_id, created_at, rotated_at, expires_at)
          values (${`of-${user}`}, ${user}, now(), now(), now()) returning id`.execute(tx),
      )
      return `'${rows[0]!.id}'`
    }
    const [own, others] = [await sessionOf(ADMIN), await sessionOf(COLLEAGUE)]
    expect(await attempt(insertSession(COLLEAGUE, 'null'))).toBe('42501')
    expect(await attempt(insertSession(COLLEAGUE, others))).toBe('42501')
    expect(await attempt(insertSession(COLLEAGUE, own))).toBe('1')
    expect(await attempt(insertSession(ADMIN, 'null'))).toBe('1')
    expect(await attempt(`update sessions set user_id = ${COLLEAGUE} where id = ${own}`)).toBe('42501')
    expect(await attempt(`update sessions set revoked_at = now() where id = ${others}`)).toBe('1')
  })
})
