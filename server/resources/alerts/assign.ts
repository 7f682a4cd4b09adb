import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { afterCommit } from '../../db/transaction'
import { iso } from '../../time'
import type { EventOf } from './events'

type Person = { id: number; name: string }
type Writing = Pick<Context, 'parts' | 'tx'>

/** Ends the assignment of the person who works on an alert, if there is one, and begins that of the next one, if there is. */
async function writeAssignment({ parts, tx }: Writing, alert: EventOf, next: Person | null): Promise<void> {
  await sql`select tocsin_assign_person(${alert.id}::int, ${next?.id ?? null}::int, ${next?.name ?? null}::text,
    ${iso(parts.now())}::timestamptz)`.execute(tx)
}

/** Ends the assignment of the person who works on an alert, if there is one. */
export const endAssignment = (writing: Writing, alert: EventOf): Promise<void> => writeAssignment(writing, alert, null)

/** Assigns an alert that was resolved again to the person who worked on it, if there was one. */
export const resumeAssignment = (writing: Writing, alert: Alert): Promise<void> =>
  writeAssignment(writing, alert, alert.takenBy)

/** Assigns an alert to a person, and returns the columns of the alert that say so. */
export async function assignPerson(writing: Writing, alert: Alert, person: Person): Promise<Record<string, unknown>> {
  const now = iso(writing.parts.now())
  await writeAssignment(writing, alert, person)
  return {
    taken_by: sql`${JSON.stringify({ id: person.id, name: person.name })}::jsonb`,
    taken_at: now,
    // The first to have it, a person or a provider, makes it processed.
    processed_at: alert.processedAt ?? now,
  }
}

/** Returns the condition for the monitoring providers (`p`) that an alert can be assigned to: the client's own, and those offered. */
export const assignable = ({ ClientId }: Pick<EventOf, 'ClientId'>) =>
  sql`p.client_id in (${ClientId}::int, ${PROVIDER_CLIENT_ID}) and p.active`

type Provider = { id: number; client_id: number; name: string; provider_type: string }

/**
 * Assigns an alert to a monitoring provider of its client or of the provider's own, which delivers it. Returns the
 * provider; null if there is none of that id, or none that is active, and undefined if it has the alert already.
 */
export async function assignProvider(
  { parts, tx }: Writing,
  alert: EventOf,
  providerId: number,
): Promise<Provider | null | undefined> {
  const now = iso(parts.now())
  const { rows } = await sql<Provider>`select p.id, p.client_id, p.name, p.provider_type
    from monitoring_providers p where p.id = ${providerId} and ${assignable(alert)}`.execute(tx)
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
  { parts, tx }: Writing,
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
    where p.id = any (${providerIds}::int[]) and ${assignable(alert)} order by p.id
    on conflict (client_id, alert_id, monitoring_provider_id) do nothing`.execute(tx)
  afterCommit(tx, () => parts.delivery.wake())
}
