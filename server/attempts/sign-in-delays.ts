import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Tx } from '../db/transaction'
import type { Parts } from '../context/parts'
import {
  FAILURES_OF_NETWORK,
  FAILURES_OF_NAME,
  FAILURES_OF_STRANGERS,
  placeInLine,
  take,
  tooMany,
  waitFor,
} from './limits'
import { iso } from '../time'
import { writeFailure, type Failure } from './sign-in-events'

/**
 * The first failure in a row that costs a wait, of one second. Each further one doubles the wait, up to a quarter of an
 * hour (T40).
 */
const FIRST_DELAYED_FAILURE = 5
const MAX_DELAY_SECONDS = 15 * 60
/** Failures are forgotten after a day without another one, and a known address after 90 days without a sign-in. */
export const FORGET_FAILURES = 24 * 3_600_000
export const FORGET_ADDRESS = 90 * FORGET_FAILURES

/**
 * A person who tries a password: the name as typed, the network, and the user if they have signed in from there before.
 */
export type Attempter = { name: string; address: string; knownUserId: number | null }

/** Returns the network of an address: the first 64 bits of an IPv6 address, since one person has many addresses. */
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

/**
 * Returns the part of a network that belongs to one customer: the first 48 bits of an IPv6 network. One customer gets
 * 65,536 networks of 64 bits.
 */
const siteOf = (network: string): string => (network.includes(':') ? network.split(':').slice(0, 3).join(':') : network)

export const addressDigest = (parts: Parts, address: string) => parts.tokens.digest('address', address)

/**
 * Returns the attempter of a password within a session. Failures are counted by user, from any address, and apart from
 * those of sign-ins.
 */
export const withSession = (userId: number): Attempter => ({ name: '', address: 'session', knownUserId: userId })

/**
 * Returns the key under which guesses are counted, by name and network, so that they slow down nobody in another
 * network. A user who has signed in from the same network before is counted apart.
 */
const keyOf = (parts: Parts, { name, address, knownUserId }: Attempter) =>
  knownUserId === null
    ? parts.tokens.digest('strangers', JSON.stringify([name, address]))
    : parts.tokens.digest('known', `${knownUserId} ${address}`)

/** Throws ApiError 429 while the attempter has to wait. It does the same for an unknown name. */
export async function refuseWhileDelayed(parts: Parts, tx: Tx, attempter: Attempter, reason = 'signIn'): Promise<void> {
  const { rows } = await sql<{ until: string }>`select until from sign_in_delays
    where key = ${keyOf(parts, attempter)}`.execute(tx)
  const waits = [rows[0] ? Date.parse(rows[0].until) - parts.now() : 0]
  if (attempter.knownUserId === null)
    waits.push(await waitFor({ parts, tx }, 'failures-of-network', attempter.address, FAILURES_OF_NETWORK))
  const wait = Math.max(...waits)
  if (wait > 0) throw tooMany(reason, wait)
}

/**
 * Returns the line in which a stranger's try must wait, if too many tries with that name, or of all strangers, have
 * failed; else null.
 */
async function lineOf(parts: Parts, tx: Tx, { name, knownUserId }: Attempter) {
  if (knownUserId !== null) return null
  for (const [kind, of, slowed] of [
    ['failures-of-name', name, FAILURES_OF_NAME],
    ['failures-of-strangers', '', FAILURES_OF_STRANGERS],
  ] as const)
    if ((await waitFor({ parts, tx }, kind, of, slowed)) > 0) return { kind, of, slowed }
  return null
}

export const isSlowed = async (parts: Parts, tx: Tx, attempter: Attempter): Promise<boolean> =>
  (await lineOf(parts, tx, attempter)) !== null

/** Returns the milliseconds until an attempter's turn; 0 if it is now, or if they need not wait. */
const placeOf = (parts: Parts, attempter: Attempter, atOnce = false): Promise<number> =>
  withServer(parts.database, async (tx) => {
    const line = await lineOf(parts, tx, attempter)
    return line ? placeInLine({ parts, tx }, { ...line, subject: siteOf(attempter.address) }, line.slowed, atOnce) : 0
  })

/** The longest time that a request waits for its turn, in ms. If the wait is longer, the answer is 429. */
const MAX_HELD_MS = 10_000

/**
 * Makes a stranger's try wait for its turn after many have failed. Customers take turns one after the other, so that
 * the right password from an unknown network is delayed but never shut out. Throws ApiError 429 with the time until the
 * attempter's turn, which is kept for them.
 */
