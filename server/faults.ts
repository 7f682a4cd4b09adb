import { ApiError } from '@tocsin/core/base/errors'

/** The points at which faults happen: before a request is handled, and between its transaction and its answer. */
export type FaultPoint = 'request' | 'answer'

/**
 * Causes the fault at a point, if there is one. `drop` tells the caller to cut the connection. It throws to fail, and
 * waits to be slow.
 */
export type Faults = (
  point: FaultPoint,
  request: { method: string; route: string },
) => Promise<'drop' | void> | 'drop' | void

export const noFaults: Faults = () => {}

type Rule = { point: FaultPoint; kind: string; amount: number; every: number; seen: number }

/**
 * Reads faults from the setting TOCSIN_FAULTS, for a server that is slow, failing or silent on purpose. `answer:drop@3`
 * cuts every third answer of a write, `request:slow=2000` makes each request wait 2 s, `request:error@10` fails every
 * tenth with 500, `busy` with 503 and `limit` with 429. Several are separated by commas. Throws RangeError with the part that it cannot read.
 */
export function readFaults(text: string, pause: (milliseconds: number) => Promise<void>): Faults {
  const rules = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part): Rule => {
      const match = /^(request|answer):(drop|slow|error|busy|limit)(?:=(\d+))?(?:@(\d+))?$/.exec(part.trim())
      if (!match) throw new RangeError(part.trim())
      const [, point, kind, amount, every] = match
      return {
        point: point as FaultPoint,
        kind: kind as string,
        amount: Number(amount ?? 1000),
        every: Math.max(1, Number(every ?? 1)),
        seen: 0,
      }
    })
  if (rules.length === 0) return noFaults
  return async (point, { method }) => {
    for (const rule of rules) {
      // Faults of answers apply to writes only: a lost answer to a read does no harm.
      if (rule.point !== point || (point === 'answer' && method === 'GET')) continue
      if (++rule.seen % rule.every !== 0) continue
      if (rule.kind === 'drop') return 'drop'
      if (rule.kind === 'slow') await pause(rule.amount)
      if (rule.kind === 'error') throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
      if (rule.kind === 'limit') throw new ApiError({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: 1000 })
      if (rule.kind === 'busy') throw new ApiError({ status: 503, code: 'BUSY', retryAfter: 1000 })
    }
  }
}
