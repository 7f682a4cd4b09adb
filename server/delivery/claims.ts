import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import type { Webhook } from '../outbox/webhooks'
import type { Assigned } from '../resources/alerts/handed-over'
import { iso } from '../time'

/** A provider as it is now. */
export type Provider = Webhook & {
  id: number
  client_id: number
  name: string
  provider_type: string
  active: boolean
  notify_email: string | null
}

/** An assignment that this process tries now. `provider` is its provider as it was then. */
export type Claimed = Assigned & { providerId: number }

/** The time after which another process may try, in ms: longer than any attempt takes. */
const LEASE = 60_000

/**
 * Claims the assignment that is due first, except those of busy providers, for this process alone: any number of
 * processes may deliver from one database. Collected data are never delivered. Returns it with its provider, which
 * is undefined if it was deleted.
 */
export async function claim(parts: Parts, busy: readonly number[]): Promise<[Claimed, Provider | undefined] | null> {
  const now = parts.now()
  return withServer(parts.database, async (tx) => {
    const { rows } = await sql<Claimed>`with due as (
        select s.client_id, s.id from alert_assignments s
          join alerts a on a.client_id = s.client_id and a.id = s.alert_id and not a.data_channel
        where s.delivery in ('waiting', 'failing') and s.next_attempt_at <= ${iso(now)}
          and not s.monitoring_provider_id = any (${busy}::int[])
        order by s.next_attempt_at, s.id limit 1 for update of s skip locked)
      update alert_assignments s set attempts = s.attempts + 1, next_attempt_at = ${iso(now + LEASE)} from due
      where s.client_id = due.client_id and s.id = due.id
      returning s.id as assignment, s.alert_id as id, s.client_id as "ClientId", s.site_id as "SiteId", s.attempts,
        s.monitoring_provider as provider, s.monitoring_provider_id as "providerId"`.execute(tx)
    const [claimed] = rows
    if (!claimed) return null
    const { rows: found } = await sql<Provider>`select id, client_id, name, provider_type, active, notify_email,
        callback_url, signing_nonce, earlier_nonce, earlier_until
      from monitoring_providers where id = ${claimed.providerId}`.execute(tx)
    return [claimed, found[0]]
  })
}
