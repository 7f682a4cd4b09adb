import type { JWK } from 'jose'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import { loginPassword, signingKey } from '../secrets/tokens'
import { refuseHeld } from '../copy/journal'
import { migrate } from '../db/migrate'
import { searchingOwner } from '../db/login'
import { openDatabase, type DatabaseOptions, type ScopedDatabase } from '../db/open'
import { withStartLock } from '../db/start-lock'

export type PrepareOptions = DatabaseOptions & {
  /** Fills an empty database. */
  fill?: ((database: ScopedDatabase) => Promise<void>) | undefined
  /** Informs the person who started the server. Nothing is wrong yet. */
  tell: (key: 'waitingForOther' | 'ownerSearches', values?: { login: string }) => void
}

export type Prepared = {
  /** The database that requests are served from. */
  database: ScopedDatabase
  /** The key that every server on this database signs with. */
  key: JWK
}

/**
 * Opens a database as its owner, brings its schema up to date, fills it if it is empty, and returns it as requests use
 * it. The owner of a PostgreSQL is disconnected. If several servers start at once on one database, one does the work
 * and the others find it done. Throws errors that `explain` puts into words.
 */
export async function prepareDatabase({ fill, tell, ...options }: PrepareOptions): Promise<Prepared> {
  const owner = await openDatabase(options)
  let database: ScopedDatabase | undefined
  try {
    const prepared = await withStartLock(
      owner,
      () => tell('waitingForOther'),
      async () => {
        // Half of a copy is no database.
        await owner.transaction((tx) => refuseHeld(tx, owner.kind === 'postgres' ? 'PostgreSQL' : options.folder))
        await migrate(owner)
        const login = await searchingOwner(owner)
        if (login !== null) tell('ownerSearches', { login })
        const key = await signingKey(owner)
        database = await owner.forRequests(loginPassword(key))
        if (fill && !(await hasUsers(database))) await fill(database)
        return { database, key }
      },
    )
    if (owner.kind === 'postgres') await owner.close()
    return prepared
  } catch (error) {
    await database?.close()
    if (database === undefined || owner.kind === 'postgres') await owner.close()
    throw error
  }
}

/** Returns whether there are users already: the demo is never written over data. */
export async function hasUsers(database: ScopedDatabase): Promise<boolean> {
  const { rows } = await withServer(database, (tx) => sql`select from users limit 1`.execute(tx))
  return rows.length > 0
}
