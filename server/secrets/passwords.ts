import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '@tocsin/core/base/errors'

/**
 * The cost of a hash. Algorithm 2 is Argon2id. The other values are those of OWASP: 19 MiB, two passes, one lane (9 to
 * 25 ms where it was measured).
 */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  hash: (password: string) => Promise<string>
  /**
   * Does the same work with or without a stored hash, so that its time reveals nothing (T34). `guard` wraps the
   * comparison within its turn, so that it has counted the result before the next turn.
   */
  verify: (
    stored: string | null,
    password: string,
    guard?: (compare: () => Promise<boolean>) => Promise<boolean>,
  ) => Promise<boolean>
}

/**
 * Runs at most `concurrency` comparisons at a time and queues at most `maxQueued` more. A burst of sign-ins is answered
 * 503 instead of taking the processor from everybody else (T41). New passwords are hashed in a queue of their own: a
 * transaction waits for the hash, and a comparison waits for a transaction.
 */
export async function createPasswords({ concurrency = 2, maxQueued = 100, cost = COST } = {}): Promise<Passwords> {
  const dummy = await hash('a password that nobody has', cost)
  const comparing = createQueue(concurrency, maxQueued)
  const hashing = createQueue(1, maxQueued)
  return {
    hash: (password) => hashing(() => hash(password, cost)),
    verify: (stored, password, guard = (compare) => compare()) =>
      comparing(() => guard(async () => (await verify(stored ?? dummy, password)) && stored !== null)),
  }
}

/** Returns a queue that runs `concurrency` tasks at a time, with at most `maxQueued` more in line. */
function createQueue(concurrency: number, maxQueued: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= concurrency && queue.length >= maxQueued)
      throw new ApiError({ status: 503, code: 'BUSY', retryAfter: 2000 })
    if (running >= concurrency) {
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // The turn passes directly to the next task, so that no newcomer takes it.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
