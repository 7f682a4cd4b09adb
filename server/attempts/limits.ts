import { RESET_RESEND_SECONDS } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction'
import type { Parts } from '../context/parts'
import { iso } from '../time'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Allows `limit` events in any stretch of `window` ms. */
export type Allowance = { limit: number; window: number }

/** Codes that the sign-ins of one user send (T28, T30). */
export const CODES = { limit: 10, window: HOUR } satisfies Allowance
/**
 * Codes that the sessions of one user send to verify an address. They are counted apart, so that they keep nobody from
 * signing in.
 */
export const SETUP_CODES = { limit: 10, window: HOUR } satisfies Allowance
/**
 * Password resets that one network requests for one name, known or not, and the pause between two. They are counted
 * apart from the codes of sign-ins, which nobody can use up from outside (T37).
 */
export const RESET_REQUESTS = { limit: 10, window: HOUR } satisfies Allowance
export const RESET_PAUSE = { limit: 1, window: RESET_RESEND_SECONDS * 1000 } satisfies Allowance
/** Guesses of one network at the reset codes of one name, while a code is valid. */
export const RESET_GUESSES = { limit: 10, window: 10 * MINUTE } satisfies Allowance
/**
 * The same limits for all networks together. One network cannot use them up, and many gain little by them: the odds
 * that a thousand guesses hit one of 32^7 codes are one in 34 million. Codes that were sent before stay valid.
 */
export const RESETS_OF_NAME = { limit: 60, window: HOUR } satisfies Allowance
export const RESET_GUESSES_OF_NAME = { limit: 1000, window: HOUR } satisfies Allowance
/** Password resets that one network requests, for all names together. */
export const RESETS_OF_NETWORK = { limit: 60, window: 10 * MINUTE } satisfies Allowance
/** Failed sign-ins from one network (T40). A whole school has one address. */
export const FAILURES_OF_NETWORK = { limit: 100, window: 10 * MINUTE } satisfies Allowance

/** API tokens that nobody has, from one network. */
export const API_TOKENS_OF_NETWORK = { limit: 100, window: 10 * MINUTE } satisfies Allowance

/** Terminals that ask from one network to be signed in, and codes of terminals that one person enters. */
export const TERMINALS_OF_NETWORK = { limit: 30, window: 10 * MINUTE } satisfies Allowance
export const TERMINAL_CODES_OF_USER = { limit: 20, window: 10 * MINUTE } satisfies Allowance

/** Broadcast messages that one provider posts: a program that runs wild does not reach every phone without end. */
export const BROADCASTS_OF_PROVIDER = { limit: 60, window: HOUR } satisfies Allowance

/** Notifications that people send about one alert: each is a text message or a mail to the same few people. */
export const NOTIFICATIONS_OF_ALERT = { limit: 20, window: 10 * MINUTE } satisfies Allowance

/** Phones that register from one network, where a whole school may, and the times that one phone does. */
export const REGISTRATIONS_OF_NETWORK = { limit: 600, window: 10 * MINUTE } satisfies Allowance
export const REGISTRATIONS_OF_PHONE = { limit: 20, window: HOUR } satisfies Allowance
/** Passwords that are tried for one phone. */
export const MOBILE_PASSWORDS = { limit: 20, window: HOUR } satisfies Allowance

/** Answers to surveys that one phone or link sends, and one network, where a whole school may. */
export const RESULTS_OF_TOKEN = { limit: 60, window: 10 * MINUTE } satisfies Allowance
export const RESULTS_OF_NETWORK = { limit: 1200, window: 10 * MINUTE } satisfies Allowance
/** Files that one phone or link sends for its answers, and one network. */
export const FILES_OF_TOKEN = { limit: 120, window: 10 * MINUTE } satisfies Allowance
export const FILES_OF_NETWORK = { limit: 1200, window: 10 * MINUTE } satisfies Allowance

/** Alerts that one phone sends, and one network: a whole school may send at once, and the rest waits for seconds (T84). */
export const ALERTS_OF_PHONE = { limit: 10, window: MINUTE } satisfies Allowance
export const ALERTS_OF_NETWORK = { limit: 300, window: 10_000 } satisfies Allowance

/** Clashes with codes of other clients: of one user, and of all users of a client (T102). */
export const CODE_CLASHES = { limit: 20, window: HOUR } satisfies Allowance
export const CODE_CLASHES_OF_CLIENT = { limit: 60, window: HOUR } satisfies Allowance

/**
 * Events that the history keeps of failures, and apart from them of locks: for each user, for all unknown names
 * together, and for all networks together.
 */
export const RECORDED_FAILURES = { limit: 20, window: HOUR } satisfies Allowance

/**
 * Slows down events beyond `limit` in a window and refuses none: one more is let through every `pace` ms, in the order
 * of the requests.
 */
export type Slowed = Allowance & {
  pace: number
  /** The longest that anybody waits, ms. */
  longest: number
}

/** Failed sign-ins from all unknown networks together: 150 a minute, and beyond them one every 0.4 s (T40). */
export const FAILURES_OF_STRANGERS = { limit: 150, window: MINUTE, pace: 400, longest: MINUTE } satisfies Slowed
/** Failed sign-ins under one name: at most 20 + 360 guesses an hour, however many networks they come from. */
export const FAILURES_OF_NAME = { limit: 20, window: HOUR, pace: 10_000, longest: 15 * MINUTE } satisfies Slowed

