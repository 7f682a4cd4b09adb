import type { Writable } from 'node:stream'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolClient, QueryConfig, QueryResult as Answer } from 'pg'
import { DatabaseError, databaseError } from './database-error'
import type { Statements } from './statements'

export type SessionOptions = {
  /** The longest time that a query may take, and that a transaction may be idle, in ms. */
  deadline: number
  /** Gives the connection back; `broken` means that it must not be used again. */
  release: (broken: boolean) => void
  /** The prepared statements of the connection. */
  statements: Statements
}

/** The SQLSTATEs of a prepared statement whose table has changed, and of one that the server does not know. */
const UNPREPARED = new Set(['0A000', '26000'])

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * One connection while it belongs to one owner. A query after its end is refused, and never runs for the next owner.
 */
export class Session implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #release: (broken: boolean) => void
  readonly #statements: Statements
  readonly #timer: NodeJS.Timeout
  #running = 0
  #broken = false
  #ended = false
  #released = false
  #timedOut = false
  #beginning: string | undefined
  #begun: Promise<unknown> | undefined
  #onTimeout: ((error: DatabaseError) => void) | undefined

  constructor(client: PoolClient, options: SessionOptions) {
    this.#client = client
    this.#release = options.release
    this.#statements = options.statements
    this.#timer = setTimeout(() => this.#timeOut(), options.deadline)
  }

  /** Runs Kysely's queries by the extended protocol, which refuses a second statement smuggled into the first. */
  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#statements.nameOf(compiled.sql)
    const { command, rowCount, rows } = await this.#run({
      ...(name && { name }),
      text: compiled.sql,
      values: compiled.parameters as unknown[],
      queryMode: 'extended',
    } as QueryConfig)
    if (command === 'INSERT') this.#statements.inserted(rowCount ?? 0)
    return writes.has(command) ? { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows as R[] }
  }

  /** Throws, since lists are paged: a stream would hold the embedded database's only session. */
  streamQuery(): AsyncIterableIterator<never> {
    throw new DatabaseError('OTHER')
  }

  /** Runs several statements in one round trip. Resolves to the command of the last one ('COMMIT', 'SELECT', …). */
  async script(text: string): Promise<string> {
    const result = await this.#run({ text })
    return (Array.isArray(result) ? result.at(-1) : result).command
  }

  /**
   * Opens a transaction with `text`. It is sent with the first query, in one packet and without waiting for the answer,
   * so that it costs no round trip. A transaction without a query costs nothing. If the opening fails, the query fails
   * as well, because the server refuses it in an aborted transaction; `begun` rejects with the cause.
   */
  begin(text: string): void {
    this.#beginning = text
  }

  /** Resolves when the server has accepted the opening, or if there was none. Rejects if it failed. */
  async begun(): Promise<void> {
    await this.#begun
  }

  /**
   * Settles as `work` does. Rejects with TIMEOUT if the owner neither finishes nor sends a query for a whole deadline.
   */
  untilTimeout<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#onTimeout = reject
      work.then(resolve, reject)
    })
  }

  /** Refuses the owner's further queries. */
  close(): void {
    this.#ended = true
  }

  /** Ends the ownership. A session that timed out or broke takes its connection with it. */
  end(): void {
    this.#ended = true
    this.#released = true
    clearTimeout(this.#timer)
    this.#release(this.#broken)
  }

  /** Commits or rolls back; returns false when the server rolled back instead of committing. */
  async finish(command: 'commit' | 'rollback'): Promise<boolean> {
    if (this.#broken) throw new DatabaseError(this.#timedOut ? 'TIMEOUT' : 'GONE')
    this.#ended = true
    if (!this.#begun) return true
    return (await this.#send({ text: command })).command === command.toUpperCase()
  }

  #run(config: QueryConfig) {
    if (this.#timedOut) return Promise.reject(new DatabaseError('TIMEOUT'))
    if (this.#ended) return Promise.reject(new DatabaseError('OTHER'))
    return this.#send(config)
  }

  #send(config: QueryConfig): Promise<Answer> {
    const text = this.#beginning
    if (text === undefined) return this.#query(config)
    this.#beginning = undefined
    const stream = streamOf(this.#client)
    stream.cork()
    this.#begun = this.#query({ text })
    this.#begun.catch(() => undefined)
    const answer = this.#query(config)
    stream.uncork()
    return answer
  }

  async #query(config: QueryConfig): Promise<Answer> {
    if (this.#running === 0) this.#timer.refresh()
    this.#running += 1
    try {
      return await this.#client.query(config)
    } catch (error) {
      const mapped = this.#timedOut ? new DatabaseError('TIMEOUT') : databaseError(error)
      if (config.name && UNPREPARED.has(mapped.sqlState ?? '')) {
        this.#statements.refused()
        throw new DatabaseError('CONFLICT', { sqlState: mapped.sqlState! })
      }
      if (mapped.code === 'GONE' || mapped.code === 'DISK_FULL' || this.#timedOut) this.#break()
      throw mapped
    } finally {
      this.#running -= 1
      if (!this.#released) this.#timer.refresh()
    }
  }

  /**
   * Cuts the connection. Every query that waits for it fails, and the next owner gets a new connection (and a new
   * engine).
   */
  #break(): void {
    this.#broken = true
    streamOf(this.#client).destroy()
  }

  #timeOut(): void {
    this.#timedOut = true
    this.#ended = true
    if (this.#running > 0) this.#break()
    this.#onTimeout?.(new DatabaseError('TIMEOUT'))
  }
}

/** Returns the stream of the connection, for which `pg` has no public name. */
function streamOf(client: PoolClient): Writable {
  return (client as unknown as { connection: { stream: Writable } }).connection.stream
}
