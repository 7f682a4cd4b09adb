import { sql } from 'kysely'

/**
 * The snapshot of a statement, with the first of its transactions that is not settled: the oldest one that still runs
 * here, or the next one to begin. Transactions are numbered for all databases of one PostgreSQL together. Those that a
 * connection of another database runs write nothing here, and nothing waits for them. One that no connection has, as a
 * prepared one, is waited for.
 */
export const PRESENT = sql`(select snapshot, coalesce(
    (select min(running) from pg_snapshot_xip(snapshot) running
      where not exists (select from pg_stat_get_activity(null) other where other.backend_xid = running::xid
        and other.datid <> (select oid from pg_database where datname = current_database()))),
    pg_snapshot_xmax(snapshot)) as unsettled
  from (select pg_current_snapshot() as snapshot) taken offset 0)`
