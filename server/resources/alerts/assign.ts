import type { Alert } from '@tocsin/core/resources/alerts/types'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { afterCommit } from '../../db/transaction'
import { iso } from '../../time'
import type { EventOf } from './events'

/** Ends the assignment of the person who works on an alert, if there is one. */
export async function endAssignment({ parts, tx }: Pick<Context, 'parts' | 'tx'>, alert: EventOf): Promise<void> {
  const now = iso(parts.now())
  await sql`update alert_assignments set ended_at = ${now}, updated_at = ${now}, version = version + 1
    where client_id = ${alert.ClientId} and alert_id = ${alert.id} and user_id is not null and ended_at is null`.execute(
    tx,
  )
}

/** Assigns an alert to a person, and returns the columns of the alert that say so. */
export async function assignPerson(
  context: Pick<Context, 'parts' | 'tx'>,
  alert: Alert,
  person: { id: number; name: string },
): Promise<Record<string, unknown>> {
  const now = iso(context.parts.now())
  await endAssignment(context, alert)
  await sql`insert into alert_assignments (client_id, alert_id, site_id, user_id, "user", created_at, updated_at)
    values (${alert.ClientId}, ${alert.id}, ${alert.SiteId}, ${person.id},
      ${JSON.stringify({ name: person.name })}::jsonb, ${now}, ${now})`.execute(context.tx)
  return {
    taken_by: sql`${JSON.stringify({ id: person.id, name: person.name })}::jsonb`,
    taken_at: now,
    // The first to have it, a person or a provider, makes it processed.
    processed_at: alert.processedAt ?? now,
  }
}

type Provider = { id: number; client_id: number; name: string; provider_type: string }

/**
 * Assigns an alert to a monitoring provider of its client or of the provider's own, which delivers it. Returns the
 * provider; null if there is none of that id, or none that is active, and undefined if it has the alert already.
 */
export async function assignProvider(
  { parts, tx }: Pick<Context, 'parts' | 'tx'>,
  alert: EventOf,
  providerId: number,
): Promise<Provider | null | undefined> {
  const now = iso(parts.now())
  const { rows } = await sql<Provider>`select id, client_id, name, provider_type from monitoring_providers
    where id = ${providerId} and client_id in (${alert.ClientId}, 1) and active`.execute(tx)
  const [provider] = rows
  if (!provider) return null
  const told = JSON.stringify({ name: provider.name, providerType: provider.provider_type })
  const { rows: made } = await sql<{ id: number }>`insert into alert_assignments (client_id, alert_id, site_id,
      monitoring_provider_id, monitoring_provider, delivery, next_attempt_at, created_at, updated_at)
    values (${alert.ClientId}, ${alert.id}, ${alert.SiteId}, ${provider.id}, ${told}::jsonb, 'waiting', ${now}, ${now}, ${now})
    on conflict (client_id, alert_id, monitoring_provider_id) do nothing returning id`.execute(tx)
  if (made.length === 0) return undefined
  afterCommit(tx, () => parts.delivery.wake())
  return provider
}

/**
 * Assigns an alert to those of some monitoring providers that are active: the client's own, and those that the provider
 * offers.
 */
export async function assignProviders(
  { parts, tx }: Pick<Context, 'parts' | 'tx'>,
  alert: EventOf,
  providerIds: readonly number[],
): Promise<void> {
  if (providerIds.length === 0) return
  const now = iso(parts.now())
  await sql`insert into alert_assignments (client_id, alert_id, site_id, monitoring_provider_id, monitoring_provider,
      delivery, next_attempt_at, created_at, updated_at)
    select ${alert.ClientId}::int, ${alert.id}::int, ${alert.SiteId}::int, p.id,
      jsonb_build_object('name', p.name, 'providerType', p.provider_type), 'waiting', ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz
    from monitoring_providers p
    where p.id = any (${providerIds}::int[]) and p.client_id in (${alert.ClientId}, 1) and p.active order by p.id
    on conflict (client_id, alert_id, monitoring_provider_id) do nothing`.execute(tx)
  afterCommit(tx, () => parts.delivery.wake())
}
