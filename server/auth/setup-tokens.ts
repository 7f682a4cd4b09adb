import { ApiError } from '@tocsin/core/base/errors'
import { sql } from 'kysely'
import type { Actor } from '../context/actor'
import type { Tx } from '../db/transaction'
import { notFound } from '../http/failures'
import type { ReauthContext } from '../records/overrides'
import type { Parts } from '../context/parts'
import { verifyCurrentPassword } from './current-password'
import type { Receiver } from './one-time-codes'

/** The user of a set-up, as the database has them now. */
export type Owner = Receiver & { name: string; username: string }

/** Returns the mark that ties a token to its session and to the password that it was issued for. */
const markOf = (parts: Parts, sid: string, hash: string | null) =>
  parts.tokens.digest('update-mfa', JSON.stringify([sid, hash]))

/** Returns the token that the steps of a set-up require, in exchange for the current password (MFA-11). */
export async function setupToken(requester: ReauthContext, password: unknown): Promise<string> {
  const { parts, actor } = requester
  const hash = await verifyCurrentPassword(requester, password, 'INVALID_PASSWORD')
  if (hash === null) throw new ApiError({ status: 400, code: 'PASSWORD_NOT_SET' })
  return parts.tokens.sign(
    'update-mfa',
    { sub: String(actor.id), sid: actor.sid, jti: markOf(parts, actor.sid, hash) },
    parts.now(),
  )
}

const missing = (reason: 'noToken' | 'tokenExpired') =>
  new ApiError({ status: 400, code: 'MISSING_TOKEN', details: { reason: `verification.${reason}` } })

/**
 * Returns the user of a set-up. Throws ApiError unless the token was issued to this session and this user for the
 * current password, within the last ten minutes (T32, T33). The user is locked until the transaction ends.
 */
export async function ownerOfSetup(parts: Parts, tx: Tx, actor: Actor, token: unknown): Promise<Owner> {
  if (typeof token !== 'string' || token === '') throw missing('noToken')
  const { sub, sid, jti } = await parts.tokens.verify('update-mfa', token).catch((error: unknown) => {
    throw missing(error instanceof ApiError && error.code === 'JWT_EXPIRED' ? 'tokenExpired' : 'noToken')
  })
  const { rows } = await sql<Owner & { hash: string | null }>`select id, name, username, email, phone, email_verified,
      phone_verified, mfa_method, client_id, password_hash as hash from users where id = ${actor.id} and active
    for update`.execute(tx)
  const [found] = rows
  if (!found) throw notFound()
  const { hash, ...owner } = found
  if (sub !== String(actor.id) || sid !== actor.sid || jti !== markOf(parts, actor.sid, hash)) throw missing('noToken')
  return owner
}
