import pg from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import { databaseError } from './database-error'
import { listenApart } from './listen-apart'
import { resultTypes } from './result-types'
import { Session } from './session'
import { sharesOf } from './shares'
import { Statements } from './statements'
import { Turns, type Party } from './turns'

export type SessionsOptions = {
  /** The number of connections; the embedded database has one. */
  size: number
  /** The number of callers, of all parties together, that may wait for a connection. */
  queueLimit: number
  /** The deadline in ms, see Session. */
  deadline: number
  /** The time between the deadline and the cut of the connection, in ms, for the server's own statement_timeout. */
  grace: number
  connection: PoolConfig
  /** The first statement of every new connection. */
  atConnect?: string
  /** True if its connections hear notifications themselves: the embedded database has no other. */
  hears?: boolean
}

type Listening = { heard: () => void; stop: () => Promise<void> }

/** The only way to a connection: the party's turn, then the pool, then a Session with its deadline. */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #turns: Turns
  readonly #pool: pg.Pool
  readonly #listening = new Set<Listening>()
  readonly #statements = new WeakMap<PoolClient, Statements>()

  constructor(options: SessionsOptions) {
    this.#options = options
    // The wait is twice the deadline, so that a caller behind a runaway query still waits when the query ends.
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
    // The pool drops a connection that breaks while idle. In use, its query fails. Neither ends the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      this.#statements.set(client, new Statements(client))
      client.on('error', () => undefined)
      if (options.hears) client.on('notification', () => this.#tell())
      if (options.atConnect !== undefined) client.query(options.atConnect).catch(() => undefined)
    })
  }

  /**
   * Returns one connection, until its `end`, in the party's turn. With `keepTurn` the party's next call gets the turn,
   * if it follows at once. Throws BUSY if too many callers wait, GONE if there is no database.
   */
  async acquire(party: Party, { deadline = this.#options.deadline, keepTurn = false } = {}): Promise<Session> {
    const given = this.#turns.take(party)
    const turn = given instanceof Promise ? await given : given
    try {
      const client = await this.#pool.connect()
      const statements = this.#statements.get(client)!
      statements.renew()
      return new Session(client, {
        statements,
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

  /** Calls `heard` after each notification of happenings, until stopped. */
  listen(heard: () => void): Listening {
    const { hears, connection } = this.#options
    const wire = hears ? undefined : listenApart(connection, heard)
    const listening: Listening = {
      heard,
      stop: async () => {
        this.#listening.delete(listening)
        await wire?.stop()
      },
    }
    this.#listening.add(listening)
    return listening
  }

  #tell(): void {
    for (const { heard } of this.#listening) heard()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#listening].map(({ stop }) => stop()))
    await this.#pool.end()
  }
}
