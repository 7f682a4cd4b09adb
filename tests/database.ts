import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { world as fixtures } from '../fixtures/world'
import { createPasswords } from '../server/secrets/passwords'
import { readMigrations } from '../server/db/migrate'
import { openDatabase } from '../server/db/open'
import type { Database, DatabaseOptions } from '../server/db/open'
import { cachedSeed } from '../server/db/seed-cache'
import { seedWorld } from '../server/program/seed'
import { copyOfTemplate } from './postgres-template'

export type Seed = { run: (database: Database) => Promise<void>; key: string }

/** The database that this run proves things on. */
export const databaseKind: Database['kind'] =
  process.env['TOCSIN_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded'

/**
 * True if this run proves everything: the one on PostgreSQL does, where there is one, since a database of its own costs
 * a test ten times less there. The other proves only what may differ on the engine.
 */
export const provesAll = process.env['TOCSIN_TEST_PROVES'] !== 'what the engine could change'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/tocsin')

/** Opens a database of the caller's own, with the fixtures' world; the caller closes it. */
export async function testDatabase(options: DatabaseOptions = {}, seed: Seed = world): Promise<Database> {
  return openCopy(options, seed)
}

/** Opens a database like `testDatabase`, with the schema and no rows. */
export async function emptyDatabase(options: DatabaseOptions = {}): Promise<Database> {
  return openCopy(options, nothing)
}

/**
 * The embedded engine, compiled. V8 shares the code of a module among the threads of a process while one of them holds
 * it, so that each engine after the first runs code already compiled and optimised: half the cost of a test's database.
 */
let engine: Promise<WebAssembly.Module> | undefined

async function compiledEngine(): Promise<WebAssembly.Module> {
  const entry = createRequire(join(root, 'server/package.json')).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(dirname(entry), 'pglite.wasm')))
}

/** The dump that `emptyDatabase` opens: the schema and no rows. */
export async function embeddedSeed(seed: Seed = nothing): Promise<Uint8Array<ArrayBuffer>> {
  await (engine ??= compiledEngine())
  return cachedSeed({ folder: cache, seed: seed.run, key: seed.key })
}

/** Returns the url of a copy of its own, for a second connection or a second process. */
export async function testDatabaseUrl(seed: Seed = world): Promise<string> {
  const hashes = (await readMigrations()).map((migration) => migration.hash)
  const name = createHash('sha256')
    .update(JSON.stringify([hashes, seed.key]))
    .digest('hex')
    .slice(0, 16)
  return copyOfTemplate(inject('postgresUrl'), name, seed.run)
}

async function openCopy(options: DatabaseOptions, seed: Seed): Promise<Database> {
  if (databaseKind === 'postgres') return openDatabase({ ...options, url: await testDatabaseUrl(seed) })
  return openDatabase({ ...options, seed: await embeddedSeed(seed) })
}

const nothing: Seed = { key: 'empty', run: async () => undefined }

/** The lowest cost of Argon2id: users of the fixtures sign in by the thousand, each time with this work. */
const CHEAP = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }

/** The fixtures' world, whose rows follow from the fixtures and from the sources of core and server that make them. */
const world: Seed = {
  get key() {
    return (worldKey ??= keyOfWorld())
  },
  run: async (database) => seedWorld(database, fixtures, await createPasswords({ cost: CHEAP })),
}

/** Fills a database with the fixtures' world, whose passwords cost what they do in production. */
export const fillAsServed = async (database: Database): Promise<void> =>
  seedWorld(database, fixtures, await createPasswords())

/** Returns that world and `more` as a dump of the embedded database, for what is measured or soaked. */
export const worldAsServed = (more: Seed = nothing): Promise<Uint8Array<ArrayBuffer>> =>
  cachedSeed({
    folder: cache,
    seed: async (database) => {
      await fillAsServed(database)
      await more.run(database)
    },
    key: `${world.key} as served, ${more.key}`,
  })

let worldKey: string | undefined

function keyOfWorld(): string {
  const sources = createHash('sha256').update(JSON.stringify(CHEAP))
  for (const folder of ['fixtures', 'core', 'server'])
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|csv)$/.test(path) && !path.endsWith('.test.ts') && !path.includes('node_modules'))
        sources.update(path).update(readFileSync(join(root, folder, path)))
  return sources.digest('hex')
}
