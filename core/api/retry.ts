import { ApiError } from '../base/errors'

export type RetryOptions = {
  /** Tries in all; 8 as in the import. */
  tries?: number
  /** Longest pause in milliseconds. */
  longest?: number
  pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Returns 0 to 1, as Math.random does: full jitter keeps many clients from knocking in step. */
  random: () => number
  signal?: AbortSignal
  /** Called before each pause. */
  onRetry?: (error: ApiError, attempt: number) => void
}

/** The longest pause of a command that goes on by itself, ms: beyond it the user is told when to try again. */
const MAX_WAIT_MS = 120_000

/** Returns whether a failed write may have been carried out although its answer never came. */
export function mayBeDone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return [0, 502, 504].includes(error.status) && error.details?.['sent'] !== false
}

/**
 * Runs something that may be sent again as it is (a read, or a write with an idempotency key) until it answers, gives a
 * lasting error, or tries run out. Waits the server's time, up to two minutes, else a random part of a doubling pause.
 */
export async function retrying<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { tries = 8, longest = 20_000, pause, random, signal, onRetry } = options
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ApiError) || !error.temporary || count >= tries || signal?.aborted) throw error
      if ((error.retryAfter ?? 0) > MAX_WAIT_MS) throw error
      onRetry?.(error, count)
      await pause(error.retryAfter ?? random() * Math.min(longest, 250 * 2 ** count), signal)
    }
  }
}
