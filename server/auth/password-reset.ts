import { ApiError } from '@tocsin/core/base/errors'
import { newPassword } from '@tocsin/core/vocabulary/password'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Tx } from '../db/transaction'
import { invalid } from '../http/failures'
import { queueMail } from '../outbox/outbox'
import type { Parts } from '../context/parts'
import type { Requester } from '../attempts/requester'
import { readCode } from '../codes/code-text'
import {
  RESET_GUESSES,
  RESET_GUESSES_OF_NAME,
  RESET_PAUSE,
  RESET_REQUESTS,
  RESETS_OF_NETWORK,
  RESETS_OF_NAME,
  takeAll,
  tooMany,
} from '../attempts/limits'
import { issueResetCode, takeResetCode, type Receiver } from './one-time-codes'
import { endSessionsOf } from './sessions'
import { rememberAddress } from '../attempts/sign-in-delays'
import { networkFacts, writeFailure } from '../attempts/sign-in-events'
import { usernameOfOpenReset, markResetUsed, storeReset } from '../codes/stored-resets'
import { refuseWeak } from '../secrets/weak-passwords'
import { iso } from '../time'

const required = (body: Draft, ...fields: string[]) => {
  const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
  const missing = fields.filter((field) => !isText(body[field]))
  if (missing.length > 0) throw invalid(missing.map((field) => ({ field, key: 'formErrors.required' })))
}

/**
 * Returns the name as it is looked up. A text that cannot be a name is changed to one that nobody has: PostgreSQL takes
 * no U+0000, and no name has a U+0001.
 */
const nameOf = (body: Draft) => String(body['username']).trim().replaceAll('\u0000', '\u0001').slice(0, 1000)

type Asked = Pick<Receiver, 'id' | 'email' | 'phone' | 'phone_verified' | 'client_id'> & {
  active: boolean
  username: string
  site_id: number | null
}

async function readUser(tx: Tx, name: string): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`select id, username, email, phone, phone_verified, client_id, site_id, active
    from users where lower(username) = lower(${name})`.execute(tx)
  return rows[0]
}

/** The recipient for an unknown name. Its message is queued and never sent. */
const NOBODY = { id: 0, email: '', phone: null, client_id: null }

/**
 * Answers the request for a new password: sends a code to a verified phone, else a mail with a link. An unknown
 * name gets one of the two answers, the same each time and unforeseeably, after the same work: a message is queued, and
 * its delivery finds no recipient (T35).
 */
export async function requestReset(parts: Parts, body: Draft, requester: Requester): Promise<Draft> {
  required(body, 'username')
  const name = nameOf(body)
  const known = name.toLowerCase()
  const { network: address, locale } = requester
  const sentTo = await withServer(parts.database, async (tx) => {
    const who = JSON.stringify([known, address])
    const wait = await takeAll({ parts, tx }, [
      ['resets-of-network', address, RESETS_OF_NETWORK],
      ['reset-requests', who, RESET_REQUESTS],
      ['reset-pause', who, RESET_PAUSE],
      ['resets-of-name', known, RESETS_OF_NAME],
    ])
    if (wait > 0) throw tooMany('reset', wait)
    const user = await readUser(tx, name)
    if (user) requester.setSubject(user.id)
    const receiver = user?.active ? user : NOBODY
    const byPhone = user ? user.phone_verified && user.phone !== null : isDecoyWithPhone(parts, known)
    if (byPhone) {
      await issueResetCode({ parts, tx, locale }, receiver)
      return 'phone'
    }
    await queueMail(
      { parts, tx, locale },
      {
        recipient: receiver.email,
        template: 'reset-link',
        data: { user: receiver.id, email: receiver.email },
        clientId: null,
      },
    )
    return 'email'
  })
  return { sentTo }
}

/**
 * Returns whether an unknown name gets the answer of a user with a phone. Half of them do, by a digest under the
 * server's key.
 */
const isDecoyWithPhone = ({ tokens }: Parts, name: string): boolean =>
  (Buffer.from(tokens.digest('reset-decoy', name), 'base64url')[0] ?? 0) < 128

/**
 * Exchanges the code for the token that sets a password. Every mistake in name or code gets the same answer (T35, T37).
 */
