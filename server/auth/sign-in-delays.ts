import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { withServer } from '../actor'
import type { Tx } from '../db/transaction'
import type { Parts } from '../parts'
import { FAILURES_OF_ADDRESS, FAILURES_OF_STRANGERS, take, tooMany, waitFor } from './limits'
import { iso } from '../time'

/** So many failures cost nothing; each one after them doubles the wait, up to a quarter of an hour (T40). */
const FREE = 5
const LONGEST = 15 * 60
/** A day without a failure and all are forgotten; an address nobody signed in from for so long is a stranger's again. */
export const FORGET_FAILURES = 24 * 3_600_000
export const FORGET_ADDRESS = 90 * FORGET_FAILURES

/** Who tries a password: the name as typed, from where, and as whom if that user has signed in from there before. */
export type Trier = { name: string; address: string; knownUserId: number | null }

/** Whom an address stands for: of IPv6 the network of 64 bits, since one person has as many addresses as they like. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}

export const addressDigest = (parts: Parts, address: string) => parts.tokens.digest('address', address)

/** Who tries a password with a session at hand: counted by the user, wherever it is tried from, and apart from sign-ins. */
export const withSession = (userId: number): Trier => ({ name: '', address: 'session', knownUserId: userId })

/** Guesses from elsewhere slow down everybody but who has signed in before where they are now. */
const keyOf = (parts: Parts, { name, address, knownUserId }: Trier) =>
  knownUserId === null
    ? parts.tokens.digest('strangers', name)
    : parts.tokens.digest('known', `${knownUserId} ${address}`)

/** Refuses a try before its time. Throws ApiError 429, the same for a name that nobody has. */
export async function refuseWhileDelayed(parts: Parts, tx: Tx, trier: Trier, reason = 'signIn'): Promise<void> {
  const { rows } = await sql<{ until: string }>`select until from sign_in_delays
    where key = ${keyOf(parts, trier)}`.execute(tx)
  const waits = [rows[0] ? Date.parse(rows[0].until) - parts.now() : 0]
  if (trier.knownUserId === null)
    waits.push(
      await waitFor({ parts, tx }, 'failures-of-address', trier.address, FAILURES_OF_ADDRESS),
      await waitFor({ parts, tx }, 'failures-of-strangers', '', FAILURES_OF_STRANGERS),
    )
  const wait = Math.max(...waits)
  if (wait > 0) throw tooMany(reason, wait)
}

async function countFailure(parts: Parts, tx: Tx, trier: Trier): Promise<void> {
  const now = parts.now()
  await sql`insert into sign_in_delays as d (key, failures, last_at, until)
    values (${keyOf(parts, trier)}, 1, ${iso(now)}, ${iso(now)})
    on conflict (key) do update set last_at = excluded.last_at,
      failures = case when d.last_at <= ${iso(now - FORGET_FAILURES)} then 1 else d.failures + 1 end,
      until = excluded.until + case when d.last_at <= ${iso(now - FORGET_FAILURES)} or d.failures + 1 < ${FREE}
        then interval '0' else least(${LONGEST}, power(2, least(d.failures + 1, 30) - ${FREE})) * interval '1 second' end`.execute(
    tx,
  )
  if (trier.knownUserId !== null) return
  await take({ parts, tx }, 'failures-of-address', trier.address, FAILURES_OF_ADDRESS)
  await take({ parts, tx }, 'failures-of-strangers', '', FAILURES_OF_STRANGERS)
}

/**
 * A guard around the comparison of a password, run in its turn: who has waited in line is looked at again, and a failure
 * is counted before the next one's turn, so that guesses sent all at once are no more than guesses in a row.
 */
export const counted =
  (parts: Parts, trier: Trier, mayEnter: boolean, reason?: string) =>
  async (compare: () => Promise<boolean>): Promise<boolean> => {
    await withServer(parts.database, (tx) => refuseWhileDelayed(parts, tx, trier, reason), { readOnly: true })
    const right = (await compare()) && mayEnter
    if (!right) await withServer(parts.database, (tx) => countFailure(parts, tx, trier))
    return right
  }

/** Whoever came in from there is known there from now on, and what failed there before is forgotten. */
export async function rememberAddress(parts: Parts, tx: Tx, userId: number, address: string): Promise<void> {
  const now = iso(parts.now())
  await sql`insert into known_addresses (user_id, address, seen_at)
    values (${userId}, ${addressDigest(parts, address)}, ${now})
    on conflict (user_id, address) do update set seen_at = excluded.seen_at`.execute(tx)
  await forgetFailures(parts, tx, { name: '', address, knownUserId: userId })
}

/** What failed before is of no account any more. */
export async function forgetFailures(parts: Parts, tx: Tx, trier: Trier): Promise<void> {
  await sql`delete from sign_in_delays where key = ${keyOf(parts, trier)}`.execute(tx)
}
