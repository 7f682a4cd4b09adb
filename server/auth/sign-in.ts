import { ApiError } from '@tocsin/core/base/errors'
import { USER_TYPES } from '@tocsin/core/vocabulary/permissions'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Tx } from '../db/transaction'
import type { Parts } from '../context/parts'
import { issueSignInCode, methodsOf, type Receiver } from './one-time-codes'
import { RECEIVER_COLUMNS } from './second-step'
import type { Requester } from '../attempts/requester'
import { rememberLanguage } from './user-language'
import { beginSession } from './sessions'
import {
  addressDigest,
  withFailureCounting,
  isSlowed,
  refuseWhileDelayed,
  rememberAddress,
  waitInLine,
  type Attempter,
} from '../attempts/sign-in-delays'

type Candidate = Parameters<typeof beginSession>[2] & Receiver & { password_hash: string | null; is_known: boolean }

/**
 * Exchanges a username and a password for a session, or for the token of the second step, whose code is then sent. A
 * wrong password, an unknown name, a user without a password and an inactive user get one answer after the same work
 * (T34).
 */
export async function signIn(parts: Parts, body: Record<string, unknown>, requester: Requester): Promise<Draft> {
  const { username, password } = body
  if (typeof username !== 'string' || typeof password !== 'string' || username.trim() === '' || password === '')
    throw new ApiError({ status: 401, code: 'MISSING_USERNAME_OR_PASSWORD' })
  // Such a text is no password and no name. It costs no work, and is not truncated to one that could match.
  if (password.length > 1000 || username.length > 1000 || username.includes('\u0000')) throw wrong()
  const given = { username: username.trim(), password }
  const inTurn = (inLine: boolean) =>
    parts.signInLine.inTurn(requester.network, () => proceed(parts, given, requester, inLine))
  try {
    return await inTurn(false)
  } catch (thrown) {
    if (!(thrown instanceof Slowed)) throw thrown
    // The turn is given up during the wait in the other line.
    await waitInLine(parts, thrown.attempter)
    return inTurn(true)
  }
}

/** Thrown for a try that has to wait in line, since too many with its name, or of all strangers, have failed. */
class Slowed extends Error {
  readonly attempter: Attempter
  constructor(attempter: Attempter) {
    super('slowed')
    this.attempter = attempter
  }
}

type Given = { username: string; password: string }

/** Signs in. Throws Slowed if too many tries have failed and this one has not waited `inLine`. */
async function proceed(
  parts: Parts,
  { username, password }: Given,
  requester: Requester,
  inLine: boolean,
): Promise<Draft> {
  const { network: address } = requester
  const name = username.toLowerCase()
  const { user, attempter } = await withServer(
    parts.database,
    async (tx) => {
      // Only the database lowers the name: it and this program disagree about letters like İ.
      const { rows } = await sql<Candidate>`select u.password_hash, exists (select from known_addresses k
          where k.user_id = u.id and k.address = ${addressDigest(parts, address)}) as is_known, ${RECEIVER_COLUMNS}
        from users u where lower(u.username) = lower(${username})`.execute(tx)
      const [candidate] = rows
      if (candidate) requester.setSubject(candidate.id)
      const attempter: Attempter = { name, address, knownUserId: candidate?.is_known ? candidate.id : null }
      // The delay is checked before the line, so that nobody waits for a comparison that would be refused.
      await refuseWhileDelayed(parts, tx, attempter)
      if (!inLine && (await isSlowed(parts, tx, attempter))) throw new Slowed(attempter)
      return { user: candidate, attempter }
    },
    { readOnly: true },
  )
  const failure = { user: user ?? null, method: 'password', origin: requester } as const
  const guard = withFailureCounting(parts, attempter, failure, { mayEnter: user?.active === true, inLine })
  const right = await parts.passwords.verify(user?.password_hash ?? null, password, guard)
  if (!user || !right || !user.active) throw wrong()
  return enter(parts, user, requester)
}

/** Continues after the right password: begins a session, or sends the code of the second step. */
async function enter(parts: Parts, user: Candidate, requester: Requester): Promise<Draft> {
  if (!(USER_TYPES as readonly string[]).includes(user.user_type))
    throw new ApiError({ status: 401, code: 'INVALID_USER' })
  const { locale, network } = requester
  if (user.mfa_method.length === 0)
    return withServer(parts.database, async (tx) => {
      await refuseChanged(tx, user)
      await rememberAddress(parts, tx, user.id, network)
      await rememberLanguage(tx, user.id, locale)
      return beginSession(parts, tx, user, { method: 'password', origin: requester })
    })
  const mfaValues = methodsOf(user)
  const [first] = mfaValues
  // A code is required and no method is verified. The password alone is not enough.
  if (!first) throw new ApiError({ status: 401, code: 'NO_MFA_METHOD_FOR_USER' })
  const jti = await withServer(parts.database, async (tx) => {
    await refuseChanged(tx, user)
    return issueSignInCode({ parts, tx, locale }, user, first)
  })
  return { token: await parts.tokens.sign('mfa', { sub: String(user.id), jti }, parts.now()), mfaValues }
}

/**
 * Refuses if the compared password has changed, and locks it until the transaction ends. A change of password ends all
 * sessions, and would miss one that begins a moment later (T36). It is not a shared lock, since the sign-in writes the
 * user: two transactions that share the row would wait for each other.
 */
async function refuseChanged(tx: Tx, user: Candidate): Promise<void> {
  const { rows } = await sql`select 1 from users where id = ${user.id} and active
    and password_hash = ${user.password_hash} for no key update`.execute(tx)
  if (rows.length === 0) throw wrong()
}

const wrong = () => new ApiError({ status: 401, code: 'INVALID_USERNAME_OR_PASSWORD' })
