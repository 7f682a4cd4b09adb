import type { PoolClient } from 'pg'

/** The statements that a connection keeps at most, and those that it knows to have run once. */
const MOST = 200
/** The time after which a connection forgets its statements (ms), and the rows that it inserts until then. */
const KEPT = 300_000
const GROWN = 10_000
/** The length of the texts that are kept: longer ones are made for one request. */
const LONG = 16_000

let count = 0

/**
 * The statements that the server keeps prepared for one connection. Most of the time of a short statement goes into
 * planning it, and a statement that runs again and again is planned a few times only: PostgreSQL keeps a plan for any
 * parameters as soon as it expects no less of it than of plans for each of them.
 *
 * A plan is made for the sizes that the tables have at that time, and only a vacuum or an analyze tells of other ones. So a
 * connection forgets its statements after a while, and after inserting many rows.
 */
export class Statements {
  readonly #client: PoolClient
  /** The names of statements by their texts; of a text that ran once it is undefined. */
  readonly #names = new Map<string, string | undefined>()
  #since = -Infinity
  #inserted = 0
  #stale = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  /** Returns the name under which a text is prepared from its second time on; undefined: it runs unprepared. */
  nameOf(text: string): string | undefined {
    if (text.length > LONG || this.#inserted >= GROWN) return undefined
    const isKnown = this.#names.has(text)
    const name = isKnown ? (this.#names.get(text) ?? `s${++count}`) : undefined
    if (isKnown || this.#names.size < MOST) this.#names.set(text, name)
    return name
  }

  /** Counts inserted rows. */
  inserted(rows: number): void {
    this.#inserted += rows
  }

  /** Forgets the statements before the next owner: the server refused one that it had prepared. */
  refused(): void {
    this.#stale = true
  }

  /** Forgets the statements if it is time. Call it between two owners. */
  renew(): void {
    const now = performance.now()
    const isTime = this.#stale || this.#inserted >= GROWN || now - this.#since >= KEPT || this.#names.size >= MOST
    if (!isTime) return
    const isPrepared = [...this.#names.values()].some((name) => name !== undefined)
    this.#names.clear()
    this.#since = now
    this.#inserted = 0
    this.#stale = false
    if (!isPrepared) return
    // A connection that is gone refuses the next query as well, and that one tells of it.
    this.#client.query('deallocate all').catch(() => undefined)
    preparedBy(this.#client).parsedStatements = {}
  }
}

/** Returns the statements that `pg` takes for prepared. It has no public way to forget one. */
const preparedBy = (client: PoolClient) =>
  (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection
