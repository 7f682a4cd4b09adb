import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseError, type DatabaseErrorCode } from './database-error'
import { EmbeddedStream, type Engine } from './embedded-stream'

export type EmbeddedOptions = {
  /** The folder of the engine's files. Absent: they are in memory and are lost with the engine. */
  folder?: string
  /** The dump with which an in-memory database begins. */
  seed?: Uint8Array<ArrayBuffer>
}

type Answer = {
  ready?: true
  bytes?: Uint8Array
  dump?: Uint8Array<ArrayBuffer>
  failed?: 'PANIC' | 'DISK_FULL'
}

/**
 * The longest time for a close with a checkpoint, in ms. After it the engine counts as hung and is ended, which loses
 * nothing.
 */
const CLOSE_TIMEOUT_MS = 5_000

/**
 * The embedded engine across its restarts. Each stream is one run. Destroying the stream ends its thread at once; the
 * next stream starts a new thread on the same folder. That is the engine's only statement timeout.
 */
export class Embedded {
  readonly #options: EmbeddedOptions
  /** Resolves when the latest thread has ended: two engines on one folder destroy it. */
  #exited: Promise<unknown> = Promise.resolve()
  #worker: Worker | undefined
  #lost = false

  constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  stream = (): EmbeddedStream => new EmbeddedStream((stream) => this.#start(stream))

  /**
   * Returns a gzipped tar of the whole database. The caller has to hold the session, so that nothing is written
   * meanwhile.
   */
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
    return this.#exited
  }

  #start(stream: EmbeddedStream): Engine {
    let closing = false
    let running: Worker | undefined
    const started = this.#exited.then(() => {
      // An in-memory database whose engine has ended is empty: answering from it would look like lost data.
      if (this.#lost) throw new DatabaseError('GONE')
      running = this.#worker = this.#spawn()
      return running
    })
    this.#exited = started.then(
      (worker) => new Promise((resolve) => worker.once('exit', resolve)),
      () => undefined,
    )
    const ready = started.then(
      (worker) =>
        new Promise<void>((resolve, reject) => {
          const fail = (code: DatabaseErrorCode) => {
            const error = new DatabaseError(code)
            reject(error)
            if (!closing) stream.destroy(error)
          }
          worker.on('message', (answer: Answer) => {
            if (answer.bytes) stream.push(answer.bytes)
            if (answer.ready) resolve()
            if (answer.failed) fail(answer.failed === 'DISK_FULL' ? 'DISK_FULL' : 'GONE')
          })
          worker.on('error', () => fail('GONE'))
          worker.on('exit', () => {
            this.#lost = this.#options.folder === undefined
            fail('GONE')
          })
        }),
    )
    const close = async () => {
      closing = true
      const worker = await started.catch(() => undefined)
      if (!worker) return
      const timer = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS)
      worker.postMessage('close', [])
      await this.#exited
      clearTimeout(timer)
    }
    return {
      ready,
      close,
      send: (bytes) => running?.postMessage(bytes, [bytes.buffer]),
      kill: async () => {
        closing = true
        const worker = await started.catch(() => undefined)
        await worker?.terminate()
      },
    }
  }

  #spawn(): Worker {
    const { folder, seed } = this.#options
    // Sources and bundle keep the worker beside the file that starts it, under the same name.
    return new Worker(new URL('./embedded-worker.js', import.meta.url), {
      workerData: { folder: folder && join(folder, 'pgdata'), seed },
      execArgv: [], // the worker needs none of the loaders of a development run
    })
  }
}
