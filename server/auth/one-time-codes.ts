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

/** How long a code counts, ms: console §9 and A-022; a set-up's as long as its token. How often it may be guessed at, and how soon another is sent (T25, T28). */
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

/** Where codes go; a user as far as that matters. */
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

/** The methods that are enabled and were proved. */
export function methodsOf(user: Receiver): MfaMethod[] {
  return MFA_METHODS.filter(
    (method) =>
      user.mfa_method.includes(method) &&
      (method === 'email' ? user.email_verified : user.phone_verified && user.phone !== null),
  )
}

/**
 * Queues the message that will carry the code, to the address it proves where that is not the user's yet; `sentAt`, as it
 * is stored, ties it to this sending and no later one.
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
 * A reset's codes are counted by the name they were asked for, before anybody knows whose it is; those that a session asks
 * for apart from a sign-in's, whoever's session it is.
 */
function waitForCode(place: Place, userId: number, purpose: Purpose): Promise<number> | number {
  if (purpose === 'password-reset') return 0
  return purpose === 'sign-in'
    ? take(place, KINDS[purpose], String(userId), CODES)
    : take(place, KINDS[purpose], String(userId), SETUP_CODES)
}

/** What codes that were sent are counted under. */
const KINDS = { 'sign-in': 'codes', 'mfa-setup': 'setup-codes' } as const

/** Begins a sign-in's second step: a code on its way. Gives its id. */
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
 * A code for a password reset, by phone. Those before it stay good for as long as they count: whoever asks for one
 * more under somebody's name does not take away what they have.
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
 * Sends another code for the same sign-in, by the same method or another; the one before is void from here on. By one
 * conditional statement: of however many ask at once, one is heard (T28, T29). Throws ApiError 429 before it is time.
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
 * Counts a guess and takes the code if it is right, both in one conditional statement: of 200 right ones at once one
 * wins, of 200 wrong ones five are counted (T25, T26). A code sent under another password is void.
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
  // Whoever has proved who they are has not used codes up (T28).
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
 * Takes the reset code that was guessed right, once (T26); one is void under another password, and where it went to a phone
 * that is the user's no more. How often may be guessed is counted by who guesses (see limits.ts): no code is spent by
 * strangers' guesses.
 */
export async function takeResetCode(
  { parts, tx }: Pick<Place, 'parts' | 'tx'>,
  userId: number,
  text: string,
): Promise<boolean> {
  const now = iso(parts.now())
  // A code's own id is part of what was digested.
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
