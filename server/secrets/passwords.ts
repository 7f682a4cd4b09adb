import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '@tocsin/core/base/errors'

/** Algorithm 2 is Argon2id; the cost is OWASP's: 19 MiB, two passes, one lane (9 to 25 ms where it was measured). */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  hash: (password: string) => Promise<string>
  /**
   * Does the same work whether or not there is a hash to compare with, so that its time tells nothing (T34). `guard`
   * runs in this one's turn, around the comparison: its counting is done before the next turn.
   */
  verify: (
    stored: string | null,
    password: string,
    guard?: (compare: () => Promise<boolean>) => Promise<boolean>,
  ) => Promise<boolean>
}

/**
 * Compares at most `atOnce` at a time and lets at most `waiting` more queue: a storm of sign-ins is answered 503
 * instead of taking the processor from everybody else (T41). New passwords are hashed in a line of their own: they are
 * set within transactions, and a comparison waits for one.
 */
export async function createPasswords({ atOnce = 2, waiting = 100, cost = COST } = {}): Promise<Passwords> {
  const dummy = await hash('a password that nobody has', cost)
  const comparing = line(atOnce, waiting)
  const hashing = line(1, waiting)
  return {
    hash: (password) => hashing(() => hash(password, cost)),
    verify: (stored, password, guard = (compare) => compare()) =>
      comparing(() => guard(async () => (await verify(stored ?? dummy, password)) && stored !== null)),
  }
}

/** Runs work in turn, `atOnce` at a time, with at most `waiting` more in line. */
function line(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce && queue.length >= waiting)
      throw new ApiError({ status: 503, code: 'BUSY', retryAfter: 2000 })
    if (running >= atOnce) {
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // The turn is handed on, not given back: nobody slips in between.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