type Limited = { parts: Parts; tx: Tx }

/** Returns the key of what is limited. It contains a digest, since neither names nor addresses are stored. */
const keyOf = (parts: Parts, kind: string, subject: string) => `${kind}:${parts.tokens.digest(kind, subject)}`

/**
 * Takes one unit of an allowance in one conditional statement, so that simultaneous requests never get more than the
 * limit. Returns 0, or the milliseconds to wait.
 */
export async function take(
  { parts, tx }: Limited,
  kind: string,
  subject: string,
  { limit, window }: Allowance,
): Promise<number> {
  const now = parts.now()
  const key = keyOf(parts, kind, subject)
  const { rows } = await sql`insert into allowances as a (key, taken, ends_at)
    values (${key}, array[${now}]::bigint[], ${iso(now + window)})
    on conflict (key) do update
      set taken = array(select t from unnest(a.taken) t where t > ${now - window}::bigint) || ${now}::bigint,
        ends_at = excluded.ends_at
      where (select count(*) from unnest(a.taken) t where t > ${now - window}::bigint) < ${limit}::int
    returning key`.execute(tx)
  return rows.length > 0 ? 0 : Math.max(1, await waitFor({ parts, tx }, kind, subject, { limit, window }))
}

export type Taken = readonly [kind: string, subject: string, allowance: Allowance]

/**
 * Takes one unit of each allowance, in order. Stops at one that is used up, and returns the milliseconds to wait for
 * it.
 */
export async function takeAll(limited: Limited, all: readonly Taken[]): Promise<number> {
  for (const [kind, subject, allowance] of all) {
    const wait = await take(limited, kind, subject, allowance)
    if (wait > 0) return wait
  }
  return 0
}

/** Gives back the last unit taken. */
export async function giveBack({ parts, tx }: Limited, kind: string, subject: string): Promise<void> {
  await sql`update allowances set taken = trim_array(taken, 1)
    where key = ${keyOf(parts, kind, subject)} and cardinality(taken) > 0`.execute(tx)
}

/** Returns the milliseconds until one more unit is allowed; 0 if it is now. Takes none. */
export async function waitFor(
  { parts, tx }: Limited,
  kind: string,
  subject: string,
  { limit, window }: Allowance,
): Promise<number> {
  const now = parts.now()
  const { rows } = await sql<{ wait: number | null }>`select
      ((array(select t from unnest(taken) t where t > ${now - window}::bigint order by t desc))[${limit}::int]
        + ${window}::bigint - ${now}::bigint)::int as wait
    from allowances where key = ${keyOf(parts, kind, subject)}`.execute(tx)
  return Math.max(0, rows[0]?.wait ?? 0)
}

/**
 * Returns the milliseconds until the turn of `subject` in a line. A subject without a place gets one, which nobody else
 * takes. When its turn has come, or with `atOnce`, the place is used up and 0 is returned. Each subject has one place
 * at a time, so that many tries share it. If the line is full, returns the time until it has room.
 */
export async function placeInLine(
  { parts, tx }: Limited,
  line: { kind: string; of: string; subject: string },
  { pace, longest }: Slowed,
  atOnce = false,
): Promise<number> {
  const now = parts.now()
  const place = keyOf(parts, `${line.kind}-place`, JSON.stringify([line.of, line.subject]))
  const { rows: used } = await sql`delete from allowances where key = ${place}
    and (${atOnce}::boolean or taken[1] <= ${now}::bigint) and ends_at > ${iso(now)} returning key`.execute(tx)
  if (used.length > 0) return 0
  const { rows: held } = await sql<{ at: number }>`select taken[1]::float8 as at from allowances
    where key = ${place} and ends_at > ${iso(now)}`.execute(tx)
  if (held[0]) return held[0].at - now
  const end = keyOf(parts, `${line.kind}-line`, line.of)
  const { rows: made } = await sql<{ at: number }>`insert into allowances as a (key, taken, ends_at)
    values (${end}, array[${now + pace}]::bigint[], ${iso(now + pace)})
    on conflict (key) do update set taken = array[greatest(${now}::bigint, a.taken[1]) + ${pace}::bigint],
        ends_at = to_timestamp((greatest(${now}::bigint, a.taken[1]) + ${pace}::bigint) / 1000.0)
      where a.taken[1] + ${pace}::bigint <= ${now + longest}::bigint
    returning taken[1]::float8 as at`.execute(tx)
  const [slot] = made
  if (!slot) {
    const { rows } = await sql<{
      at: number
    }>`select taken[1]::float8 as at from allowances where key = ${end}`.execute(tx)
    return Math.max(1, (rows[0]?.at ?? now) + pace - now - longest)
  }
  // A place that is not used when its turn comes is kept for `longest` more ms.
  await sql`insert into allowances (key, taken, ends_at) values (${place}, array[${slot.at}]::bigint[],
      ${iso(slot.at + longest)})
    on conflict (key) do update set taken = excluded.taken, ends_at = excluded.ends_at`.execute(tx)
  return slot.at - now
}

/**
 * Returns the refusal of what happens too often. `reason` is a key under `limits` in
 * core/vocabulary/messages/proofs.ts, whose text gets the seconds to wait.
 */
export function tooMany(reason: string, wait: number): ApiError {
  const seconds = Math.ceil(wait / 1000)
  return new ApiError({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    retryAfter: seconds * 1000,
    details: { reason: `limits.${reason}`, seconds },
  })
}
