import { TOP, type TopApp, type TopSite } from '@tocsin/core/api/dashboard'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf } from '../../context/actor'
import type { Context } from '../../context/context'
import { isAmong, isWithinScope } from '../../records/tenancy'
import { appOrDefault } from './app-of-site'

/** The records that the first three are chosen from: those of one client, or some by their ids. Absent: all that the actor sees. */
export type Among = { clientId?: number | undefined; ids?: readonly number[] | undefined }

const CLIENT = sql.ref('p.client_id')

/** Returns the active sites with the most active profiles, at most three, with their apps (A-120, A-159). */
export const topSites = async (context: Context, among: Among): Promise<TopSite[]> =>
  (await topSitesQuery(context, among).execute(context.tx)).rows

/**
 * Returns the query of these sites. They are looked up one by one, those with the most profiles first: without
 * statistics of its tables the database would read all profiles for each site.
 */
export const topSitesQuery = (context: Context, { clientId, ids }: Among): RawBuilder<TopSite> =>
  sql<TopSite>`select jsonb_build_object('id', s.id, 'name', s.name) as site, p.profiles as users,
      (select jsonb_build_object('id', a.id, 'name', a.name) from apps a where a.client_id = s.client_id
        and a.id = ${appOrDefault(sql.ref('s.app_id'), sql.ref('s.client_id'))}) as app
    from profiles_by_site p cross join lateral (
      select * from sites s where s.client_id = p.client_id and s.id = p.site_id and s.active and s.site_type = 'site'
      offset 0) s
    where p.profiles > 0 and ${isWithinScope(context, CLIENT, sql.ref('p.site_id'))}
      ${clientId === undefined ? sql`` : sql`and ${CLIENT} = ${clientId}`}
      ${ids ? sql`and ${isAmong(sql.ref('p.site_id'), ids)}` : sql``}
    order by p.profiles desc, p.site_id limit ${TOP}`

/**
 * Returns the apps with the most active profiles, at most three. A profile uses the app of its site, else the client's
 * default app. For an actor who is bound to a site, the profiles of that site count alone.
 */
export async function topApps(context: Context, { clientId, ids }: Among): Promise<TopApp[]> {
  const { siteId } = scopeOf(context.actor)
  const counted =
    siteId === null
      ? sql`select p.client_id, p.app_id, p.profiles from profiles_by_app p where ${isWithinScope(context, CLIENT)}`
      : sql`select p.client_id, s.app_id, p.profiles
          from profiles_by_site p join sites s on s.client_id = p.client_id and s.id = p.site_id
          where p.site_id = ${siteId} and ${isWithinScope(context, CLIENT, sql.ref('p.site_id'))}`
  const { rows } = await sql<TopApp>`select jsonb_build_object('id', a.id, 'name', a.name) as app,
      sum(p.profiles)::int as users
    from (${counted}) p join apps a on a.client_id = p.client_id
      and a.id = ${appOrDefault(sql.ref('p.app_id'), CLIENT)}
    where true ${clientId === undefined ? sql`` : sql`and ${CLIENT} = ${clientId}`}
      ${ids ? sql`and ${isAmong(sql.ref('a.id'), ids)}` : sql``}
    group by a.id, a.name having sum(p.profiles) > 0 order by users desc, a.id limit ${TOP}`.execute(context.tx)
  return rows
}
