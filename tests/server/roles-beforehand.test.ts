import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../../server/secrets/passwords'
import { openDatabase } from '../../server/db/open'
import { explain } from '../../server/program/explain'
import { prepareDatabase } from '../../server/program/prepare'
import { seedWorld } from '../../server/program/seed'
import { world as fixtures } from '../../fixtures/world'
import { databaseKind } from '../database'
import { temporaryPostgres, type PostgresServer } from '../postgres'
import { startWorld } from '../world'

/** A cluster of its own, where nobody has made our roles yet. */
let server: PostgresServer
let admin: pg.Client

beforeAll(async () => {
  if (databaseKind !== 'postgres') return
  server = await temporaryPostgres()
  admin = new pg.Client({ host: server.folder, user: 'tocsin_superuser', database: 'postgres' })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await server?.stop()
  if (server) await rm(server.folder, { recursive: true, force: true })
})

const run = async (...statements: string[]) => {
  for (const statement of statements) await admin.query(statement)
}
const urlOf = (role: string, database: string) =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(server.folder)}`
/** Prepares a database as a start does, and returns the keys of what it tells. */
const prepare = async (options: { url: string; loginUrl?: string }) => {
  const told: string[] = []
  const { database } = await prepareDatabase({ ...options, tell: (key) => told.push(key) })
  await database.close()
  return told
}
/** Returns the statements for an owner that may not make roles. */
const statementsOf = (line: string, owner: string) =>
  line
    .slice(line.lastIndexOf('missing: ') + 'missing: '.length, line.indexOf('; and set DATABASE_URL'))
    .replaceAll('<owner>', owner)
    .split('; ')
const refusal = async (options: { url: string; loginUrl?: string }) => {
  const error: unknown = await prepare(options).then(
    () => 'nothing',
    (caught: unknown) => caught,
  )
  return { error, line: explain('en-US', error, { host: '', port: 0, folder: '' }) }
}

describe.runIf(databaseKind === 'postgres')('an owner that may not make roles', () => {
  beforeAll(() => run('create role plain login', 'create database plain owner plain'))

  it('T104 is told what an administrator runs, and serves by the login that was made so', async () => {
    const url = urlOf('plain', 'plain')
    const { error, line } = await refusal({ url })
    expect(error).toMatchObject({ name: 'LoginError', code: 'CANNOT_MAKE' })
    const statements = statementsOf(line, 'plain')
    expect(statements).toHaveLength(5)
    await run(...statements)

    const loginUrl = urlOf('tocsin_server', 'plain')
    const database = await openDatabase({ url, loginUrl })
    expect(await prepare({ url, loginUrl })).toEqual(['ownerSearches'])
    await run('revoke tocsin_search from plain')
    expect(await prepare({ url, loginUrl })).toEqual([])
    const world = await startWorld({ database })
    await seedWorld(world.parts.database, fixtures, await createPasswords())
    const { body } = await world.call(await world.token('acme-admin'), 'GET', 'sites?q=aurora')
    expect(body.total).toBeGreaterThan(0)
    await world.close()
  })

  it('T103 T104 is told the same where the roles exist, and warned while it inherits what they read', async () => {
    await run('create role second login', 'create database second owner second')
    const url = urlOf('second', 'second')
    const { error, line } = await refusal({ url })
    expect(error).toMatchObject({ name: 'LoginError', code: 'CANNOT_MAKE' })
    const missing = statementsOf(line, 'second').filter((statement) => !statement.startsWith('create role'))
    expect(missing).toEqual(['grant tocsin_search to second', 'grant tocsin_app to tocsin_server'])
    await run(...missing)
    const loginUrl = urlOf('tocsin_server', 'second')
    expect(await prepare({ url, loginUrl })).toEqual(['ownerSearches'])
    await run('revoke tocsin_search from second')
    expect(await prepare({ url, loginUrl })).toEqual([])
  })

  it('T104 has requests run as nobody who could pass by the policies', async () => {
    await run(
      'create role makes_roles login createrole',
      'create role passes_by login bypassrls',
      'create role becomes_owner login noinherit',
      'grant plain to becomes_owner',
      'create role searches login',
      'grant tocsin_search to searches',
      'create role reads_all login',
      'grant pg_read_all_data to reads_all',
      'grant tocsin_app to makes_roles, passes_by, becomes_owner, searches, reads_all',
    )
    const privileged = [
      'plain',
      'tocsin_superuser',
      'makes_roles',
      'passes_by',
      'becomes_owner',
      'searches',
      'reads_all',
    ]
    for (const login of privileged) {
      const { error, line } = await refusal({ url: urlOf('plain', 'plain'), loginUrl: urlOf(login, 'plain') })
      expect(error, login).toMatchObject({ name: 'LoginError', code: 'TOO_PRIVILEGED', login })
      expect(line).toContain(`may not run as ${login}`)
    }
  })

  it('T104 has requests run as nobody who cannot become tocsin_app', async () => {
    await run('create role stranger login')
    const { error } = await refusal({ url: urlOf('plain', 'plain'), loginUrl: urlOf('stranger', 'plain') })
    expect(error).toMatchObject({ name: 'LoginError', code: 'CANNOT_MAKE', login: 'stranger' })
  })
})

describe.runIf(databaseKind === 'postgres')('an owner that may make roles', () => {
  const login = 'tocsin_server_maker'
  const rules = () => join(server.folder, 'data/pg_hba.conf')

  /** Puts a rule before the others; PostgreSQL reads them again when it comes to it. */
  async function rule(method: string): Promise<void> {
    writeFileSync(rules(), `local all ${login} ${method}\n${readFileSync(rules(), 'utf8')}`)
    await run('select pg_reload_conf()')
    await expect.poll(() => refusalOf(login)).toBe(method === 'reject' ? '28000' : '28P01')
  }
  async function refusalOf(user: string): Promise<unknown> {
    const client = new pg.Client({ host: server.folder, user, database: 'maker', password: 'a guess' })
    const code: unknown = await client.connect().then(
      () => 'let in',
      (error: unknown) => (error as { code?: string }).code,
    )
    await client.end()
    return code
  }

  it('T104 makes the login a password that nobody was told, and is told where PostgreSQL does not let it in', async () => {
    await run('create role maker login createrole', 'create database maker owner maker')
    // As a role that may grant tocsin_app, which the database before has made.
    await run('grant tocsin_app to maker with admin option')
    const url = urlOf('maker', 'maker')
    await prepare({ url })
    expect(await refusalOf(login)).toBe('let in')
    await rule('scram-sha-256')
    await prepare({ url })
    await prepare({ url })
    await rule('reject')
    const { error, line } = await refusal({ url })
    expect(error).toMatchObject({ name: 'LoginError', code: 'REFUSED', login })
    expect(line).toContain(`does not let in the login ${login}`)
  })
})
