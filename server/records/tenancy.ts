import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { clientFieldOf, type Draft } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf, type Actor } from '../context/actor'
import type { Context } from '../context/context'
import { forbidden } from '../http/failures'
import type { Condition } from './overrides'
import type { ServedResource } from './served-resource'

/**
 * Returns the condition for the rows of a resource (`r`) that the asker may see; null: all of them. This first of two
 * fences lets the planner use the client's index. The policies of the schema are the second (server/db/migrations).
 */
export const withinScope = (served: ServedResource, context: Context): RawBuilder<unknown> | null =>
  scopeCondition(served, context)?.condition ?? null

/** Returns the same with its columns, where it has no others. */
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
  const [only] = scope.clientIds
  // An equality, not a list of one: then the client's index gives its order as well.
  const inClients =
    scope.clientIds.length === 1 ? sql`${column} = ${only}` : sql`${column} = any (${scope.clientIds}::int[])`
  // The provider's own rows are there for every client whose scope may see them (A-051, A-097).
  if (overrides.shared?.to?.(scope)) return { condition: sql`(${inClients} or ${column} = ${PROVIDER_CLIENT_ID})` }
  const site = siteColumn(served)
  return scope.siteId === null || site === undefined
    ? { condition: inClients, columns: [clientColumn] }
    : { condition: sql`${inClients} and ${sql.ref(`r.${site}`)} = ${scope.siteId}` }
}

/**
 * Returns whether a record of this resource is more than somebody bound to a site may write: they read the records of
 * the whole client, and others change them (A-045, T06).
 */
export function beyondSite(served: ServedResource, actor: Actor): boolean {
  return scopeOf(actor).siteId !== null && siteColumn(served) === undefined
}

/**
 * Refuses a record of another site, or of none, to somebody bound to a site. The policy would refuse it as well, but as
 * one that is not there. Throws ApiError 403.
 */
export function refuseOtherSite({ resource: { site } }: ServedResource, actor: Actor, record: Draft): void {
  const { siteId } = scopeOf(actor)
  if (siteId !== null && site !== undefined && (record[site] ?? null) !== siteId) throw forbidden([])
}

/** The column by which a record belongs to a site. */
const siteColumn = ({ resource, stored }: ServedResource): string | undefined => stored.get(resource.site ?? '')?.column
