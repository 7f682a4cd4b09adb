import { DAYS, type AlertDay } from '@tocsin/core/api/dashboard'
import { sql } from 'kysely'
import { scopeOf } from '../../context/actor'
import type { Context } from '../../context/context'
import { isWithinScope } from '../../records/tenancy'
import { iso } from '../../time'

/**
 * Returns the alerts of each of the last days, in order, from the kept counts. Days are those of Brazil, as in
 * migration 0029. `clientId` narrows them to one client.
 */
export async function alertDays(context: Context, clientId?: number): Promise<AlertDay[]> {
  const { siteId } = scopeOf(context.actor)
  const counts =
    siteId === null
      ? sql`alert_days r where ${isWithinScope(context, sql.ref('r.client_id'))}`
      : sql`alert_site_days r where r.site_id = ${siteId}
          and ${isWithinScope(context, sql.ref('r.client_id'), sql.ref('r.site_id'))}`
  const today = sql`timezone('America/Sao_Paulo', ${iso(context.parts.now())}::timestamptz)::date`
  const { rows } = await sql<AlertDay>`select to_char(d.day, 'YYYY-MM-DD') as day,
      coalesce(sum(c.rows) filter (where not c.test), 0)::int as alerts,
      coalesce(sum(c.rows) filter (where c.test), 0)::int as tests
    from generate_series(${today} - ${DAYS - 1}::int, ${today}, interval '1 day') d (day)
    left join (select r.day, r.test, sum(r.rows) as rows from ${counts}
          and r.day between ${today} - ${DAYS - 1}::int and ${today} and not r.data_channel
          ${clientId === undefined ? sql`` : sql`and r.client_id = ${clientId}`}
        group by r.day, r.test) c on c.day = d.day::date
    group by d.day order by d.day`.execute(context.tx)
  return rows
}
