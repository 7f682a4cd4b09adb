import pg from 'pg'
import type { PoolConfig } from 'pg'
import { databaseError } from './database-error'
import { resultTypes } from './result-types'
import { Session } from './session'
import { Turns } from './turns'

export type SessionsOptions = {
  /** Connections at most; the embedded database has one. */
  size: number
  /** Callers that may wait for one. */
  queueLimit: number
  /** ms, see Session. */
  deadline: number
  /** How much later than the deadline the connection is cut, ms: time for the server's own statement_timeout. */
  grace: number
  connection: PoolConfig
}

/** Every way to a connection passes here: bounded queue, then pool, then a Session with its deadline. */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #turns: Turns
  readonly #pool: pg.Pool

  constructor(options: SessionsOptions) {
    this.#options = options
    // Twice the deadline: whoever queued behind a runaway query is still there when the service is back.
    this.#turns = new Turns(options.size, options.queueLimit, options.deadline * 2)
    this.#pool = new pg.Pool({
      ...options.connection,
      max: options.size,
      types: resultTypes,
      pipeline: true,
    })
    // A connection that breaks while idle is dropped by the pool; one in use tells its query. Neither ends the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** One connection, until its `end`. Throws BUSY when too many wait, GONE when there is no database. */
  async acquire(deadline = this.#options.deadline): Promise<Session> {
    const turn = this.#turns.take()
    if (turn) await turn
    try {
      const client = await this.#pool.connect()
      return new Session(client, {
        deadline: deadline + this.#options.grace,
        release: (broken) => {
          client.release(broken)
          this.#turns.give()
        },
      })
    } catch (error) {
      this.#turns.give()
      throw databaseError(error)
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
