import { METHOD_SWITCH_SECONDS, MFA_METHODS, SIGN_IN_CODE_SECONDS, type MfaMethod } from '@tocsin/core/base/constants'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction'
import type { Template } from '../outbox/mails'
import { queueMail } from '../outbox/outbox'
import type { Parts } from '../context/parts'
import { digestOf } from '../codes/code-text'
import { CODES, giveBack, SETUP_CODES, take, tooMany } from '../attempts/limits'
import { iso } from '../time'

export type Purpose = 'sign-in' | 'password-reset' | 'mfa-setup'

/**
 * The lifetime of a code, in ms (console §9, A-022), its number of guesses, and the pause before another one (T25,
 * T28). A code of a set-up lives as long as the set-up's token.
 */
export const LIFE: Record<Purpose, number> = {
  'sign-in': SIGN_IN_CODE_SECONDS * 1000,
  'password-reset': 10 * 60_000,
  'mfa-setup': 10 * 60_000,
}
const GUESSES = 5
export const RESEND_AFTER = 30_000
const TEMPLATES: Record<Purpose, Record<MfaMethod, Template>> = {
  'sign-in': { email: 'sign-in-code', phone: 'sign-in-code-sms' },
  'password-reset': { email: 'reset-link', phone: 'reset-code-sms' },
  'mfa-setup': { email: 'setup-code', phone: 'setup-code-sms' },
}

/** The user who receives codes, with the fields that decide where a code goes. */
export type Receiver = {
  id: number
  email: string
  phone: string | null
  email_verified: boolean
  phone_verified: boolean
  mfa_method: string[]
  client_id: number | null
}

export type Place = { parts: Parts; tx: Tx; locale: string }

/** Returns the methods that are enabled and verified. */
export function methodsOf(user: Receiver): MfaMethod[] {
  return MFA_METHODS.filter(
    (method) =>
      user.mfa_method.includes(method) &&
      (method === 'email' ? user.email_verified : user.phone_verified && user.phone !== null),
  )
}

/**
 * Queues the message that will contain the code. It goes to the address to be verified, if that is not yet the user's.
 * `sentAt`, as it is stored, ties the message to this code and to no later one.
 */
export async function queueCode(
  place: Place,
  user: Pick<Receiver, 'id' | 'email' | 'phone' | 'client_id'>,
  purpose: Purpose,
  code: { id: string; method: MfaMethod; sentAt: number; destination?: string },
): Promise<void> {
  const wait = await waitForCode(place, user.id, purpose)
  if (wait > 0) throw tooMany('codes', wait)
  await queueMail(place, {
    channel: code.method === 'phone' ? 'sms' : 'mail',
    recipient: code.destination ?? (code.method === 'phone' ? (user.phone ?? '') : user.email),
    template: TEMPLATES[purpose][code.method],
    data: { code: code.id, issuedAt: iso(code.sentAt) },
    clientId: user.client_id,
  })
}

/**
 * Counts a code. Codes of sign-ins and codes of set-ups are counted apart, for each user. Codes of resets are counted
 * before this, by the name in the request.
 */
function waitForCode(place: Place, userId: number, purpose: Purpose): Promise<number> | number {
  if (purpose === 'password-reset') return 0
  return purpose === 'sign-in'
    ? take(place, KINDS[purpose], String(userId), CODES)
    : take(place, KINDS[purpose], String(userId), SETUP_CODES)
}

/** The names under which sent codes are counted. */
const KINDS = { 'sign-in': 'codes', 'mfa-setup': 'setup-codes' } as const

/** Begins a sign-in's second step by sending a code. Returns its id. */
export async function issueSignInCode(place: Place, user: Receiver, method: MfaMethod): Promise<string> {
  const { parts, tx } = place
  const now = parts.now()
  const id = Buffer.from(parts.random(18)).toString('base64url')
  await sql`insert into one_time_codes (id, purpose, user_id, method, password_mark, sent_at, expires_at)
    select ${id}, 'sign-in', id, ${method}, tocsin_password_mark(password_hash), ${iso(now)}, ${iso(now + LIFE['sign-in'])}
    from users where id = ${user.id}`.execute(tx)
  await queueCode(place, user, 'sign-in', { id, method, sentAt: now })
  return id
}

/**
 * Sends a code for a password reset to the phone. Earlier codes stay valid for their time, so that a stranger
 * who requests a code under a user's name takes nothing from the user.
 */
export async function issueResetCode(
  place: Place,
  user: Pick<Receiver, 'id' | 'email' | 'phone' | 'client_id'>,
): Promise<void> {
  const { parts, tx } = place
  const now = parts.now()
  const id = Buffer.from(parts.random(18)).toString('base64url')
  await sql`insert into one_time_codes (id, purpose, user_id, method, password_mark, sent_at, expires_at)
    select ${id}, 'password-reset', id, 'phone', tocsin_password_mark(concat(password_hash, ' ', phone)), ${iso(now)},
      ${iso(now + LIFE['password-reset'])} from users where id = ${user.id}`.execute(tx)
  await queueCode(place, user, 'password-reset', { id, method: 'phone', sentAt: now })
}

