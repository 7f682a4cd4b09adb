import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { clientFieldOf, type Draft } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf, type Actor } from '../context/actor'
import type { Context } from '../context/context'
import { forbidden } from '../http/failures'
import type { Condition } from './overrides'
import type { ServedResource } from './served-resource'

/**
 * Returns the condition for the rows of a resource (`r`) that the actor may see; null for all of them. This is the
 * first of two fences, which also lets the planner use the client's index. The policies of the schema are the second
 * (server/db/migrations).
 */
export const withinScope = (served: ServedResource, context: Context): RawBuilder<unknown> | null =>
  scopeCondition(served, context)?.condition ?? null

/** Returns the same condition with its columns, if it uses nothing else. */
export function scopeCondition(served: ServedResource, { actor, parts }: Context): Condition | null {
  if (!parts.fences.code) return null
  const scope = scopeOf(actor)
  if (scope.kind === 'all') return null
  const { resource, overrides, stored } = served
  const own = overrides.scope?.(scope, actor)
  if (own) return own
  const clientColumn = stored.get(clientFieldOf(resource) ?? '')?.column
  if (scope.kind !== 'clients' || clientColumn === undefined) return { condition: sql`false` }
  const column = sql.ref(`r.${clientColumn}`)
  const inClients = isAmong(column, scope.clientIds)
  // The provider's own rows are visible to every client whose scope includes them (A-051, A-097).
  if (overrides.shared?.to?.(scope)) return { condition: sql`(${inClients} or ${column} = ${PROVIDER_CLIENT_ID})` }
  const site = siteColumn(served)
  return scope.siteId === null || site === undefined
    ? { condition: inClients, columns: [clientColumn] }
    : { condition: sql`${inClients} and ${sql.ref(`r.${site}`)} = ${scope.siteId}`, columns: [clientColumn, site] }
}

/** Returns the condition for an id that is one of several. */
export function isAmong(column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<unknown> {
  // This is an equality and not a list of one, since only then does an index give the order as well.
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any (${ids}::int[])`
}

/**
 * Returns the condition for rows of the actor's clients, in a table that no resource declares. With `site`, an actor
 * bound to a site sees that site alone; without it, such an actor sees none of the rows.
 */
export function isWithinScope(
  { actor, parts }: Context,
  client: RawBuilder<unknown>,
  site?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { kind, clientIds, siteId } = scopeOf(actor)
  if (!parts.fences.code || kind === 'all') return sql`true`
  if (kind !== 'clients') return sql`false`
  if (siteId === null) return isAmong(client, clientIds)
  return site ? sql`(${isAmong(client, clientIds)} and ${site} = ${siteId})` : sql`false`
}

/** Returns whether a client is one of those whose records the actor sees. */
export function isTheirs({ actor, parts }: Context, clientId: number | null): boolean {
  if (clientId === null || !Number.isSafeInteger(clientId)) return false
  const { kind, clientIds } = scopeOf(actor)
  return !parts.fences.code || kind === 'all' || clientIds.includes(clientId)
}

/**
 * Returns whether an actor bound to a site may write no record of this resource. They read the records of the whole
 * client, and others change them (A-045, T06).
 */
export function beyondSite(served: ServedResource, actor: Actor): boolean {
  return scopeOf(actor).siteId !== null && siteColumn(served) === undefined && !served.resource.personal
}

/**
 * Throws ApiError 403 if an actor bound to a site writes a record of another site, or of none. The policy would refuse
 * it as well, but as a missing record.
 */
export function refuseOtherSite({ resource: { site } }: ServedResource, actor: Actor, record: Draft): void {
  const { siteId } = scopeOf(actor)
  if (siteId !== null && site !== undefined && (record[site] ?? null) !== siteId) throw forbidden([])
}

/** Returns the column by which a record belongs to a site. */
const siteColumn = ({ resource, stored }: ServedResource): string | undefined => stored.get(resource.site ?? '')?.column