export async function waitInLine(parts: Parts, attempter: Attempter): Promise<void> {
  let wait = await placeOf(parts, attempter)
  if (wait > 0 && wait <= MAX_HELD_MS) {
    await parts.pause(wait)
    wait = await placeOf(parts, attempter, true)
  }
  if (wait > 0) throw tooMany('signIn', wait)
}

async function countFailure(parts: Parts, tx: Tx, attempter: Attempter, failure: Failure): Promise<void> {
  const now = parts.now()
  const { rows } = await sql<{ failures: number }>`insert into sign_in_delays as d (key, failures, last_at, until)
    values (${keyOf(parts, attempter)}, 1, ${iso(now)}, ${iso(now)})
    on conflict (key) do update set last_at = excluded.last_at,
      failures = case when d.last_at <= ${iso(now - FORGET_FAILURES)} then 1 else d.failures + 1 end,
      until = excluded.until + case when d.last_at <= ${iso(now - FORGET_FAILURES)} or d.failures + 1 < ${FIRST_DELAYED_FAILURE}
        then interval '0' else least(${MAX_DELAY_SECONDS}, power(2, least(d.failures + 1, 30) - ${FIRST_DELAYED_FAILURE})) * interval '1 second' end
    returning failures`.execute(tx)
  const networkIsLocked = attempter.knownUserId === null && (await countStranger(parts, tx, attempter))
  // These rows are written last and always in this order, so that two transactions never wait for each other.
  const failures = rows[0]?.failures ?? 1
  await writeFailure(parts, tx, failure, { failures })
  // The first failure that costs a wait.
  if (failures === FIRST_DELAYED_FAILURE) await writeFailure(parts, tx, failure, { failures, locks: 'account' })
  if (networkIsLocked) await writeFailure(parts, tx, failure, { failures: FAILURES_OF_NETWORK.limit, locks: 'network' })
}

/** Counts a failure from an unknown network; returns whether it is the last that the network is allowed. */
async function countStranger(parts: Parts, tx: Tx, { address, name }: Attempter): Promise<boolean> {
  await take({ parts, tx }, 'failures-of-network', address, FAILURES_OF_NETWORK)
  const isLast = (await waitFor({ parts, tx }, 'failures-of-network', address, FAILURES_OF_NETWORK)) > 0
  await take({ parts, tx }, 'failures-of-name', name, FAILURES_OF_NAME)
  await take({ parts, tx }, 'failures-of-strangers', '', FAILURES_OF_STRANGERS)
  return isLast
}

/**
 * Returns a guard around the comparison of a password. It checks the delay again after the line. A failure is counted,
 * and written into the history as `failure`, before the next comparison: guesses sent all at once gain nothing over
 * guesses in a row.
 */
export const withFailureCounting =
  (parts: Parts, attempter: Attempter, failure: Failure, { mayEnter = true, reason = 'signIn', inLine = false } = {}) =>
  async (compare: () => Promise<boolean>): Promise<boolean> => {
    const isTooSoon = await withServer(
      parts.database,
      async (tx) => {
        await refuseWhileDelayed(parts, tx, attempter, reason)
        return !inLine && isSlowed(parts, tx, attempter)
      },
      { readOnly: true },
    )
    // The delay began after this try arrived. The place that the try gets is kept for it.
    if (isTooSoon) throw tooMany(reason, Math.max(1, await placeOf(parts, attempter)))
    const right = (await compare()) && mayEnter
    if (!right) await withServer(parts.database, (tx) => countFailure(parts, tx, attempter, failure))
    return right
  }

/** Marks a network as known after a sign-in from it, and forgets the failures there. */
export async function rememberAddress(parts: Parts, tx: Tx, userId: number, address: string): Promise<void> {
  const now = iso(parts.now())
  await sql`insert into known_addresses (user_id, address, seen_at)
    values (${userId}, ${addressDigest(parts, address)}, ${now})
    on conflict (user_id, address) do update set seen_at = excluded.seen_at`.execute(tx)
  await forgetFailures(parts, tx, { name: '', address, knownUserId: userId })
  parts.signInLine.remember(address)
}

/** Forgets an attempter's failures. */
export async function forgetFailures(parts: Parts, tx: Tx, attempter: Attempter): Promise<void> {
  await sql`delete from sign_in_delays where key = ${keyOf(parts, attempter)}`.execute(tx)
}
