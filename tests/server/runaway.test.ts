import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../database'
import { startWorld, type TestWorld } from '../world'

let folder: string
let world: TestWorld
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-runaway-'))
  world = await startWorld({ database: await testDatabase({ folder }) })
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

it('T62 answers 503 to a request whose query runs away, and serves the next', async () => {
  const admin = await world.token('acme-admin')
  const { database } = world.parts
  world.parts.database = {
    ...database,
    as() {
      return this
    },
    transactionWith: (settings, run, options) =>
      database.transactionWith(
        settings,
        async (tx) => {
          await sql`do $$ begin loop end loop; end $$`.execute(tx)
          return run(tx)
        },
        { ...options, deadline: 300 },
      ),
  }
  const reply = await world.call(admin, 'GET', 'sites')
  expect([reply.status, reply.body.error?.message]).toEqual([503, 'DATABASE_TIMEOUT'])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  world.parts.database = database
  expect((await world.call(admin, 'GET', 'sites/1')).status).toBe(200)
})
