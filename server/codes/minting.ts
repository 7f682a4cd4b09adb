import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import { digestOf, newCode } from './code-text'
import { storeMobileReset } from './stored-mobile-resets'
import { storeReset } from './stored-resets'
import { iso } from '../time'

/**
 * Creates the secret of a message just before it is sent, so that the outbox never stores it. Returns null if the
 * message is no longer due: a newer code was requested, the time is over, or the user or the address is gone. Each
 * attempt to send creates a new secret.
 */
export type MakeSecret = (parts: Parts, data: Record<string, unknown>) => Promise<Record<string, unknown> | null>

const code: MakeSecret = async (parts, { code: id, issuedAt }) => {
  const made = newCode(parts)
  const { rows } = await withServer(parts.database, (tx) =>
    sql<{ sent_at: string; expires_at: string }>`update one_time_codes set digest = ${digestOf(parts, String(id), made)}
      where id = ${String(id)} and sent_at = ${String(issuedAt)} and used_at is null and expires_at > ${iso(parts.now())}
      returning sent_at, expires_at`.execute(tx),
  )
  const [row] = rows
  return row ? { code: made, seconds: (Date.parse(row.expires_at) - Date.parse(row.sent_at)) / 1000 } : null
}

const makeResetToken: MakeSecret = (parts, { user, email }) =>
  withServer(parts.database, (tx) => storeReset(parts, tx, Number(user), String(email)))

const makeMobileResetToken: MakeSecret = (parts, { mobileUser, to }) =>
  withServer(parts.database, (tx) => storeMobileReset(parts, tx, Number(mobileUser), String(to)))

/** The templates whose messages carry a secret. */
export const SECRET_MAKERS: Readonly<Record<string, MakeSecret>> = {
  'sign-in-code': code,
  'sign-in-code-sms': code,
  'setup-code': code,
  'setup-code-sms': code,
  'reset-code-sms': code,
  'reset-link': makeResetToken,
  'mobile-reset-link': makeMobileResetToken,
  'mobile-reset-link-sms': makeMobileResetToken,
}
