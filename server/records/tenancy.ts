import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf, type Actor } from '../context/actor'
import type { Context } from '../context/context'
import type { Condition } from './handlers'
import type { ServedNoun } from './nouns'

const NOTHING = sql`false`

/**
 * Which rows of a noun (`r`) the asker may see, said by the code: the first of two fences, and what lets the planner use the
 * client's index. The policies of the schema say the same on their own (server/db/migrations). Null: all of them.
 */
export const withinScope = (noun: ServedNoun, context: Context): RawBuilder<unknown> | null =>
  scopeCondition(noun, context)?.condition ?? null

/** The same with the column that it speaks of, where it is one. */
export function scopeCondition(noun: ServedNoun, { actor, parts }: Context): Condition | null {
  if (!parts.fences.code) return null
  const scope = scopeOf(actor)
  if (scope.kind === 'all') return null
  const { name, tenant } = noun.resource
  // Everybody sees themselves.
  if (name === 'users') return { condition: sql`(r.id = ${actor.id} or ${usersInScope(scope)})` }
  if (name === 'monitoring-providers' && scope.kind === 'provider')
    return { condition: sql`r.id = ${scope.providerId}`, columns: ['id'] }
  if (scope.kind !== 'clients') return { condition: NOTHING }
  // A person of the mobile app is of every client in which they have a profile (A-046).
  if (name === 'mobile-users')
    return {
      condition: sql`exists (select from maps m where m.mobile_user_uuid = r.uuid and m.client_id = any (${scope.clientIds}::int[])
        ${scope.siteId === null ? sql`` : sql`and m.site_id = ${scope.siteId}`})`,
    }
  const clientColumn = name === 'clients' ? 'id' : noun.stored.get(tenant ?? '')?.column
  if (clientColumn === undefined) return { condition: NOTHING }
  const column = sql.ref(`r.${clientColumn}`)
  const [only] = scope.clientIds
  // An equality, not a list of one: then the client's index gives its order as well.
  const inClients =
    scope.clientIds.length === 1 ? sql`${column} = ${only}` : sql`${column} = any (${scope.clientIds}::int[])`
  // The provider's own are there for every client, for whom that may see them (A-051, A-097).
  if (offersProviders(name, scope)) return { condition: sql`(${inClients} or ${column} = ${PROVIDER_CLIENT_ID})` }
  const site = siteColumn(noun)
  return scope.siteId === null || site === undefined
    ? { condition: inClients, columns: [clientColumn] }
    : { condition: sql`${inClients} and ${sql.ref(`r.${site}`)} = ${scope.siteId}` }
}

function offersProviders(noun: string, scope: ReturnType<typeof scopeOf>): boolean {
  if (noun === 'monitoring-providers') return scope.globals === true
  if (noun === 'registration-handlers') return scope.clientIds.length > 0
  return noun === 'registration-handlers-v2' && scope.internals === true
}

/**
 * Whether a record of this noun is more than somebody bound to a site may write: what belongs to the whole client is read by
 * them and changed by others (A-045, T06).
 */
export function beyondSite(noun: ServedNoun, actor: Actor): boolean {
  return scopeOf(actor).siteId !== null && siteColumn(noun) === undefined
}

/** The column by which a record belongs to a site. */
const siteColumn = ({ resource, stored }: ServedNoun): string | undefined => stored.get(resource.site ?? '')?.column

function usersInScope(scope: ReturnType<typeof scopeOf>): RawBuilder<unknown> {
  if (scope.kind === 'provider')
    return sql`(r.user_type = 'monitoring-provider' and r.monitoring_provider_id = ${scope.providerId})`
  if (scope.kind !== 'clients') return NOTHING
  const ofSite = scope.siteId === null ? sql`` : sql` and r.site_id = ${scope.siteId}`
  return sql`(r.user_type = 'client' and r.client_id = any (${scope.clientIds}::int[])${ofSite})`
}
