import { ApiError } from '@tocsin/core/errors'

/** Uploads of a process at a time, each of which holds its file in memory; of one user half as many, as their clients send. */
const ALL = 8
const OF_ONE = 4

/** A file is small and its import short: what is refused now is taken a moment later. */
const RETRY_AFTER = 1000

/**
 * Who holds the places for uploads. Whoever takes more than a share is refused, and while all are taken whoever has one
 * already: the places beyond are for those who have none.
 */
export function uploadPlaces() {
  const taken = new Map<number, number>()
  let all = 0
  return {
    /** Runs the work in a place of the user's. Throws ApiError 503 BUSY, with nothing done. */
    async within<T>(userId: number, work: () => Promise<T>): Promise<T> {
      const own = taken.get(userId) ?? 0
      if (own >= OF_ONE || (all >= ALL && own > 0) || all >= 2 * ALL)
        throw new ApiError({ status: 503, code: 'BUSY', retryAfter: RETRY_AFTER })
      taken.set(userId, own + 1)
      all++
      try {
        return await work()
      } finally {
        all--
        const left = (taken.get(userId) ?? 1) - 1
        if (left > 0) taken.set(userId, left)
        else taken.delete(userId)
      }
    },
  }
}
