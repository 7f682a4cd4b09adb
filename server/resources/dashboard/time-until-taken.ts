import { DAYS, LATEST, type TimeUntilTaken } from '@tocsin/core/api/dashboard'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf } from '../../context/actor'
import type { Context } from '../../context/context'
import { isWithinScope } from '../../records/tenancy'
import { iso } from '../../time'

/** Returns how long alerts waited until somebody first took them. `clientId` narrows them to one client. */
export async function timeUntilTaken(context: Context, clientId?: number): Promise<TimeUntilTaken> {
  await byIndex(context)
  const { rows } = await timeUntilTakenQuery(context, clientId).execute(context.tx)
  return rows[0]!
}

/**
 * Has what the transaction reads from now on read in the order of an index. The database expects few rows behind the
 * policies: it would read all taken alerts of two weeks, and sort them for the latest.
 */
export const byIndex = ({ tx }: Context): Promise<unknown> =>
  sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`.execute(tx)

/**
 * Returns the query of both medians. It reads the latest taken alerts from an index of such (migration 0038), those of each
 * client alone: at most `LATEST` of a client and a period, however many others there are.
 */
export function timeUntilTakenQuery(context: Context, clientId?: number): RawBuilder<TimeUntilTaken> {
  const { kind, clientIds } = scopeOf(context.actor)
  const own = kind === 'clients' && context.parts.fences.code ? clientIds : null
  const clients = clientId === undefined ? own : [clientId]
  const latest = (period: RawBuilder<unknown>, index: RawBuilder<unknown>) => sql`
    select r.first_taken_at, r.created_at from alerts r
    where r.first_taken_at is not null and not r.test and not r.data_channel and ${period} and ${index}
      and coalesce(r.resolution, '') not in ('test', 'drill')
      and ${isWithinScope(context, sql.ref('r.client_id'), sql.ref('r.site_id'))}
    order by r.first_taken_at desc limit ${LATEST}`
  const taken = (period: RawBuilder<unknown>) =>
    clients === null
      ? latest(period, sql`r.id > 0`)
      : sql`select t.* from unnest(${clients}::int[]) c (id)
          cross join lateral (${latest(period, sql`r.client_id = c.id`)}) t
          order by t.first_taken_at desc limit ${LATEST}`
  const median = (period: RawBuilder<unknown>) => sql`(select round(1000 * percentile_cont(0.5) within group (
      order by extract(epoch from t.first_taken_at - t.created_at)::float8)) from (${taken(period)}) t)`
  const startOf = (days: number) => sql`(timezone('America/Sao_Paulo', ${iso(context.parts.now())}::timestamptz)::date
    - ${days - 1}::int)::timestamp at time zone 'America/Sao_Paulo'`
  return sql<TimeUntilTaken>`select d.since as "from", ${median(sql`r.first_taken_at >= d.since`)} as median,
      ${median(sql`r.first_taken_at >= d.former and r.first_taken_at < d.since`)} as before
    from (select ${startOf(DAYS)} as since, ${startOf(2 * DAYS)} as former) d`
}
