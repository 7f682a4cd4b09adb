import type { Parts } from '../context/parts'
import { placeOf } from '../log'
import { readPresent, type Happening } from './happenings'
import { later, type Position } from './position'

/** The happenings that are read at once. */
const PAGE = 500
/**
 * The shortest time from a reading that finds happenings to the next one, in ms. A lone happening is read at once, and many
 * are read together: a reading for each one would cost more than the happenings themselves.
 */
const PACE = 150
/** The first and the longest pause while committed happenings wait for an older transaction, in ms. */
const SHORT = 5
const LONG = 250

export type ReaderOptions = {
  /** Takes happenings in their order. The next ones are read once it has resolved. */
  spread: (happenings: Happening[]) => Promise<void>
  /** The time after which the reader looks by itself, in ms: a notification may be lost. */
  poll: number
}

/** Reads the happenings of all clients once for this process, whenever the database says that there are some. */
export class Reader {
  readonly #parts: Parts
  readonly #options: ReaderOptions
  #head: Position | undefined
  #spreadUpTo: Position | undefined
  #ending: Promise<unknown> | undefined
  #starting: Promise<void> | undefined
  #round: Promise<void> | undefined
  #again = false
  #stopped = true
  #pause = SHORT
  /** The moment of the last reading that found happenings, by `performance.now()`. */
  #foundAt = -Infinity
  #paced: NodeJS.Timeout | undefined
  #timers = new Set<NodeJS.Timeout>()
  #listening: { stop: () => Promise<void> } | undefined

  constructor(parts: Parts, options: ReaderOptions) {
    this.#parts = parts
    this.#options = options
  }

  /** The position up to which everything was read. `start` first. */
  get head(): Position {
    return this.#head!
  }

  /** The position up to which everything was spread. */
  get spreadUpTo(): Position {
    return this.#spreadUpTo!
  }

  /** Begins to read what happens from now on, if it does not read yet. Rejects if the database does not answer. */
  start(): Promise<void> {
    this.#starting ??= this.#begin()
    return this.#starting
  }

  async #begin(): Promise<void> {
    await this.#ending
    try {
      const { settled } = await readPresent(this.#parts, { tx: 0n, id: 0n }, 0)
      this.#head = this.#spreadUpTo = settled
    } catch (error) {
      this.#starting = undefined
      throw error
    }
    this.#stopped = false
    this.#listening = this.#parts.database.listen(() => this.wake())
    this.#after(this.#options.poll, () => this.#poll())
  }

  /** Stops reading. It begins anew with the next `start`. */
  async stop(): Promise<void> {
    const started = this.#starting
    this.#starting = undefined
    if (started) this.#ending = started.then(() => this.#end()).catch(() => undefined)
    await this.#ending
  }

  async #end(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#paced = undefined
    await Promise.all([this.#listening?.stop(), this.#round])
  }

  /** Reads at once, or once more after the reading that is under way. */
  wake(): void {
    this.#again = true
    if (this.#round || this.#paced || this.#stopped) return
    const rest = this.#foundAt + PACE - performance.now()
    if (rest > 0) {
      this.#paced = this.#after(rest, () => {
        this.#paced = undefined
        this.wake()
      })
      return
    }
    this.#round = this.#read().finally(() => {
      this.#round = undefined
      if (this.#again) this.wake()
    })
  }

  async #read(): Promise<void> {
    this.#again = false
    try {
      const { rows, settled, waiting } = await readPresent(this.#parts, this.head, PAGE)
      const last = rows.at(-1)?.position
      // From here on whoever joins is beyond these rows, or catches up with them.
      this.#head = rows.length < PAGE ? later(this.head, settled) : later(this.head, last!)
      const head = this.head
      if (rows.length > 0) await this.#options.spread(rows)
      this.#spreadUpTo = head
      if (rows.length === PAGE) this.#again = true
      else if (rows.length > 0) this.#foundAt = performance.now()
      if (waiting) this.#soon(rows.length > 0)
      else this.#pause = SHORT
    } catch (error) {
      this.#parts.log({ level: 'warn', event: 'stream-failed', ...placeOf(error) })
    }
  }

  /** Looks again soon, since no notification tells that the older transaction has ended. */
  #soon(moved: boolean): void {
    this.#pause = moved ? SHORT : Math.min(LONG, this.#pause * 2)
    this.#after(this.#pause, () => this.wake())
  }

  #poll(): void {
    this.wake()
    this.#after(this.#options.poll, () => this.#poll())
  }

  #after(milliseconds: number, run: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#stopped) run()
    }, milliseconds)
    this.#timers.add(timer)
    return timer
  }
}
