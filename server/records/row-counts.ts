import { snake } from '@tocsin/core/base/naming'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf } from '../context/actor'
import type { Context } from '../context/context'
import type { Condition } from './overrides'
import type { ServedResource } from './served-resource'

/** The columns, by table, for whose combinations of values the database keeps the number of rows (migrations 0013 and 0032). */
export const COUNTED: Readonly<Record<string, readonly string[]>> = {
  sites: ['client_id', 'site_type', 'active', 'project_id', 'app_id'],
  teams: ['client_id', 'site_type', 'active', 'project_id', 'app_id'],
  registration_codes: ['client_id'],
  registration_data: ['client_id', 'registration_data_schema_id'],
  maps: ['client_id', 'status', 'role'],
  mobile_users: ['active'],
  survey_results: ['client_id', 'survey_id'],
  broadcast_messages: ['client_id', 'active'],
  apps: ['client_id'],
  channels: ['client_id', 'app_id'],
  audit_events: ['client_id', 'noun', 'verb'],
  alerts: ['client_id', 'open', 'processed', 'priority', 'test', 'data_channel'],
}

/** Further tables of counts, with the site among their columns: they serve those who are bound to one as well (migration 0029). */
const COUNTED_BY_SITE: Readonly<Record<string, { counts: string; columns: readonly string[] }>> = {
  alerts: { counts: 'alert_site_days', columns: ['client_id', 'site_id', 'test', 'data_channel'] },
}

/** Returns conditions as the clause of a query over `r`. */
export const filterOf = (where: readonly Condition[]): RawBuilder<unknown> =>
  where.length > 0
    ? sql`where ${sql.join(
        where.map(({ condition }) => condition),
        sql` and `,
      )}`
    : sql``

export type Total = { total: number }

/**
 * Returns the query that sums the kept counts of the rows for which all conditions hold; null if a condition needs more
 * than the counted columns. The counts have the columns of the rows, so that the same conditions apply to them.
 */
export function keptCount(
  served: ServedResource,
  context: Context,
  where: readonly Condition[],
): RawBuilder<Total> | null {
  const table = snake(served.resource.name)
  const isCounted = (counted: readonly string[]) =>
    where.every(({ columns }) => columns?.every((column) => counted.includes(column)))
  const sumOf = (counts: string) =>
    sql<Total>`select coalesce(sum(r.rows), 0) as total from ${sql.table(counts)} r ${filterOf(where)}`
  const counted = COUNTED[table]
  // An actor bound to a site sees only a part of the counted rows.
  if (counted && scopeOf(context.actor).siteId === null && isCounted(counted)) return sumOf(`${table}_counts`)
  const bySite = COUNTED_BY_SITE[table]
  return bySite && isCounted(bySite.columns) ? sumOf(bySite.counts) : null
}
