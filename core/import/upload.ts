import { ApiError } from '../base/errors'
import { mayBeDone, retrying, type RetryOptions } from '../api/retry'
import type { Chunk } from './chunks'
import type { ImportMode } from './modes'

/** The server's error for one row of a chunk. `row` counts from 1 after the header; `line` is a line of the chunk. */
export type RowError = {
  row: number
  line: number
  column: string | null
  code: string
  message: string
  values: Record<string, unknown>
}

/** The result of a chunk, written or planned. If it has errors, nothing was written. */
export type ImportOutcome = {
  created: number
  updated: number
  unchanged: number
  /** Rows whose record exists and differs, left alone. */
  skipped: number
  errors: RowError[]
  /** The number of rows that change a column, of those updated or skipped. */
  changes: Record<string, number>
  skippedRows: { row: number; line: number; columns: string[] }[]
}

/**
 * `replayed`: the chunk was written before under the same key, and this is the stored answer. It is the request id of
 * the pass that wrote the chunk; null if the server does not know it.
 */
export type UploadAnswer = ImportOutcome & { replayed?: string | null }

/** Sends one chunk. A refusal of rows is an answer with `errors`; any other failure is an ApiError. */
export type Upload = (
  bytes: Uint8Array,
  options: {
    dryRun: boolean
    mode: ImportMode
    key: string
    requestId: string
    index: number
    twins: Chunk['twins']
    atomic: boolean
  },
) => Promise<UploadAnswer>

export type SendOptions = {
  upload: Upload
  mode: ImportMode
  dryRun: boolean
  /** True if all rows are one chunk, which is larger than the others may be. */
  atomic?: boolean
  /** Begins every key, so that a resumed run repeats its own keys and a new run none of them. */
  runId: string
  /** The id of this pass over the file, which tells its writes from those of an earlier pass. */
  requestId: string
  /** Hex digest of some bytes. */
  sha256: (bytes: Uint8Array) => Promise<string> | string
  pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  random: () => number
  signal?: AbortSignal
  /** Most chunks under way at once. */
  inFlight?: number
  /** How often a chunk is sent again, and after which errors; as `retrying` does it, unless given. */
  retry?: Pick<RetryOptions, 'tries' | 'passes'>
  onRetry?: (error: ApiError, attempt: number) => void
}

/**
 * The result of a chunk: an answer, or the error of the last try. `unsettled` is true if the chunk may have been
 * written in spite of the error.
 */
export type Sent = { chunk: Chunk; answer: UploadAnswer } | { chunk: Chunk; failed: unknown; unsettled: boolean }

/**
 * Returns a sender of chunks, at most four at a time. The limit is halved after the server says that it is too much
 * (429, 503), and raised by one after as many successes; repeated answers count as successes. After a chunk that fails
 * for good, or after the signal, no further chunk is started.
 */
export function sender(options: SendOptions, done: (sent: Sent) => void) {
  const most = options.inFlight ?? 4
  const gate = narrowing(most)
  let stopped = false
  const running = new Set<Promise<void>>()

  async function send(chunk: Chunk): Promise<void> {
    const { upload, mode, dryRun, runId, requestId, sha256, pause, random, signal, atomic = false } = options
    let unsettled = false
    try {
      const key = `${runId}-${chunk.index}-${await sha256(chunk.bytes)}`
      const attempt = () =>
        gate.through(async () => {
          // A chunk whose turn comes after the signal is not sent.
          signal?.throwIfAborted()
          try {
            const { index, twins } = chunk
            return await upload(chunk.bytes, { dryRun, mode, key, requestId, index, twins, atomic })
          } catch (error) {
            unsettled ||= !dryRun && mayBeDone(error)
            throw error
          }
        })
      const given = await retrying(attempt, {
        ...options.retry,
        pause,
        random,
        ...(signal ? { signal } : {}),
        onRetry(error, count) {
          if (error.status === 429 || error.status === 503) gate.narrow()
          options.onRetry?.(error, count)
        },
      })
      unsettled ||= !dryRun
      assertAdds(chunk, given)
      gate.widen()
      // Rows written by an earlier pass exist already, and count as unchanged.
      const isOlder = given.replayed !== undefined && given.replayed !== requestId
      done({ chunk, answer: isOlder ? asUnchanged(given) : given })
    } catch (failed) {
      stopped = true
      done({ chunk, failed, unsettled })
    }
  }

  return {
    /** Starts a chunk as soon as there is room. Returns false if no more chunks are to be sent. */
    async start(chunk: Chunk): Promise<boolean> {
      while (running.size >= most) await Promise.race(running)
      if (stopped || options.signal?.aborted) return false
      const one: Promise<void> = send(chunk).finally(() => running.delete(one))
      running.add(one)
      return true
    },
    async settle(): Promise<void> {
      await Promise.all(running)
    },
  }
}

/**
 * Returns a limiter of simultaneous calls. `narrow` halves its limit; `widen` raises it by one after as many successes.
 */
function narrowing(most: number) {
  let window = most
  let successes = 0
  let inside = 0
  const waiting: (() => void)[] = []
  const admit = () => {
    while (inside < window && waiting.length > 0) {
      inside++
      waiting.shift()!()
    }
  }
  return {
    async through<T>(call: () => Promise<T>): Promise<T> {
      await new Promise<void>((enter) => {
        waiting.push(enter)
        admit()
      })
      try {
        return await call()
      } finally {
        inside--
        admit()
      }
    },
    narrow() {
      window = Math.max(1, window >> 1)
      successes = 0
    },
    widen() {
      if (++successes < window || window === most) return
      window++
      successes = 0
      admit()
    },
  }
}

const asUnchanged = ({ created, updated, unchanged, skipped, errors }: UploadAnswer): UploadAnswer => ({
  created: 0,
  updated: 0,
  unchanged: created + updated + unchanged,
  skipped,
  errors,
  changes: {},
  skippedRows: [],
})

/** Throws ApiError INVALID_ANSWER if the numbers of an answer do not account for the rows of its chunk. */
function assertAdds(chunk: Chunk, { created, updated, unchanged, skipped, errors }: UploadAnswer): void {
  const bad = new Set(errors.map(({ row }) => row)).size
  const sum = created + updated + unchanged + skipped
  const whole = chunk.lines.length
  if (bad === 0 ? sum !== whole : sum + bad > whole)
    throw new ApiError({ status: 200, code: 'INVALID_ANSWER', details: { rows: whole, accounted: sum + bad } })
}
