import { ApiError } from '@tocsin/core/base/errors'
import type { Party } from '../db/turns'

/**
 * Uploads of a process at a time, each of which holds its file in memory, and half as many of one user, as many as
 * their clients send. Users are counted with their tenant, which makes as many of them as it likes.
 */
const ALL = 8
const OF_ONE = 4

/** A file is small and its import short: a refused upload finds a place a moment later. */
const RETRY_AFTER = 1000

/**
 * Counts the places for uploads. A party that takes more than a share is refused, and while ALL are taken so is every
 * tenant that has one: the places beyond are for those who have none.
 */
export function uploadPlaces() {
  const taken = new Map<string, number>()
  let all = 0
  const count = (name: string, more: 1 | -1) => {
    const now = (taken.get(name) ?? 0) + more
    if (now > 0) taken.set(name, now)
    else taken.delete(name)
  }
  return {
    /** Runs the work in a place of the party's. Throws ApiError 503 BUSY, with nothing done. */
    async within<T>({ tenant, actor }: Party, work: () => Promise<T>): Promise<T> {
      const user = `${tenant} ${actor}`
      const own = taken.get(user) ?? 0
      if (own >= OF_ONE || (all >= ALL && taken.has(tenant)) || all >= 2 * ALL)
        throw new ApiError({ status: 503, code: 'BUSY', retryAfter: RETRY_AFTER })
      for (const name of [user, tenant]) count(name, 1)
      all++
      try {
        return await work()
      } finally {
        all--
        for (const name of [user, tenant]) count(name, -1)
      }
    },
  }
}
