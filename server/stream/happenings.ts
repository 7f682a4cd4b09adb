import { sql, type RawBuilder } from 'kysely'
import { withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import { PRESENT } from '../db/present'
import type { Tx } from '../db/transaction'
import type { Position } from './position'

/** An event of a record's timeline, with what decides who sees it. */
export type Happening = {
  position: Position
  clientId: number
  siteId: number | null
  recordId: number
  historyId: number
  event: string
  /** The monitoring providers that the alert is assigned to. */
  providerIds: readonly number[]
}

type Row = Omit<Happening, 'position'> & { tx: string; id: string }

/** Returns the query of the happenings after a position and up to where `within` holds, in order. */
const rowsAfter = ({ tx, id }: Omit<Position, 'epoch'>, within: RawBuilder<unknown>, limit: number) =>
  sql`select h.tx::text as tx, h.id::text as id, h.client_id as "clientId", h.site_id as "siteId", h.record_id as "recordId",
      h.history_id as "historyId", h.event, array(select a.monitoring_provider_id from alert_assignments a
        where a.client_id = h.client_id and a.alert_id = h.record_id and a.monitoring_provider_id is not null) as "providerIds"
    from happenings h
    where (h.tx, h.id) > (${String(tx)}::xid8, ${String(id)}::bigint) and ${within}
      and h.noun = 'alerts' and h.history_id is not null
    order by h.tx, h.id limit ${limit}`

const happening = ({ tx, id, ...row }: Row, epoch: bigint): Happening => ({
  position: { tx: BigInt(tx), id: BigInt(id), epoch },
  ...row,
})

/** The present of the database: what is settled, and whether more is on its way. */
export type Present = {
  rows: Happening[]
  /** Everything before this position has been committed or undone, and is among `rows` if there are fewer than asked for. */
  settled: Position
  /** True if there are committed happenings beyond it, which wait for an older transaction to end. */
  waiting: boolean
}

/**
 * Returns the settled happenings after a position, of all clients. Only transactions below the oldest one that still runs
 * are settled: an id that was given earlier may commit later, and a cursor may not pass it (T88).
 */
export async function readPresent(
  parts: Pick<Parts, 'database'>,
  after: Omit<Position, 'epoch'>,
  limit: number,
): Promise<Present> {
  const { rows } = await withServer(
    parts.database,
    (tx) =>
      sql<{ epoch: string; settled: string; waiting: boolean; rows: Row[] }>`
        select s.epoch::text as epoch, now.unsettled::text as settled,
          exists (select from happenings h where h.tx >= now.unsettled and h.tx < pg_snapshot_xmax(now.snapshot)) as waiting,
          (select coalesce(jsonb_agg(found), '[]') from (${rowsAfter(after, sql`h.tx < now.unsettled`, limit)}) found) as rows
        from happenings_swept s, ${PRESENT} now`.execute(tx),
    { readOnly: true },
  )
  const { waiting, ...now } = rows[0]!
  const epoch = BigInt(now.epoch)
  return {
    rows: now.rows.map((row) => happening(row, epoch)),
    settled: { tx: BigInt(now.settled), id: 0n, epoch },
    waiting,
  }
}

/** Returns the happenings between two positions that a transaction's scope sees. */
export async function readBetween(tx: Tx, after: Position, upTo: Position, limit: number): Promise<Happening[]> {
  const within = sql`(h.tx, h.id) <= (${String(upTo.tx)}::xid8, ${String(upTo.id)}::bigint)`
  const { rows } = await sql<Row>`${rowsAfter(after, within, limit)}`.execute(tx)
  return rows.map((row) => happening(row, after.epoch))
}

/**
 * Returns whether everything after a position can still be read. It cannot if happenings after it were swept, or if the
 * position is of another database. The beginning is that of any database.
 */
export async function isKnown(parts: Pick<Parts, 'database'>, { tx, id, epoch }: Position): Promise<boolean> {
  const given = sql`(${String(tx)}::xid8, ${String(id)}::bigint)`
  const { rows } = await withServer(
    parts.database,
    (server) =>
      sql<{
        known: boolean
      }>`select (s.epoch = ${String(epoch)}::bigint or ${given} = ('0'::xid8, 0)) and ${given} >= (s.tx, s.id)
        and ${String(tx)}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known from happenings_swept s`.execute(
        server,
      ),
    { readOnly: true },
  )
  return rows[0]?.known ?? false
}
