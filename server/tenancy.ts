import { PROVIDER_CLIENT_ID } from '@tocsin/core/constants'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf, type Actor } from './actor'
import type { Context } from './handlers'
import type { ServedNoun } from './nouns'

const NOTHING = sql`false`

/**
 * Which rows of a noun (`r`) the asker may see, said by the code: the first of two fences, and what lets the planner use the
 * client's index. The policies of the schema say the same on their own (server/db/migrations). Null: all of them.
 */
export function withinScope(noun: ServedNoun, { actor, parts }: Context): RawBuilder<unknown> | null {
  if (!parts.fences.code) return null
  const scope = scopeOf(actor)
  if (scope.kind === 'all') return null
  const { name, tenant } = noun.resource
  // Everybody sees themselves.
  if (name === 'users') return sql`(r.id = ${actor.id} or ${usersInScope(scope)})`
  if (name === 'monitoring-providers' && scope.kind === 'provider') return sql`r.id = ${scope.providerId}`
  if (scope.kind !== 'clients') return NOTHING
  const clientColumn = name === 'clients' ? 'id' : noun.stored.get(tenant ?? '')?.column
  if (clientColumn === undefined) return NOTHING
  const column = sql.ref(`r.${clientColumn}`)
  const [only] = scope.clientIds
  // An equality, not a list of one: then the client's index gives its order as well.
  const inClients =
    scope.clientIds.length === 1 ? sql`${column} = ${only}` : sql`${column} = any (${scope.clientIds}::int[])`
  // The provider's own are there for every client, for whom that may see them (A-051).
  if (name === 'monitoring-providers' && scope.globals) return sql`(${inClients} or ${column} = ${PROVIDER_CLIENT_ID})`
  const site = siteColumn(noun)
  return scope.siteId === null || site === undefined
    ? inClients
    : sql`${inClients} and ${sql.ref(`r.${site}`)} = ${scope.siteId}`
}

/**
 * Whether a record of this noun is more than somebody bound to a site may write: what belongs to the whole client is read by
 * them and changed by others (A-045, T06).
 */
export function beyondSite(noun: ServedNoun, actor: Actor): boolean {
  return scopeOf(actor).siteId !== null && siteColumn(noun) === undefined
}

/** Where a noun says which site it belongs to; a site is its own. */
function siteColumn(noun: ServedNoun): string | undefined {
  const { name } = noun.resource
  return name === 'sites' || name === 'teams' ? 'id' : noun.stored.get('SiteId')?.column
}

function usersInScope(scope: ReturnType<typeof scopeOf>): RawBuilder<unknown> {
  if (scope.kind === 'provider')
    return sql`(r.user_type = 'monitoring-provider' and r.monitoring_provider_id = ${scope.providerId})`
  if (scope.kind !== 'clients') return NOTHING
  const ofSite = scope.siteId === null ? sql`` : sql` and r.site_id = ${scope.siteId}`
  return sql`(r.user_type = 'client' and r.client_id = any (${scope.clientIds}::int[])${ofSite})`
}
