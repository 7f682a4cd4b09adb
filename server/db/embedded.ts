import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseError } from './database-error'
import { EmbeddedStream, type Engine } from './embedded-stream'

export type EmbeddedOptions = {
  /** Where the engine keeps its files; absent, they live in memory and die with the engine. */
  folder?: string
  /** A dump to begin an in-memory database with. */
  seed?: Uint8Array<ArrayBuffer>
}

type Answer = {
  ready?: true
  bytes?: Uint8Array
  dump?: Uint8Array<ArrayBuffer>
  closed?: true
  failed?: 'PANIC' | 'DISK_FULL'
}

/** An orderly close writes a checkpoint; beyond this the engine is hung and is ended (killing it loses nothing). */
const CLOSE_PATIENCE = 5_000

/**
 * The embedded engine over its restarts. A stream is a run: destroying the stream ends the thread wherever it is, the
 * next stream starts a new one on the same folder. That is the only statement timeout the engine has.
 */
export class Embedded {
  readonly #options: EmbeddedOptions
  #stopping: Promise<unknown> = Promise.resolve()
  #worker: Worker | undefined
  #lost = false

  constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  stream = (): EmbeddedStream => new EmbeddedStream((stream) => this.#start(stream))

  /** A gzipped tar of the whole database. The caller holds the session, so that nothing is written meanwhile. */
  dump(): Promise<Uint8Array<ArrayBuffer>> {
    const worker = this.#worker
    if (!worker) return Promise.reject(new DatabaseError('GONE'))
    return new Promise((resolve, reject) => {
      const gone = () => reject(new DatabaseError('GONE'))
      const take = ({ dump }: Answer) => {
        if (!dump) return
        worker.off('message', take).off('exit', gone)
        resolve(dump)
      }
      worker.on('message', take).on('exit', gone)
      worker.postMessage('dump', [])
    })
  }

  /** Resolves when no thread of this database runs any more. */
  stopped(): Promise<unknown> {
    return this.#stopping
  }

  #start(stream: EmbeddedStream): Engine {
    let worker: Worker | undefined
    let closing = false
    const started = this.#stopping.then(() => {
      // An in-memory database that was ended is empty: answering from it would look like lost data.
      if (this.#lost) throw new DatabaseError('GONE')
      worker = this.#worker = this.#spawn()
      return worker
    })
    const ready = started.then(
      (running) =>
        new Promise<void>((resolve, reject) => {
          running.on('message', ({ ready, bytes, failed }: Answer) => {
            if (bytes) stream.push(bytes)
            if (ready) resolve()
            if (failed) fail(new DatabaseError(failed === 'DISK_FULL' ? 'DISK_FULL' : 'GONE'))
          })
          const fail = (error: Error) => {
            reject(error)
            if (!closing) stream.destroy(error)
          }
          running.on('error', () => fail(new DatabaseError('GONE')))
          running.on('exit', () => fail(new DatabaseError('GONE')))
        }),
    )
    const kill = () => {
      const stopping = started.then(
        () => worker?.terminate(),
        () => undefined,
      )
      this.#stopping = stopping
      if (!this.#options.folder) this.#lost = true
      return stopping.then(() => undefined)
    }
    const close = async () => {
      if (!worker) return
      const running = worker
      closing = true
      const closed = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, CLOSE_PATIENCE)
        running.on('message', ({ closed }: Answer) => {
          if (!closed) return
          clearTimeout(timer)
          resolve()
        })
      })
      running.postMessage('close', [])
      await closed
    }
    return { ready, send: (bytes) => worker?.postMessage(bytes, [bytes.buffer]), close, kill }
  }

  #spawn(): Worker {
    const { folder, seed } = this.#options
    // Sources and bundle keep the worker beside the file that starts it, under the same name.
    return new Worker(new URL('./embedded-worker.js', import.meta.url), {
      workerData: { folder: folder && join(folder, 'pgdata'), seed },
      execArgv: [], // the loaders of a development run are none of its business
    })
  }
}
