import { sql } from 'kysely'
import { DatabaseError } from './database-error'
import type { Database } from './open'

/** The longest a start may take on a large database, ms. Servers that wait for it give up then. */
const TIMEOUT_MS = 30 * 60_000
/** The key of the advisory lock: the same in every server, and another one than in `migrate.ts`. */
const LOCK_KEY = 8_062_747

/** Thrown if another server holds the start lock for longer than `TIMEOUT_MS`. */
export class StartLockError extends Error {
  constructor() {
    super('another server is preparing the database')
    this.name = 'StartLockError'
  }
}

/**
 * Runs `run` under an advisory lock, so that servers that start at once on one database take turns. Calls `onWait`
 * before a wait. The lock belongs to a transaction, so that PostgreSQL releases it if the connection breaks. The embedded
 * database needs none: its data folder admits one server.
 */
export function withStartLock<T>(owner: Database, onWait: () => void, run: () => Promise<T>): Promise<T> {
  if (owner.kind === 'embedded') return run()
  return owner.transaction(
    async (tx) => {
      // It is idle while this process's other connections work.
      await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
      const { rows } = await sql<{
        acquired: boolean
      }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as acquired`.execute(tx)
      if (!rows[0]?.acquired) {
        onWait()
        await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx).catch(throwStartLockError)
      }
      return run()
    },
    { deadline: TIMEOUT_MS },
  )
}

function throwStartLockError(error: unknown): never {
  throw error instanceof DatabaseError && error.code === 'TIMEOUT' ? new StartLockError() : error
}
