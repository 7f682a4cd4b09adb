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

/** The actor of an event that the server itself makes happen. */
export const SERVER_ITSELF: AlertHistory['actor'] = { kind: 'server', id: null, name: null }

/** Returns the actor of a request as a timeline names them: a program by the name of its token. */
export const userOf = ({ actor }: Pick<Context, 'actor'>): AlertHistory['actor'] =>
  actor.program
    ? { kind: 'program', id: actor.program.id, name: actor.name }
    : { kind: 'user', id: actor.id, name: actor.name }

/** Writes the same event into the timelines of several alerts, in the transaction of the change. Returns the ids of the events. */
export async function writeEvents(
  { parts, tx }: Pick<Context, 'parts' | 'tx'>,
  alerts: readonly EventOf[],
  { event, actor, text = null, details = {} }: Event,
): Promise<number[]> {
  const now = iso(parts.now())
  const of = alerts.map(({ id, ClientId, SiteId }) => ({ id, client_id: ClientId, site_id: SiteId }))
  const { rows } = await sql<{
    id: number
  }>`insert into alert_histories (client_id, alert_id, site_id, event, actor, text, details, created_at, updated_at)
    select client_id, id, site_id, ${event}, ${JSON.stringify(actor)}::jsonb, ${text}::text,
      ${JSON.stringify(details)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as x(id int, client_id int, site_id int)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Writes an event into the timeline of an alert, in the transaction of the change. Returns its id. */
export async function writeEvent(
  context: Pick<Context, 'parts' | 'tx'>,
  alert: EventOf,
  event: Event,
): Promise<number> {
  const [id] = await writeEvents(context, [alert], event)
  return id!
}
