import type { PoolClient } from 'pg'

/** The most statements that a connection keeps prepared. */
const MOST = 200
/** The most texts that a connection remembers to have run once. */
const SEEN = 1_000
/** The time after which a connection forgets its statements (ms). */
const KEPT = 300_000
/** The number of inserted rows after which a connection forgets its statements. */
const GROWN = 10_000
/** The longest text that is prepared: a longer one is made for one request. */
const LONG = 16_000

/** The number of names given in this process. No name is given twice, so that `pg` never meets one with another text. */
let count = 0

/**
 * The statements that one connection keeps prepared. Planning takes most of the time of a short statement. PostgreSQL
 * plans a prepared one a few times, and then keeps one plan for all parameters if it expects that plan to be as cheap.
 *
 * A plan suits the sizes that the tables have when it is made, and PostgreSQL makes another one only after a vacuum or an
 * analyze. A connection therefore forgets its statements after a while, and after it has inserted many rows.
 */
export class Statements {
  readonly #client: PoolClient
  /** The names of the prepared statements, by their texts. */
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()
  #since = performance.now()
  #inserted = 0
  #refused = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  /** Returns the name under which a text is prepared, from its second time on. Undefined: it runs unprepared. */
  nameOf(text: string): string | undefined {
    if (text.length > LONG || this.#inserted >= GROWN) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST) return known
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= SEEN) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    const name = `s${++count}`
    this.#names.set(text, name)
    return name
  }

  /** Counts inserted rows. */
  inserted(rows: number): void {
    this.#inserted += rows
  }

  /** Notes that the server refused a prepared statement. The next owner of the connection begins without any. */
  refused(): void {
    this.#refused = true
  }

  /** Forgets the statements if they are old, too many, refused, or made for smaller tables. Call it between two owners. */
  renew(): void {
    const age = performance.now() - this.#since
    if (!this.#refused && this.#inserted < GROWN && age < KEPT && this.#names.size < MOST) return
    const isEmpty = this.#names.size === 0
    this.#names.clear()
    this.#since = performance.now()
    this.#inserted = 0
    this.#refused = false
    if (isEmpty) return
    // A connection that is gone also fails its next query, which reports it.
    this.#client.query('deallocate all').catch(() => undefined)
    preparedBy(this.#client).parsedStatements = {}
  }
}

/** Returns the connection in which `pg` notes what is prepared. It has no public way to forget a statement. */
const preparedBy = (client: PoolClient) =>
  (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection
