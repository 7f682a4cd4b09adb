import { DatabaseError } from './database-error'

/**
 * Hands out `size` turns, first come first served. At most `limit` callers wait, none longer than `patience` ms;
 * beyond that they are refused with BUSY at once, because work for a caller who has left only delays the others.
 */
export class Turns {
  readonly #limit: number
  readonly #patience: number
  readonly #waiting: { start: () => void; timer: NodeJS.Timeout }[] = []
  #free: number

  constructor(size: number, limit: number, patience: number) {
    this.#free = size
    this.#limit = limit
    this.#patience = patience
  }

  /** Resolves when it is the caller's turn; every take is paired with exactly one `give`. */
  take(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1
      return undefined
    }
    if (this.#waiting.length >= this.#limit) return Promise.reject(new DatabaseError('BUSY'))
    return new Promise((resolve, reject) => {
      const place = {
        start: resolve,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(place), 1)
          reject(new DatabaseError('BUSY'))
        }, this.#patience),
      }
      this.#waiting.push(place)
    })
  }

  /** Ends a turn and starts the next one. */
  give(): void {
    const next = this.#waiting.shift()
    if (!next) {
      this.#free += 1
      return
    }
    clearTimeout(next.timer)
    next.start()
  }
}
