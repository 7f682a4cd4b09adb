import type { Parts } from '../context/parts'
import { DatabaseError } from '../db/database-error'
import { placeOf } from '../log'
import type { Attempt } from '../resources/alerts/handed-over'
import { attempt, type Ways } from './attempt'
import { claim, type Claimed, type Provider } from './claims'
import { DAY, letWait, settle } from './settle'

/** The attempts that one process makes at once, and those to one provider, so that a slow one keeps no other waiting. */
const WORKERS = 16
const OF_PROVIDER = 4

/** The attempts under way of this process, by provider, and the line of its claims. */
type Busy = { counts: Map<number, number>; line: Promise<unknown> }
const nothing = (): Busy => ({ counts: new Map(), line: Promise.resolve() })

/** Claims what is due for a provider that is not busy. One claim follows the other, so that each knows of those before. */
function claimNext(parts: Parts, busy: Busy): ReturnType<typeof claim> {
  const next = busy.line.then(async () => {
    const full = [...busy.counts].flatMap(([id, count]) => (count >= OF_PROVIDER ? [id] : []))
    const due = await claim(parts, full)
    if (due) count(busy, due[0].providerId, 1)
    return due
  })
  busy.line = next.catch(() => undefined)
  return next
}

function count({ counts }: Busy, providerId: number, more: 1 | -1): void {
  const now = (counts.get(providerId) ?? 0) + more
  if (now > 0) counts.set(providerId, now)
  else counts.delete(providerId)
}

/** Hands one alert over that is due. Returns whether there was one; calls `found` before, since there may be more. */
async function deliverOne(parts: Parts, ways: Ways, busy: Busy, found = () => {}): Promise<boolean> {
  const due = await claimNext(parts, busy)
  if (!due) return false
  found()
  try {
    await handOver(parts, ways, ...due)
  } finally {
    count(busy, due[0].providerId, -1)
  }
  return true
}

async function handOver(parts: Parts, ways: Ways, claimed: Claimed, provider: Provider | undefined): Promise<void> {
  const { providerType } = claimed.provider
  const isPushed = providerType === 'webhook' || providerType === 'email'
  if (!provider || isPushed) {
    const went = provider
      ? await attempt(parts, ways, claimed, provider).catch((error: unknown) => brokenBy(parts, error))
      : ({ outcome: 'GONE', duration: 0, request: { by: 'program' } } as const)
    if (went.outcome !== 'DELIVERED')
      parts.log({ level: 'warn', event: 'alert-delivery-failed', code: went.outcome, count: claimed.attempts })
    await settle(parts, claimed, provider, went)
  } else if (providerType !== 'api') {
    // Nothing leads to Telegram and the like from here. A program may still fetch the alert.
    await letWait(parts, claimed, { until: null, code: 'NO_GATEWAY' })
  } else if (claimed.attempts === 1) await letWait(parts, claimed, { until: parts.now() + DAY })
  else await settle(parts, claimed, provider, { outcome: 'NOT_FETCHED', duration: 0, request: { by: 'program' } })
}

/** Returns how an attempt went that the server itself has broken. One that the database refused is made again after the lease. */
function brokenBy(parts: Parts, error: unknown): Attempt {
  if (error instanceof DatabaseError) throw error
  parts.log({ level: 'error', event: 'unforeseen', ...placeOf(error) })
  return { outcome: 'BROKEN', duration: 0, request: { by: 'program' } }
}

/** Hands over all alerts that are due, one after the other, and returns their number. */
export async function deliverAlerts(parts: Parts, ways: Ways): Promise<number> {
  for (let done = 0; ; done++) if (!(await deliverOne(parts, ways, nothing()))) return done
}

/**
 * Hands alerts over as soon as they wait, until stopped, several at once. Every few seconds it also looks by itself, which
 * retries what failed and finds what other processes left.
 */
export function startAlertDelivery(parts: Parts, ways: Ways, every = 1000): { stop: () => Promise<void> } {
  const busy = nothing()
  const workers = new Set<Promise<void>>()
  let isStopped = false
  let again = false
  const work = async (): Promise<void> => {
    try {
      do again = false
      while (!isStopped && ((await deliverOne(parts, ways, busy, wake)) || again))
    } catch {
      // The claimed ones are tried again after their lease.
      parts.log({ level: 'warn', event: 'alert-delivery-broken' })
    }
  }
  const wake = () => {
    if (isStopped) return
    if (workers.size >= WORKERS) again = true
    else {
      const worker = work().finally(() => workers.delete(worker))
      workers.add(worker)
    }
  }
  const others = parts.delivery.wake
  parts.delivery.wake = () => {
    others()
    wake()
  }
  // One that works is enough to find what is due.
  const timer = setInterval(() => workers.size < WORKERS && wake(), every)
  timer.unref()
  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await Promise.all(workers)
    },
  }
}
