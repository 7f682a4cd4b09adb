import { Duplex } from 'node:stream'

/** One run of the embedded engine, from start to stop, with the functions that the stream needs. */
export type Engine = {
  /** Resolves when the engine takes queries. */
  ready: Promise<void>
  send: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Shuts the engine down in order, with a checkpoint. */
  close: () => Promise<void>
  /** Ends the engine at once, even during a query. */
  kill: () => Promise<void>
}

/**
 * The socket of `pg`, with the embedded engine at the other end. Both databases thus have the same client: the same
 * parameters in, the same types and errors out.
 */
export class EmbeddedStream extends Duplex {
  readonly #start: (stream: EmbeddedStream) => Engine
  #engine: Engine | undefined

  constructor(start: (stream: EmbeddedStream) => Engine) {
    super({ emitClose: true, autoDestroy: true, allowHalfOpen: false, writableHighWaterMark: 1024 * 1024 })
    this.#start = start
  }

  connect(): this {
    this.#engine = this.#start(this)
    this.#engine.ready.then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  // The other methods of a socket. They do nothing between two threads.
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#engine?.send(Uint8Array.from(chunk))
    done()
  }

  /** `pg` corks the messages of one query, so they arrive together and cross to the other thread as one. */
  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    let length = 0
    for (const { chunk } of chunks) length += chunk.length
    const bytes = new Uint8Array(length)
    let offset = 0
    for (const { chunk } of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    this.#engine?.send(bytes)
    done()
  }

  override _final(done: (error?: Error | null) => void): void {
    void this.#finish(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    void this.#stop(error, done)
  }

  async #finish(done: () => void): Promise<void> {
    await this.#engine?.close()
    this.push(null)
    done()
  }

  async #stop(error: Error | null, done: (error: Error | null) => void): Promise<void> {
    const engine = this.#engine
    this.#engine = undefined
    await engine?.kill()
    done(error)
  }
}
