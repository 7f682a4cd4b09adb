import pg from 'pg'
import type { PoolConfig } from 'pg'
import { databaseError } from './database-error'
import { resultTypes } from './result-types'
import { Session } from './session'
import { sharesOf } from './shares'
import { Turns, type Party } from './turns'

export type SessionsOptions = {
  /** Connections at most; the embedded database has one. */
  size: number
  /** Callers that may wait for one, of all parties together. */
  queueLimit: number
  /** ms, see Session. */
  deadline: number
  /** The time from the deadline to the cut of the connection, ms: for the server's own statement_timeout. */
  grace: number
  connection: PoolConfig
  /** A statement that every new connection begins with. */
  atConnect?: string
}

/** The only way to a connection: a fair turn, then the pool, then a Session with its deadline. */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #turns: Turns
  readonly #pool: pg.Pool

  constructor(options: SessionsOptions) {
    this.#options = options
    // Twice the deadline: a caller that queued behind a runaway query is still there when the service is back.
    this.#turns = new Turns({
      size: options.size,
      limit: options.queueLimit,
      maxWaitMs: options.deadline * 2,
      bounds: sharesOf(options.size, options.queueLimit),
    })
    this.#pool = new pg.Pool({
      ...options.connection,
      max: options.size,
      types: resultTypes,
      pipeline: true,
    })
    // A connection that breaks while idle is dropped by the pool; one in use tells its query. Neither ends the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined)
      if (options.atConnect !== undefined) client.query(options.atConnect).catch(() => undefined)
    })
  }

  /**
   * Returns one connection, until its `end`, in the party's turn; `keepTurn` hands the turn on to the party's next one,
   * if it asks at once. Throws BUSY when too many of the party wait, GONE when there is no database.
   */
  async acquire(party: Party, { deadline = this.#options.deadline, keepTurn = false } = {}): Promise<Session> {
    const given = this.#turns.take(party)
    const turn = given instanceof Promise ? await given : given
    try {
      const client = await this.#pool.connect()
      return new Session(client, {
        deadline: deadline + this.#options.grace,
        release: (broken) => {
          client.release(broken)
          turn.end(keepTurn)
        },
      })
    } catch (error) {
      turn.end()
      throw databaseError(error)
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
