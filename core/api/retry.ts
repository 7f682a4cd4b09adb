import { ApiError } from '../base/errors'

export type RetryOptions = {
  /** The number of tries in all; 8 by default. */
  tries?: number
  /** Returns whether an error may pass; by default one that is temporary. */
  passes?: (error: ApiError) => boolean
  /** Longest pause in milliseconds. */
  longest?: number
  pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /**
   * Returns a number from 0 to 1, as Math.random does. Random pauses keep many clients from retrying at the same time.
   */
  random: () => number
  signal?: AbortSignal
  /** Called before each pause of `wait` milliseconds. */
  onRetry?: (error: ApiError, attempt: number, wait: number) => void | Promise<void>
}

/**
 * Returns whether an error may pass, one of the server itself (500) included. For a read, and for a write that its key
 * makes one, a repeat does no harm.
 */
export const mayPass = (error: ApiError): boolean => error.temporary || error.status === 500

/** The longest wait that a retry accepts from the server, in ms. If the server asks for more, its error is thrown. */
const MAX_WAIT_MS = 120_000

/** Returns whether a failed write may have been carried out although its answer never came. */
export function mayBeDone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return [0, 502, 504].includes(error.status) && error.details?.['sent'] !== false
}

/**
 * Runs a call that may be repeated as it is (a read, or a write with an idempotency key) until it succeeds, fails with
 * an error that is not temporary, or has used up its tries. Waits as long as the server asks, else a random part of a
 * pause that doubles each time.
 */
export async function retrying<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { tries = 8, longest = 20_000, passes = isTemporary, pause, random, signal, onRetry } = options
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ApiError) || !passes(error) || count >= tries || signal?.aborted) throw error
      if ((error.retryAfter ?? 0) > MAX_WAIT_MS) throw error
      const wait = error.retryAfter ?? random() * Math.min(longest, 250 * 2 ** count)
      await onRetry?.(error, count, wait)
      await pause(wait, signal)
    }
  }
}

const isTemporary = (error: ApiError) => error.temporary
