import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '@tocsin/core/errors'

/** Algorithm 2 is Argon2id; the cost is OWASP's: 19 MiB, two passes, one lane (9 to 25 ms where it was measured). */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Throws ApiError 503 when so many wait for their turn that one more would be sent away; costs nothing to ask. */
  refuseWhileBusy: () => void
  /**
   * Does the same work whether or not there is a hash to compare with, so that its time tells nothing (T34). `guard`
   * runs when it is this one's turn, around the comparison: what it counts is counted before the next turn.
   */
  verify: (
    stored: string | null,
    password: string,
    guard?: (compare: () => Promise<boolean>) => Promise<boolean>,
  ) => Promise<boolean>
}

/**
 * Hashes at most `atOnce` at a time and lets at most `waiting` more queue: a storm of sign-ins is answered 503 instead of
 * taking the processor from everybody else (T41).
 */
export async function createPasswords({ atOnce = 2, waiting = 100 } = {}): Promise<Passwords> {
  const dummy = await hash('a password that nobody has', COST)
  let running = 0
  const queue: (() => void)[] = []

  const refuseWhileBusy = () => {
    if (running >= atOnce && queue.length >= waiting)
      throw new ApiError({ status: 503, code: 'BUSY', retryAfter: 2000 })
  }

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseWhileBusy()
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

  return {
    refuseWhileBusy,
    hash: (password) => inTurn(() => hash(password, COST)),
    verify: (stored, password, guard = (compare) => compare()) =>
      inTurn(() => guard(async () => (await verify(stored ?? dummy, password)) && stored !== null)),
  }
}
