import type { MfaMethod } from '@tocsin/core/base/constants'
import { sql } from 'kysely'
import { guess, LIFE, queueCode, RESEND_AFTER, type Guess, type Place, type Receiver } from './one-time-codes'
import { tooMany } from '../attempts/limits'
import { iso } from '../time'

/**
 * An address to be verified. It is stored with its code, and only that code makes it the user's (T31). `unexpired` is
 * true while its time lasts.
 */
export type PendingAddress = { id: string; destination: string; unexpired: boolean }

/** Returns the address of a method that is to be verified, if there is one. */
export async function pendingAddress({ parts, tx }: Omit<Place, 'locale'>, userId: number, method: MfaMethod) {
  const { rows } = await sql<PendingAddress>`select id, destination, expires_at > ${iso(parts.now())} as unexpired
    from one_time_codes where purpose = 'mfa-setup' and user_id = ${userId} and method = ${method}`.execute(tx)
  return rows[0]
}

/** Stores the address of a method that is to be verified next. A code that was sent to another address becomes void. */
export async function storePendingAddress(
  { parts, tx }: Omit<Place, 'locale'>,
  userId: number,
  method: MfaMethod,
  destination: string,
): Promise<void> {
  // The time of the last code is kept, so that another address does not get a code any sooner.
  await sql`insert into one_time_codes (id, purpose, user_id, method, destination, password_mark, sent_at, expires_at)
    select ${newId(parts)}, 'mfa-setup', id, ${method}, ${destination}, tocsin_password_mark(password_hash),
      to_timestamp(0), ${iso(parts.now() + LIFE['mfa-setup'])} from users where id = ${userId}
    on conflict (user_id, method) where purpose = 'mfa-setup' do update set id = excluded.id,
      destination = excluded.destination, password_mark = excluded.password_mark, digest = null, attempts = 0,
      expires_at = excluded.expires_at, used_at = null`.execute(tx)
}

/**
 * Sends a code to an address. The earlier code becomes void. Of simultaneous requests one succeeds (T28). Throws
 * ApiError 429 if it is too early.
 */
export async function sendSetupCode(
  place: Place,
  user: Receiver,
  method: MfaMethod,
  destination: string,
): Promise<void> {
  const { parts, tx } = place
  const now = parts.now()
  const id = newId(parts)
  const { rows } = await sql`insert into one_time_codes as c
      (id, purpose, user_id, method, destination, password_mark, sent_at, expires_at)
    select ${id}, 'mfa-setup', id, ${method}, ${destination}, tocsin_password_mark(password_hash), ${iso(now)},
      ${iso(now + LIFE['mfa-setup'])} from users where id = ${user.id}
    on conflict (user_id, method) where purpose = 'mfa-setup' do update set id = excluded.id,
      destination = excluded.destination, password_mark = excluded.password_mark, digest = null, attempts = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = null
      where c.sent_at <= ${iso(now - RESEND_AFTER)}
    returning id`.execute(tx)
  if (rows.length > 0) return queueCode(place, user, 'mfa-setup', { id, method, destination, sentAt: now })
  const { rows: stored } = await sql<{ sent_at: string }>`select sent_at from one_time_codes
    where purpose = 'mfa-setup' and user_id = ${user.id} and method = ${method}`.execute(tx)
  throw tooMany('resend', Math.max(1, Date.parse(stored[0]?.sent_at ?? iso(now)) + RESEND_AFTER - now))
}

/** Counts a guess at the code of an address, and takes the code if it is right. */
export const guessSetupCode = (
  place: Omit<Place, 'locale'>,
  userId: number,
  id: string,
  code: string,
): Promise<Guess> => guess(place, { purpose: 'mfa-setup', userId, id }, code)

const newId = (parts: Place['parts']) => Buffer.from(parts.random(18)).toString('base64url')
