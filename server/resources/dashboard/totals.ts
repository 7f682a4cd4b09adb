import { TOTALS, type Dashboard, type TotalName } from '@tocsin/core/api/dashboard'
import { may } from '@tocsin/core/vocabulary/permissions'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf } from '../../context/actor'
import type { Context } from '../../context/context'
import { isAmong, isWithinScope } from '../../records/tenancy'
import { appOrDefault } from './app-of-site'

type Sums = Record<TotalName, RawBuilder<unknown>>

const client = sql.ref('r.client_id')

/** Returns the query of each total for an actor who sees whole clients. They sum kept counts, within both fences. */
function sumsOfClients(context: Context): Sums {
  const seen = isWithinScope(context, client)
  return {
    clients: sql`select count(*) from clients r where r.active and ${isWithinScope(context, sql.ref('r.id'))}`,
    apps: sql`select sum(r.rows) from apps_counts r where ${seen}`,
    channels: sql`select sum(r.rows) from channels_counts r where ${seen}`,
    // People belong to no client: their number is for those who see the whole platform.
    mobileUsers: sql`select sum(r.rows) from mobile_users_counts r
      where r.active and ${scopeOf(context.actor).kind === 'all'}`,
    mobileProfiles: sql`select sum(r.rows) from maps_counts r where r.status = 'active' and ${seen}`,
    alerts: sql`select sum(r.rows) from alerts_counts r where not r.test and not r.data_channel and ${seen}`,
  }
}

/** Returns the query of each total for an actor who is bound to a site: what that site has and uses (A-159). */
function sumsOfSite(context: Context, siteId: number): Sums {
  const { clientIds } = scopeOf(context.actor)
  const own = isAmong(client, clientIds)
  const app = sql`(select ${appOrDefault(sql.ref('s.app_id'), sql.ref('s.client_id'))} from sites s where s.id = ${siteId})`
  return {
    clients: sql`select count(*) from clients r where r.active and ${isAmong(sql.ref('r.id'), clientIds)}`,
    apps: sql`select count(*) from apps r where ${own} and r.id = ${app}`,
    channels: sql`select count(*) from channels r where ${own} and r.app_id = ${app}`,
    mobileUsers: sql`select 0`,
    mobileProfiles: sql`select sum(r.profiles) from profiles_by_site r
      where ${isWithinScope(context, client, sql.ref('r.site_id'))} and r.site_id = ${siteId}`,
    alerts: sql`select sum(r.rows) from alert_site_days r where not r.test and not r.data_channel
      and ${isWithinScope(context, client, sql.ref('r.site_id'))} and r.site_id = ${siteId}`,
  }
}

/**
 * Returns these totals of active records, without those that the actor may not see (A-159). `clientId` narrows them to
 * one client; clients themselves and people belong to none.
 */
export async function totalsOf(
  context: Context,
  names: readonly TotalName[],
  clientId?: number,
): Promise<Pick<Dashboard, TotalName>> {
  const seen = names.filter((name) => may(context.actor, `${TOTALS[name]}:view`))
  if (seen.length === 0) return {}
  const { siteId } = scopeOf(context.actor)
  const sums = siteId === null ? sumsOfClients(context) : sumsOfSite(context, siteId)
  const narrowed = clientId === undefined ? sql`` : sql`and ${client} = ${clientId}`
  const { rows } = await sql<Record<TotalName, number>>`select ${sql.join(
    seen.map((name) => sql`coalesce((${sums[name]} ${narrowed}), 0)::int as ${sql.id(name)}`),
  )}`.execute(context.tx)
  return Object.fromEntries(seen.map((name) => [name, { total: rows[0]?.[name] ?? 0 }]))
}
