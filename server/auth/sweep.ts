import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import { PRESENT } from '../db/present'
import { endExpired } from './user-tokens'
import { FORGET_ADDRESS, FORGET_FAILURES } from '../attempts/sign-in-delays'
import { sweepFiles } from '../records/files'
import { iso } from '../time'

const EVERY = 10 * 60_000
/**
 * The time for which rows are kept after they expire, in ms, so that a late request gets the answer that it is too
 * late.
 */
const KEPT = 24 * 3_600_000

/** The time for which messages are kept after they were sent or given up, in ms: somebody may ask whether one left. */
const MESSAGES_KEPT = 30 * KEPT
/** The time for which the log of deliveries of alerts is kept, in ms. */
const DELIVERIES_KEPT = 90 * KEPT
/** The time for which happenings are kept, in ms: a stream that was interrupted for longer begins anew. */
const HAPPENINGS_KEPT = 3 * KEPT
/** The most rows that one transaction changes, so that none lasts long. */
const STEP = 1_000

/**
 * Deletes what is no longer needed: expired codes, resets, links, terminals' requests, sessions and allowances, old
 * failures, messages and deliveries, addresses not seen for long, and files that no record names. It puts expired tokens
 * out of use.
 */
export async function sweep(parts: Parts): Promise<void> {
  const before = (age: number) => iso(parts.now() - age)
  // A row that another transaction has locked is left for the next time.
  const step = sql`limit ${STEP} for update skip locked`
  const statements = [
    sql`delete from allowances where key in (select key from allowances where ends_at <= ${before(0)} ${step})`,
    sql`delete from one_time_codes where id in
      (select id from one_time_codes where expires_at <= ${before(KEPT)} ${step})`,
    sql`delete from password_resets where id in
      (select id from password_resets where expires_at <= ${before(KEPT)} ${step})`,
    sql`delete from mobile_resets where id in
      (select id from mobile_resets where expires_at <= ${before(KEPT)} ${step})`,
    sql`delete from sign_in_links where id in
      (select id from sign_in_links where expires_at <= ${before(KEPT)} ${step})`,
    sql`delete from terminal_sign_ins where id in
      (select id from terminal_sign_ins where expires_at <= ${before(KEPT)} ${step})`,
    sql`delete from sign_in_delays where key in
      (select key from sign_in_delays where last_at <= ${before(FORGET_FAILURES)} ${step})`,
    sql`delete from known_addresses where (user_id, address) in
      (select user_id, address from known_addresses where seen_at <= ${before(FORGET_ADDRESS)} ${step})`,
    // An expired session and none at all get the same answers, and so does a stolen token of it. Ended ones expire too.
    sql`delete from sessions where id in (select id from sessions where expires_at <= ${before(KEPT)} ${step})`,
    sql`${endExpired(parts.now())} and id in
      (select id from tokens where active and expires_at <= ${before(0)} ${step})`,
    sql`delete from outbox where id in
      (select id from outbox where coalesce(sent_at, failed_at) <= ${before(MESSAGES_KEPT)} ${step})`,
    sql`delete from alert_deliveries where id in
      (select id from alert_deliveries where created_at <= ${before(DELIVERIES_KEPT)} limit ${STEP})`,
    // From the oldest on, so that the position of the last one says which cursors are too old. Of another database than this
    // one, whose dump was restored here, are transactions that have yet to begin.
    sql`with young as (select min(tx) as tx from happenings where created_at > ${before(HAPPENINGS_KEPT)}
          and tx < pg_snapshot_xmax(pg_current_snapshot())),
        old as (select id from happenings where tx < coalesce((select tx from young), (select unsettled from ${PRESENT} now))
          and created_at <= ${before(HAPPENINGS_KEPT)} order by tx, id limit ${STEP}),
        gone as (delete from happenings where id in (select id from old) returning tx, id),
        last as (select tx, id from gone order by tx desc, id desc limit 1)
      update happenings_swept s set tx = last.tx, id = last.id from last where (last.tx, last.id) > (s.tx, s.id)`,
    sql`delete from happenings where tx >= pg_snapshot_xmax(pg_current_snapshot())`,
    sql`update happenings_swept set tx = '0', id = 0, epoch = default where tx >= pg_snapshot_xmax(pg_current_snapshot())`,
  ]
  for (const statement of statements) {
    let affected: number
    do {
      const { numAffectedRows } = await withServer(parts.database, (tx) => statement.execute(tx))
      affected = Number(numAffectedRows)
    } while (affected >= STEP)
  }
  await withServer(parts.database, (tx) => sweepFiles({ tx, parts }))
  await parts.database.tidy?.()
}

/** Sweeps every ten minutes until stopped. */
export function startSweeping(parts: Parts): { stop: () => Promise<void> } {
  let round: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    round = round.then(() => sweep(parts)).catch(() => parts.log({ level: 'warn', event: 'sweep-failed' }))
  }, EVERY)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await round
    },
  }
}
