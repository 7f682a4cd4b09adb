import { createHash } from 'node:crypto'
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseError } from './database-error'
import { lockDirectory } from './directory-lock'
import { migrate, readMigrations } from './migrate'
import { openDatabase } from './open'
import type { Database } from './open'
import { makePrivate, PRIVATE_FILE } from './private-folder'

export type SeedSource = {
  /** The folder of the dumps, e.g. `.tocsin/cache`. */
  folder: string
  /** Fills the migrated, empty database. */
  seed?: (database: Database) => Promise<void>
  /** A text that changes whenever the rows of `seed` change: a version, or a hash of its sources. */
  key?: string
}

/** The pause between two checks for another process's finished dump, in ms. */
const POLL = 100
/** The age after which a dump is removed, in ms: two weeks. */
const KEEP = 14 * 24 * 3_600_000

/**
 * Returns a dump of a migrated and seeded embedded database. It is made once per schema and `key`: opening it takes a
 * fraction of the time of creating a database. If several processes call this at once, one makes the dump and the
 * others wait for it.
 */
export async function cachedSeed({ folder, seed, key = '' }: SeedSource): Promise<Uint8Array<ArrayBuffer>> {
  const migrations = await readMigrations()
  const hash = createHash('sha256').update(JSON.stringify([migrations.map((migration) => migration.hash), key]))
  const name = `seed-${hash.digest('hex').slice(0, 16)}.tar.gz`
  const path = join(folder, name)
  await makePrivate(folder)
  for (;;) {
    const found = await readFile(path).catch(() => undefined)
    if (found) return Uint8Array.from(found)
    const unlock = await lockDirectory(resolve(path)).catch(waitForOther)
    if (!unlock) continue
    try {
      const dump = await makeDump(seed)
      await writeFile(`${path}.new`, dump, { mode: PRIVATE_FILE })
      await rename(`${path}.new`, path)
      await removeOld(folder)
      return dump
    } finally {
      await unlock()
    }
  }
}

async function makeDump(seed: SeedSource['seed']): Promise<Uint8Array<ArrayBuffer>> {
  const database = await openDatabase()
  try {
    await migrate(database)
    await seed?.(database)
    if (!database.dump) throw new DatabaseError('OTHER')
    return await database.dump()
  } finally {
    await database.close()
  }
}

/** Removes old dumps, which would pile up. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (name.startsWith('seed-') && Date.now() - mtimeMs > KEEP) await rm(path, { force: true })
  }
}

async function waitForOther(error: unknown): Promise<undefined> {
  if (!(error instanceof DatabaseError) || error.code !== 'IN_USE') throw error
  await new Promise((done) => setTimeout(done, POLL))
}