export async function validateResetCode(parts: Parts, body: Draft, requester: Requester): Promise<Draft> {
  required(body, 'username', 'code')
  const name = nameOf(body)
  const known = name.toLowerCase()
  const code = readCode(String(body['code']))
  // A refusal is returned, not thrown: a rollback would lose the count of the guess.
  const outcome = await withServer(parts.database, async (tx) => {
    const wait = await takeAll({ parts, tx }, [
      ['reset-guesses', JSON.stringify([known, requester.network]), RESET_GUESSES],
      ['reset-guesses-of-name', known, RESET_GUESSES_OF_NAME],
    ])
    if (wait > 0) return tooMany('reset', wait)
    const user = (await readUser(tx, name)) ?? null
    if (user) requester.setSubject(user.id)
    const userId = user?.id ?? 0
    const isRight = code !== null && (await takeResetCode({ parts, tx }, userId, code))
    if (isRight) return storeReset(parts, tx, userId)
    await writeFailure(parts, tx, { user, method: 'reset-code', origin: requester })
    return null
  })
  if (outcome instanceof ApiError) throw outcome
  if (!outcome) throw new ApiError({ status: 400, code: 'VERIFICATION_INVALID_CODE' })
  return { token: outcome.token }
}

/**
 * Returns the reset of a token of one kind, and whose it is. Throws ApiError, JWT_EXPIRED if the token is valid except for
 * its time.
 */
export async function resetOf(
  parts: Parts,
  kind: 'reset' | 'mobile-reset',
  token: unknown,
): Promise<{ userId: number; id: string }> {
  if (typeof token !== 'string' || token === '') throw new ApiError({ status: 400, code: 'MISSING_TOKEN' })
  const { sub, jti = '' } = await parts.tokens.verify(kind, token).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'JWT_EXPIRED'
      ? error
      : new ApiError({ status: 401, code: 'INVALID_RESET_TOKEN' })
  })
  return { userId: Number(sub), id: jti }
}

/** Returns the refusal of a reset that is used, or void because of a later password. */
export const spent = () => new ApiError({ status: 401, code: 'RESET_TOKEN_USED' })

/**
 * Sets a new password with the token of either flow, once. Every session of the user ends and none begins. The
 * next sign-in still has its second step (T39).
 */
export async function restorePassword(parts: Parts, body: Draft, requester: Requester): Promise<Draft> {
  const { userId, id } = await resetOf(parts, 'reset', body['token'])
  requester.setSubject(userId)
  const { password, passwordConfirm } = body
  const problems = check(newPassword, { password, passwordConfirm })
  if (problems.length > 0) throw invalid(problems)
  // The reset is checked before the work of hashing, and once more by the statement that takes it.
  const username = await withServer(parts.database, (tx) => usernameOfOpenReset(parts, tx, userId, id), {
    readOnly: true,
  })
  if (username === null) throw spent()
  refuseWeak(password, username)
  const hash = await parts.passwords.hash(String(password))
  await withServer(parts.database, async (tx) => {
    if (!(await markResetUsed(parts, tx, userId, id))) throw spent()
    await setPassword(parts, tx, { userId, hash, requester })
    // Guesses at this name from elsewhere must not keep its owner from signing in with the new password.
    await rememberAddress(parts, tx, userId, requester.network)
  })
  return {}
}

async function setPassword(
  parts: Parts,
  tx: Tx,
  { userId, hash, requester }: { userId: number; hash: string; requester: Requester },
): Promise<void> {
  const now = iso(parts.now())
  const { rows } = await sql<{ name: string; username: string; email: string; client_id: number | null }>`update users
    set password_hash = ${hash}, version = version + 1, updated_at = ${now} where id = ${userId}
    returning name, username, email, client_id`.execute(tx)
  const [user] = rows
  if (!user) throw spent()
  await endSessionsOf(parts, tx, userId)
  const changes = JSON.stringify({ password: { before: '***', after: '***' }, ...networkFacts(parts, requester) })
  // Nobody is signed in, so the event names the user and no session.
  await sql`insert into audit_events (created_at, noun, record_id, verb, client_id, username, request_id, changes)
    values (${now}, 'users', ${userId}, 'reset-password', ${user.client_id}, ${user.username},
      ${requester.requestId},
      ${changes}::jsonb)`.execute(tx)
  await queueMail(
    { parts, tx, locale: requester.locale },
    {
      recipient: user.email,
      template: 'password-changed',
      data: { name: user.name, username: user.username },
      clientId: user.client_id,
    },
  )
}
