import { rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPasswords } from '../../server/auth/passwords'
import { migrate } from '../../server/db/migrate'
import { openDatabase, type Database } from '../../server/db/open'
import { seedWorld } from '../../server/seed'
import { world as fixtures } from '../../fixtures/world'
import { databaseKind } from '../database'
import { temporaryPostgres, type PostgresServer } from '../postgres'
import { startWorld } from '../world'

let server: PostgresServer
let database: Database

beforeAll(async () => {
  if (databaseKind !== 'postgres') return
  server = await temporaryPostgres()
  const admin = new pg.Client({ host: server.folder, user: 'tocsin_superuser', database: 'postgres' })
  await admin.connect()
  for (const statement of [
    'create role plain login',
    'create role tocsin_app nologin',
    'create role tocsin_search nologin',
    'grant tocsin_app, tocsin_search to plain',
    'create database plain owner plain',
  ])
    await admin.query(statement)
  await admin.end()
})
afterAll(async () => {
  await database?.close()
  await server?.stop()
  if (server) await rm(server.folder, { recursive: true, force: true })
})

it.skipIf(databaseKind !== 'postgres')('needs no right to create roles where both were made beforehand', async () => {
  const url = `postgres://plain@localhost/plain?host=${encodeURIComponent(server.folder)}`
  database = await openDatabase({ url })
  await migrate(database)
  await seedWorld(database, fixtures, await createPasswords())
  const world = await startWorld({ database })
  const { body } = await world.call(await world.token('acme-admin'), 'GET', 'sites?q=aurora')
  expect(body.total).toBeGreaterThan(0)
  await world.app.close()
})
