import { RESET_RESEND_SECONDS } from '@tocsin/core/constants'
import { ApiError } from '@tocsin/core/errors'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction'
import type { Parts } from '../parts'
import { iso } from '../time'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** So many in any stretch of that many milliseconds. */
export type Allowance = { limit: number; window: number }

/** What is sent to one person, whatever sign-ins ask for it (T28, T30). */
export const CODES = { limit: 10, window: HOUR } satisfies Allowance
/** Password resets of one name, known or not; beside the codes of sign-ins, which nobody can use up from outside (T37). */
export const RESET_REQUESTS = { limit: 10, window: HOUR } satisfies Allowance
export const RESET_PAUSE = { limit: 1, window: RESET_RESEND_SECONDS * 1000 } satisfies Allowance
/** Guesses at reset codes for one name, known or not: as many as its codes would bear. */
export const RESET_GUESSES = { limit: 50, window: HOUR } satisfies Allowance
/** What one address may ask to be sent to others. */
export const RESETS_OF_ADDRESS = { limit: 60, window: 10 * MINUTE } satisfies Allowance
/** Failed sign-ins of one address, and of all who come from where nobody knows them (T40). A school shares an address. */
export const FAILURES_OF_ADDRESS = { limit: 100, window: 10 * MINUTE } satisfies Allowance
export const FAILURES_OF_STRANGERS = { limit: 300, window: MINUTE } satisfies Allowance

type Limited = { parts: Parts; tx: Tx }

/** The digest of who or what is limited: neither names nor addresses are kept. */
const keyOf = (parts: Parts, kind: string, subject: string) => `${kind}:${parts.tokens.digest(kind, subject)}`

/**
 * Takes one of what is allowed, by one conditional statement, so that however many ask at once exactly the limit is
 * granted. Gives 0, or how many milliseconds are to be waited.
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

/** How many milliseconds until one more is allowed; 0 when it is now. Takes nothing. */
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

/** `reason` is the key of a sentence of core/messages.ts; it is told how many seconds there are to wait. */
export function tooMany(reason: string, wait: number): ApiError {
  const seconds = Math.ceil(wait / 1000)
  return new ApiError({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    retryAfter: seconds * 1000,
    details: { reason: `limits.${reason}`, seconds },
  })
}
