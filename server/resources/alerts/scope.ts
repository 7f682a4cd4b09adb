import { sql } from 'kysely'
import { scopeOf, type Actor } from '../../context/actor'
import type { Scope } from '../../db/scope'
import type { Condition } from '../../records/overrides'

/**
 * Returns the condition for the rows of a provider's people and programs: those of alerts that the provider is assigned
 * to. Undefined for other scopes. `alert` is the column with the id of the alert.
 */
export const ofAssignedAlerts =
  (alert: 'id' | 'alert_id') =>
  ({ kind, providerId }: Scope): Condition | undefined =>
    kind === 'provider'
      ? {
          condition: sql`${sql.ref(`r.${alert}`)} in (select a.alert_id from alert_assignments a
            where a.monitoring_provider_id = ${providerId}::int)`,
        }
      : undefined

/** Returns the condition for the rows of a provider's people and programs: those of the provider itself. */
export const ofOwnProvider = ({ kind, providerId }: Scope): Condition | undefined =>
  kind === 'provider' ? { condition: sql`r.monitoring_provider_id = ${providerId}::int` } : undefined

/** Returns the condition for the events of a provider's alerts that are not about another provider. */
export const ofProvidersEvents = (scope: Scope): Condition | undefined => {
  const assigned = ofAssignedAlerts('alert_id')(scope)
  const own = String(scope.providerId)
  return (
    assigned && {
      condition: sql`(${assigned.condition} and coalesce(r.details #>> '{provider,id}',
        r.details #>> '{to,provider,id}', ${own}) = ${own})`,
    }
  )
}

/** The client and the site of an alert, and the monitoring providers that it is assigned to: they decide who sees it. */
type SeenBy = { clientId: number; siteId: number | null; providerIds: readonly number[] }

/** Returns whether an alert is within an actor's scope, as both fences have it. */
export function isAlertWithin(actor: Actor, alert: SeenBy): boolean {
  const { kind, clientIds, siteId, providerId } = scopeOf(actor)
  if (kind === 'clients') return clientIds.includes(alert.clientId) && (siteId === null || alert.siteId === siteId)
  return kind === 'all' || (kind === 'provider' && providerId !== null && alert.providerIds.includes(providerId))
}
