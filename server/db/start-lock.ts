import { sql } from 'kysely'
import { DatabaseError } from './database-error'
import type { Database } from './open'

/** The longest wait for the lock, in milliseconds: the work of another server on a large database takes its time. */
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
export function withStartLock<T>(
  owner: Database,
  onWait: () => void,
  run: () => Promise<T>,
  timeout = TIMEOUT_MS,
): Promise<T> {
  if (owner.kind === 'embedded') return run()
  return owner.transaction(
    async (tx) => {
      // This transaction is idle while `run` uses other connections.
      await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
      const { rows } = await sql<{ acquired: boolean }>`
        select pg_try_advisory_xact_lock(${LOCK_KEY}) as acquired`.execute(tx)
      if (!rows[0]?.acquired) {
        onWait()
        await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx).catch(throwStartLockError)
      }
      // The deadline is for the wait. A transaction that asks nothing for as long is ended too, and the lock with it.
      const heartbeat = setInterval(() => void sql`select`.execute(tx).catch(() => undefined), timeout / 3)
      try {
        return await run()
      } finally {
        clearInterval(heartbeat)
      }
    },
    { deadline: timeout },
  )
}

function throwStartLockError(error: unknown): never {
  throw error instanceof DatabaseError && error.code === 'TIMEOUT' ? new StartLockError() : error
}
