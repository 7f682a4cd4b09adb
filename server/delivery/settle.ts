import { DELIVERY_OUTCOMES, type DeliveryOutcome } from '@tocsin/core/resources/monitoring-providers/types'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'
import { noteOutcome } from '../outbox/webhooks'
import { SERVER_ITSELF, writeEvent } from '../resources/alerts/events'
import { logAttempt, noteDelivered, type Attempt } from '../resources/alerts/handed-over'
import { iso } from '../time'
import type { Claimed, Provider } from './claims'
import { markFailing } from './failing'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The pauses after each failed attempt, in ms. They add up to a day, after which the alert is given up. */
export const PAUSES: readonly number[] = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR + 38 * MINUTE + 40 * SECOND,
]

/** An attempt that says nothing of the provider's own reach: the provider was switched off, or is gone. */
const NOT_ITS_FAULT: readonly string[] = ['INACTIVE', 'GONE', 'NO_GATEWAY', 'BROKEN']

const isPush = (outcome: string): outcome is DeliveryOutcome => DELIVERY_OUTCOMES.some((one) => one === outcome)

/** Writes down how an attempt went, in one transaction: assignment, timeline, log and provider. */
export async function settle(
  parts: Parts,
  claimed: Claimed,
  provider: Provider | undefined,
  attempt: Attempt,
): Promise<void> {
  await withServer(parts.database, async (tx) => {
    const { providerId, id } = claimed
    if (attempt.outcome === 'DELIVERED')
      await noteDelivered({ parts, tx }, providerId, [id], { actor: SERVER_ITSELF, pushed: true })
    else await noteFailed(parts, tx, claimed, attempt)
    await logAttempt({ parts, tx }, providerId, [claimed], attempt)
    if (isPush(attempt.outcome)) await noteOutcome({ parts, tx }, providerId, attempt.outcome)
    const { outcome } = attempt
    if (provider && outcome !== 'DELIVERED' && !NOT_ITS_FAULT.includes(outcome))
      await markFailing({ parts, tx }, provider, outcome === 'NOT_FETCHED' ? DAY : 0)
  })
}

/** The timeline tells of the first failure and of the last one alone, so that an alert that fails for a day stays readable. */
async function noteFailed(parts: Parts, tx: Tx, claimed: Claimed, { outcome, status }: Attempt): Promise<void> {
  const { id, ClientId, attempts, assignment, providerId, provider } = claimed
  const now = parts.now()
  const pause = ['GONE', 'NOT_FETCHED'].includes(outcome) ? undefined : PAUSES[attempts - 1]
  const isOver = pause === undefined
  // The alert is held first, as by whoever works on it, so that no two wait for each other.
  await sql`select from alerts where client_id = ${ClientId} and id = ${id} for key share`.execute(tx)
  // Somebody may have had it sent again meanwhile, or a program may have fetched it.
  const { rows } =
    await sql`update alert_assignments set delivery = ${isOver ? 'given-up' : 'failing'}, code = ${outcome},
      next_attempt_at = ${isOver ? null : iso(now + pause)}, updated_at = ${iso(now)}, version = version + 1
    where client_id = ${ClientId} and id = ${assignment} and attempts = ${attempts}
      and delivery in ('waiting', 'failing') returning id`.execute(tx)
  if (rows.length === 0 || (attempts > 1 && !isOver)) return
  const details = {
    provider: { id: providerId, name: provider.name },
    code: outcome,
    attempts,
    ...(status === undefined ? {} : { status }),
  }
  await writeEvent({ parts, tx }, claimed, { event: isOver ? 'given-up' : 'failed', actor: SERVER_ITSELF, details })
}

/**
 * Lets an assignment wait that nothing is sent for: `until` is the time (ms) at which it is looked at again, if it is not
 * fetched before; null for never. `code` says why, if the server has no way to the provider.
 */
export async function letWait(
  parts: Parts,
  claimed: Claimed,
  { until, code = null }: { until: number | null; code?: 'NO_GATEWAY' | null },
): Promise<void> {
  const { id, ClientId, assignment, attempts, providerId, provider } = claimed
  await withServer(parts.database, async (tx) => {
    await sql`select from alerts where client_id = ${ClientId} and id = ${id} for key share`.execute(tx)
    await sql`update alert_assignments set code = ${code}, next_attempt_at = ${until === null ? null : iso(until)},
        updated_at = ${iso(parts.now())}, version = version + 1
      where client_id = ${ClientId} and id = ${assignment} and attempts = ${attempts} and delivery = 'waiting'`.execute(
      tx,
    )
    if (code === null) return
    await logAttempt({ parts, tx }, providerId, [claimed], { outcome: code, duration: 0, request: { by: 'program' } })
    const details = { provider: { id: providerId, name: provider.name }, code, attempts }
    await writeEvent({ parts, tx }, claimed, { event: 'failed', actor: SERVER_ITSELF, details })
  })
}