/**
 * Sends another code for the same sign-in, by the same method or another. The earlier code becomes void. One
 * conditional statement does it, so that of simultaneous requests one succeeds (T28, T29). Throws ApiError 429 if it is
 * too early.
 */
export async function resendSignInCode(place: Place, id: string, user: Receiver, method: MfaMethod): Promise<void> {
  const { parts, tx } = place
  const now = parts.now()
  const switchAfter = METHOD_SWITCH_SECONDS * 1000
  const { rows } = await sql`update one_time_codes set method = ${method}, digest = null, attempts = 0,
      sent_at = ${iso(now)}, expires_at = ${iso(now + LIFE['sign-in'])},
      switched_at = case when method = ${method} then switched_at else ${iso(now)}::timestamptz end
    where id = ${id} and user_id = ${user.id} and purpose = 'sign-in' and used_at is null
      and case when method = ${method} then sent_at <= ${iso(now - RESEND_AFTER)}
        else coalesce(switched_at <= ${iso(now - switchAfter)}, true) end
    returning id`.execute(tx)
  if (rows.length > 0) return queueCode(place, user, 'sign-in', { id, method, sentAt: now })
  const { rows: stored } = await sql<{ method: string; sent_at: string; switched_at: string | null }>`
    select method, sent_at, switched_at from one_time_codes where id = ${id}`.execute(tx)
  const [code] = stored
  const again = code?.method === method
  const since = Date.parse((again ? code?.sent_at : code?.switched_at) ?? iso(now))
  const wait = since + (again ? RESEND_AFTER : switchAfter) - now
  throw tooMany(again ? 'resend' : 'switch', Math.max(1, wait))
}

export type Guess = 'right' | 'wrong' | 'late' | 'used' | 'spent'

/**
 * Counts a guess and takes the code if it is right, both in one conditional statement. Of 200 right guesses at once one
 * wins; of 200 wrong ones five are counted (T25, T26). A code that was sent before a change of password is void.
 */
export async function guess(
  { parts, tx }: Pick<Place, 'parts' | 'tx'>,
  { purpose, userId, id }: { purpose: Exclude<Purpose, 'password-reset'>; userId: number; id: string },
  text: string,
): Promise<Guess> {
  const now = iso(parts.now())
  const { rows } = await sql<{ right: boolean }>`update one_time_codes c set attempts = c.attempts + 1,
      used_at = case when c.digest = ${digestOf(parts, id, text)} then ${now}::timestamptz end
    from users u where c.id = ${id} and c.purpose = ${purpose} and c.user_id = ${userId} and u.id = c.user_id and u.active
      and c.used_at is null and c.attempts < ${GUESSES} and c.expires_at > ${now} and c.digest is not null
      and c.password_mark = tocsin_password_mark(u.password_hash)
    returning c.used_at is not null as right`.execute(tx)
  const [counted] = rows
  // A code that was used does not count against the user's allowance (T28).
  if (counted?.right) await giveBack({ parts, tx }, KINDS[purpose], String(userId))
  if (counted) return counted.right ? 'right' : 'wrong'
  const { rows: stored } = await sql<{
    used: boolean
    spent: boolean
    late: boolean
  }>`select used_at is not null as used, attempts >= ${GUESSES} as spent, expires_at <= ${now} as late
    from one_time_codes where id = ${id} and purpose = ${purpose} and user_id = ${userId}`.execute(tx)
  const [code] = stored
  return code?.used ? 'used' : code?.spent ? 'spent' : code?.late ? 'late' : 'wrong'
}

/**
 * Takes the reset code that was guessed right, once (T26). A code is void after a change of the password or of the
 * phone. Guesses are counted by the guesser (see limits.ts), so that a stranger's guesses use up no code.
 */
export async function takeResetCode(
  { parts, tx }: Pick<Place, 'parts' | 'tx'>,
  userId: number,
  text: string,
): Promise<boolean> {
  const now = iso(parts.now())
  // A digest contains the id of its code, so that it is computed for each code.
  const { rows: living } = await sql<{ id: string }>`select id from one_time_codes
    where purpose = 'password-reset' and user_id = ${userId} and used_at is null and expires_at > ${now}`.execute(tx)
  const digests = living.map(({ id }) => digestOf(parts, id, text))
  const { rows } = await sql`update one_time_codes c set used_at = ${now} from users u
    where c.purpose = 'password-reset' and c.user_id = ${userId} and c.digest = any (${digests}::text[])
      and c.used_at is null and c.expires_at > ${now} and u.id = c.user_id and u.active
      and c.password_mark = tocsin_password_mark(concat(u.password_hash, ' ', u.phone))
    returning c.id`.execute(tx)
  return rows.length > 0
}
