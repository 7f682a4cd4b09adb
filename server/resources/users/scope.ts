import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../db/scope'

/**
 * Returns the condition for the users `alias` in a scope: those of the clients or of the monitoring provider, but never the
 * provider's staff.
 */
export function usersInScope({ kind, clientIds, siteId, providerId }: Scope, alias = 'r'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (kind === 'provider')
    return sql`(${column('user_type')} = 'monitoring-provider' and ${column('monitoring_provider_id')} = ${providerId})`
  if (kind !== 'clients') return sql`false`
  const ofSite = siteId === null ? sql`` : sql` and ${column('site_id')} = ${siteId}`
  return sql`(${column('user_type')} = 'client' and ${column('client_id')} = any (${clientIds}::int[])${ofSite})`
}
