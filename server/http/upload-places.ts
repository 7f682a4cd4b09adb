import { ApiError } from '@tocsin/core/base/errors'
import type { Party } from '../db/turns'

/**
 * The uploads of a process at a time, each of which holds its file in memory, and half as many of one user, as many as
 * our clients send. A user is counted together with their tenant, which may create as many users as it likes.
 */
const ALL = 8
const OF_ONE = 4

/** The wait after a refusal, in ms. A file is small and its import short, so that a place is soon free. */
const RETRY_AFTER = 1000

/**
 * Creates the places for uploads. A user with OF_ONE uploads gets no further place. While ALL places are taken, no
 * tenant with an upload gets another one: as many places again are for tenants without one.
 */
function uploadPlaces() {
  const taken = new Map<string, number>()
  let all = 0
  const count = (name: string, more: 1 | -1) => {
    const now = (taken.get(name) ?? 0) + more
    if (now > 0) taken.set(name, now)
    else taken.delete(name)
  }
  return {
    /** Runs the work in a place of the party. Throws ApiError 503 BUSY before the work if there is none. */
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

/** The places of this process. */
export const uploads = uploadPlaces()
