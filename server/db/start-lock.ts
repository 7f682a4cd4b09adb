import { sql } from 'kysely'
import { DatabaseError } from './database-error'
import type { Database } from './open'

/** The longest a start may take on a large database, ms. Servers that wait for it give up then. */
const TIMEOUT_MS = 30 * 60_000
/** Any number serves, as long as every tocsin takes the same one and the migrations another. */
const LOCK = 8_062_747

/** Thrown when another server prepares the same database for longer than anybody should wait. */
export class StartLockError extends Error {
  constructor() {
    super('another server is preparing the database')
    this.name = 'StartLockError'
  }
}

/**
 * Runs `run` while no other server does so on the same database: the work of one is there for the others to find.
 * `waiting` is called before a wait. The lock is a transaction's, so that it ends with its connection and with it
 * alone. An embedded database has one server, whose data folder is locked.
 */
export function oneAtATime<T>(owner: Database, waiting: () => void, run: () => Promise<T>): Promise<T> {
  if (owner.kind === 'embedded') return run()
  return owner.transaction(
    async (tx) => {
      // It is idle while this process's other connections work.
      await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx)
      if (!rows[0]?.mine) {
        waiting()
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx).catch(tooLong)
      }
      return run()
    },
    { deadline: TIMEOUT_MS },
  )
}

function tooLong(error: unknown): never {
  throw error instanceof DatabaseError && error.code === 'TIMEOUT' ? new StartLockError() : error
}
