import { SIGN_IN_CODE_SECONDS } from '@tocsin/core/constants'
import { sql } from 'kysely'
import { withServer } from '../actor'
import type { Parts } from '../parts'
import { digestOf, newCode } from './code-text'
import { KINDS } from './tokens'

const iso = (time: number) => new Date(time).toISOString()

/**
 * Makes the secret that a message carries, at the moment it leaves: until then there is none, and afterwards the
 * database holds what it can be known by and not the secret itself. Null where the message has become pointless: a
 * newer code was asked for, its time is over, nobody has that name. A message tried again carries a new secret.
 */
export type Mint = (parts: Parts, data: Record<string, unknown>) => Promise<Record<string, unknown> | null>

const code: Mint = async (parts, { code: id, issuedAt }) => {
  const made = newCode(parts)
  const { rows } = await withServer(parts.database, (tx) =>
    sql`update one_time_codes set digest = ${digestOf(parts, String(id), made)}
      where id = ${String(id)} and sent_at = ${String(issuedAt)} and used_at is null and expires_at > ${iso(parts.now())}
      returning id`.execute(tx),
  )
  return rows.length > 0 ? { code: made, seconds: SIGN_IN_CODE_SECONDS } : null
}

const resetLink: Mint = async (parts, { user }) => {
  const now = parts.now()
  const id = Buffer.from(parts.random(18)).toString('base64url')
  const name = await storeReset(parts, Number(user), id, now + KINDS.reset.life)
  if (name === null) return null
  return { name, token: await parts.tokens.sign('reset', { sub: String(user), jti: id }, now) }
}

/** The reset that a user may now carry out, in place of the one before it; the user's name, or null where there is none. */
async function storeReset(parts: Parts, userId: number, id: string, expiresAt: number): Promise<string | null> {
  const { rows } = await withServer(parts.database, (tx) =>
    sql<{ name: string }>`with stored as (
        insert into password_resets (user_id, id, password_mark, expires_at)
        select id, ${id}, tocsin_password_mark(password_hash), ${iso(expiresAt)} from users
        where id = ${userId} and active
        on conflict (user_id) do update set id = excluded.id, password_mark = excluded.password_mark,
          expires_at = excluded.expires_at, used_at = null returning user_id)
      select u.name from users u join stored on stored.user_id = u.id`.execute(tx),
  )
  return rows[0]?.name ?? null
}

/** The templates whose messages carry a secret. */
export const MINTS: Readonly<Record<string, Mint>> = {
  'sign-in-code': code,
  'sign-in-code-sms': code,
  'reset-code-sms': code,
  'reset-link': resetLink,
}
