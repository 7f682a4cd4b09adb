import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { adoptLogin, makeLogin } from '../../server/db/login'
import { migrate } from '../../server/db/migrate'
import { openDatabase, type Database } from '../../server/db/open'
import { databaseKind } from '../database'

let database: Database | undefined
afterAll(() => database?.close())

/** The statements of docs/configuration.md for an owner that may not make roles. */
const BY_HAND = [
  'create role byhand login',
  'create role tocsin_app',
  'create role tocsin_search',
  'grant tocsin_search to byhand with inherit false, set true',
  'create role tocsin_server_by_hand login noinherit',
  'grant tocsin_app to tocsin_server_by_hand',
  'alter database postgres owner to byhand',
]

it.runIf(databaseKind === 'embedded')(
  'T103 is migrated by an owner that may not make roles, which an administrator made by hand, and who reads nothing either',
  async () => {
    const opened = await openDatabase()
    try {
      const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(opened.kysely)).rows
      for (const text of BY_HAND) await run(text)
      const owner: Database = {
        ...opened,
        transaction: (work, options) => opened.transactionWith({ session_authorization: 'byhand' }, work, options),
      }
      await migrate(owner)
      await adoptLogin(owner, 'tocsin_server_by_hand')
      await withServer(opened, async (tx) => {
        await sql`insert into clients (name, nickname) values ('a', 'a')`.execute(tx)
      })
      for (const [role, told] of [
        ['byhand', [{ count: 0 }]],
        ['tocsin_server_by_hand', '42501'],
      ] as const) {
        await run(`set session authorization ${role}`)
        const answer = await run('select count(*)::int from clients').catch(
          (error: unknown) => (error as { sqlState?: string }).sqlState,
        )
        await run('reset session authorization')
        expect(answer, role).toEqual(told)
      }
    } finally {
      await opened.close()
    }
  },
  120_000,
)

// From PostgreSQL 16 on a role with CREATEROLE is no member of what it makes, and gives away only what it administers. The
// embedded engine is as new, whatever PostgreSQL the other tests have found.
it.runIf(databaseKind === 'embedded')(
  'T103 T104 is migrated and given a login by an owner that is no superuser, who then reads nothing without a scope',
  async () => {
    const opened = await openDatabase()
    database = opened
    const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(opened.kysely)).rows
    for (const text of [
      'create role maker login createrole',
      'create role given login noinherit',
      'alter database postgres owner to maker',
    ])
      await run(text)
    const owner: Database = {
      ...opened,
      transaction: (work, options) => opened.transactionWith({ session_authorization: 'maker' }, work, options),
    }
    await migrate(owner)
    // A second start finds everything there.
    for (let start = 0; start < 2; start += 1) await makeLogin(owner, 'tocsin_server_x', 'secret')
    await adoptLogin(owner, 'given')
    await withServer(opened, async (tx) => {
      await sql`insert into clients (name, nickname) values ('a', 'a')`.execute(tx)
      await sql`insert into projects (client_id, name, description) values (1, 'p', '')`.execute(tx)
    })

    const asRole = async (role: string, text: string) => {
      await run(`set session authorization ${role}`)
      const answer = await run(text).catch((error: unknown) => (error as { sqlState?: string }).sqlState)
      await run('reset session authorization')
      return answer
    }
    const counts =
      'select (select count(*)::int from clients) as clients, (select count(*)::int from projects) as projects'
    expect(await asRole('maker', counts)).toEqual([{ clients: 0, projects: 0 }])
    for (const login of ['tocsin_server_x', 'given']) {
      expect(await asRole(login, counts)).toBe('42501')
      expect(await asRole(login, 'set role maker')).toBe('42501')
      expect(await asRole(login, 'create temporary table planted (id int)')).toBe('42501')
      expect(await asRole(login, `select set_config('role', 'tocsin_app', false)`)).toHaveLength(1)
    }
  },
  120_000,
)
