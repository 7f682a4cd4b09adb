import type { AlertDelivery, AttemptOutcome } from '@tocsin/core/resources/alert-deliveries/types'
import type { AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import { sql } from 'kysely'
import { withServer, type Actor } from '../../context/actor'
import type { Context } from '../../context/context'
import type { Parts } from '../../context/parts'
import { iso } from '../../time'
import { userOf, writeEvents, type EventOf } from './events'

type Writing = Pick<Context, 'parts' | 'tx'>

/** The assignment of an alert to a provider, with the number of its attempts. */
export type Assigned = EventOf & {
  assignment: number
  attempts: number
  provider: { name: string; providerType: string }
}

/** The course of an attempt. The duration is in ms. */
export type Attempt = {
  outcome: AttemptOutcome
  status?: number | undefined
  duration: number
  request: AlertDelivery['request']
  answer?: string | undefined
}

/** The characters of an answer that are kept. */
const ANSWER_KEPT = 2000

/** Writes an attempt into the log, of each of these assignments to a provider. */
export async function logAttempt(
  { parts, tx }: Writing,
  providerId: number,
  assigned: readonly Assigned[],
  { outcome, status, duration, request, answer }: Attempt,
): Promise<void> {
  const now = iso(parts.now())
  const rows = assigned.map(({ id, ClientId, SiteId, ...rest }) => ({ ...rest, id, client: ClientId, site: SiteId }))
  // A text of the database has no NUL.
  const kept = answer?.replaceAll('\0', '').slice(0, ANSWER_KEPT).toWellFormed() || null
  await sql`insert into alert_deliveries (client_id, created_at, updated_at, alert_id, site_id, alert_assignment_id,
      monitoring_provider_id, monitoring_provider, attempt, outcome, status, duration, request, answer)
    select client, ${now}::timestamptz, ${now}::timestamptz, id, site, assignment, ${providerId}::int, provider, attempts,
      ${outcome}, ${status ?? null}::int, ${duration}::int, ${JSON.stringify(request)}::jsonb, ${kept}::text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id int, client int, site int, assignment int, attempts int, provider jsonb)`.execute(tx)
}

/**
 * Notes that a provider has alerts: the assignments are delivered, alerts that nobody had are processed, the
 * timelines tell of it, and the provider fails no more. Returns the assignments that were not delivered before. Without
 * `pushed`, those that the server sends itself are left to it.
 */
export async function noteDelivered(
  { parts, tx }: Writing,
  providerId: number,
  alertIds: readonly number[],
  { actor, pushed }: { actor: AlertHistory['actor']; pushed: boolean },
): Promise<Assigned[]> {
  const now = iso(parts.now())
  const which = sql`s.monitoring_provider_id = ${providerId} and s.alert_id = any (${alertIds}::int[])
    and s.delivery <> 'delivered' and (${pushed}::boolean
      or not s.monitoring_provider ->> 'providerType' = any (array['webhook', 'email']))`
  // The alerts are held first, as by whoever works on one, so that no two wait for each other.
  const held = await sql`select from alerts a where (a.client_id, a.id) in
    (select s.client_id, s.alert_id from alert_assignments s where ${which}) order by a.id for no key update`.execute(
    tx,
  )
  if (held.rows.length === 0) return []
  const { rows } = await sql<Assigned>`update alert_assignments s
    set delivery = 'delivered', delivered_at = ${now}, code = null, next_attempt_at = null,
      attempts = greatest(attempts, 1), updated_at = ${now}, version = version + 1
    where ${which}
    returning s.id as assignment, s.alert_id as id, s.client_id as "ClientId", s.site_id as "SiteId", s.attempts,
      s.monitoring_provider as provider`.execute(tx)
  const [first] = rows
  if (!first) return []
  await sql`update alerts set processed_at = ${now}, updated_at = ${now}, version = version + 1
    where id = any (${rows.map(({ id }) => id)}::int[]) and processed_at is null`.execute(tx)
  const provider = { id: providerId, name: first.provider.name }
  await writeEvents({ parts, tx }, rows, { event: 'delivered', actor, details: { provider } })
  await sql`update monitoring_providers set failed_since = null, failing_since = null
    where id = ${providerId} and failed_since is not null`.execute(tx)
  return rows
}

/**
 * Notes that alerts have reached their provider by being answered to it: a program has read them, or one of its people or
 * programs has acknowledged one.
 */
export async function noteAnswered(
  parts: Parts,
  actor: Actor,
  rows: readonly { id: number }[],
  verb: string,
): Promise<void> {
  const providerId = actor.MonitoringProviderId
  const isAcknowledged = verb === 'acknowledge'
  if (providerId === null || rows.length === 0 || !(actor.program ?? isAcknowledged)) return
  await withServer(parts.database, async (tx) => {
    const ids = rows.map(({ id }) => id)
    const by = { actor: userOf({ actor }), pushed: isAcknowledged }
    const delivered = await noteDelivered({ parts, tx }, providerId, ids, by)
    await logAttempt({ parts, tx }, providerId, delivered, {
      outcome: isAcknowledged ? 'ACKNOWLEDGED' : 'FETCHED',
      duration: 0,
      request: { by: 'program' },
    })
  })
}
