import type { ServerResponse } from 'node:http'
import { cursorOf, isBefore, later, type Position } from './position'
import type { Line } from './lines'

/** The reasons for which the server ends a stream. */
export type End = 'session' | 'stop' | 'limit'

export type ConnectionOptions = {
  /** The bytes that may wait for a slow reader. */
  queue: number
  /** Returns the position from which a reader that was too slow goes on. */
  head: () => Position
}

/**
 * One stream at its socket. What a slow reader does not take waits up to a limit. Beyond it everything is dropped until the
 * socket is empty, and the reader is then told to read anew: its memory is bounded (T83).
 */
export class Connection {
  readonly #raw: ServerResponse
  readonly #options: ConnectionOptions
  /** The moment since which the reader is too slow, by `performance.now()`. */
  #slowSince: number | undefined
  #ended = false
  /** The place of the last line that was sent. */
  position: Position

  constructor(raw: ServerResponse, position: Position, options: ConnectionOptions) {
    this.#raw = raw
    this.position = position
    this.#options = options
    raw.on('drain', () => this.#drained())
  }

  get isOpen(): boolean {
    return !this.#ended && !this.#raw.destroyed && this.#raw.socket !== null
  }

  /** The time for which the reader has taken nothing, in ms. */
  get slowFor(): number {
    return this.#slowSince === undefined ? 0 : performance.now() - this.#slowSince
  }

  /** Sends a line, unless it or a later one was sent already. Returns false also if the reader is gone, or too slow for it. */
  line({ position, text }: Line): boolean {
    if (!isBefore(this.position, position)) return false
    this.position = position
    return this.#write(text)
  }

  hello(): void {
    this.#write(textOf({ hello: true, cursor: cursorOf(this.position) }))
  }

  /** Shows that the stream lives, and that everything up to a position was sent to it. */
  beat(upTo: Position): void {
    this.position = later(this.position, upTo)
    this.#write(textOf({ beat: true, cursor: cursorOf(this.position) }))
  }

  /** Tells the reader that its cursor leads nowhere, and begins at the head. */
  restart(): void {
    this.position = this.#options.head()
    this.reread()
  }

  /** Tells the reader that lines are missing, so that it has to read the records anew, and goes on from the head. */
  reread(): void {
    this.position = later(this.position, this.#options.head())
    this.#write(textOf({ reread: true, cursor: cursorOf(this.position) }))
  }

  /** Says why the stream ends, and ends it. */
  end(reason: End): void {
    if (this.#ended) return
    this.#ended = true
    if (this.#slowSince !== undefined) this.#raw.destroy()
    else this.#raw.end(textOf({ end: reason }))
  }

  /** Ends a stream that has nothing more to say. */
  finish(): void {
    this.beat(this.position)
    this.#ended = true
    this.#raw.end()
  }

  destroy(): void {
    this.#ended = true
    this.#raw.destroy()
  }

  /** Resolves when the socket has taken everything, or is gone. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.#raw.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#raw.off('drain', done).off('close', done)
        resolve()
      }
      this.#raw.on('drain', done).on('close', done)
    })
  }

  /** Returns whether the socket has got the text. */
  #write(text: string): boolean {
    if (!this.isOpen || this.#slowSince !== undefined) return false
    this.#raw.write(text)
    if (this.#raw.writableLength > this.#options.queue) this.#slowSince = performance.now()
    return true
  }

  #drained(): void {
    if (this.#slowSince === undefined) return
    this.#slowSince = undefined
    this.reread()
  }
}

const textOf = (line: object) => `${JSON.stringify(line)}\n`
