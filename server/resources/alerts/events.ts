import type { AlertEvent, AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { iso } from '../../time'

/** The alert that an event is about. */
export type EventOf = { id: number; ClientId: number; SiteId: number | null }

type Event = {
  event: AlertEvent
  actor: AlertHistory['actor']
  text?: string | null
  details?: Record<string, unknown>
}

/** Returns the actor of a request as a timeline names them. */
export const userOf = ({ actor }: Pick<Context, 'actor'>): AlertHistory['actor'] => ({
  kind: 'user',
  id: actor.id,
  name: actor.name,
})

/** Writes an event into the timeline of an alert, in the transaction of the change. */
export async function writeEvent(
  { parts, tx }: Pick<Context, 'parts' | 'tx'>,
  alert: EventOf,
  { event, actor, text = null, details = {} }: Event,
): Promise<void> {
  const now = iso(parts.now())
  await sql`insert into alert_histories (client_id, alert_id, site_id, event, actor, text, details, created_at, updated_at)
    values (${alert.ClientId}, ${alert.id}, ${alert.SiteId}, ${event}, ${JSON.stringify(actor)}::jsonb, ${text},
      ${JSON.stringify(details)}::jsonb, ${now}, ${now})`.execute(tx)
}
