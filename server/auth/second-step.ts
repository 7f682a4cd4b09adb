import { ApiError } from '@tocsin/core/base/errors'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Tx } from '../db/transaction'
import { invalid } from '../http/failures'
import type { Parts } from '../context/parts'
import type { Requester } from '../attempts/requester'
import { readCode } from '../codes/code-text'
import { guess, methodsOf, resendSignInCode, type Guess, type Receiver } from './one-time-codes'
import { rememberLanguage } from './user-language'
import { USER_COLUMNS } from './session-actor'
import { beginSession } from './sessions'
import { readSubject, writeFailure } from '../attempts/sign-in-events'
import { rememberAddress } from '../attempts/sign-in-delays'

type User = Parameters<typeof beginSession>[2] & Receiver

/** The columns of a user, with those that decide where a code goes. */
export const RECEIVER_COLUMNS = sql`${USER_COLUMNS}, u.phone, u.email_verified, u.phone_verified`

async function readUser(tx: Tx, id: number): Promise<User> {
  const { rows } = await sql<User>`select ${RECEIVER_COLUMNS} from users u where u.id = ${id} and u.active`.execute(tx)
  const [user] = rows
  if (!user) throw new ApiError({ status: 401, code: 'INVALID_USER' })
  return user
}

/** Returns the ids of the user and the code in the token of a first step. Throws ApiError 401. */
async function pending(parts: Parts, token: string): Promise<{ userId: number; id: string }> {
  const { sub, jti = '' } = await parts.tokens.verify('mfa', token)
  return { userId: Number(sub), id: jti }
}

/** Exchanges the code for a session: the second step of a sign-in (MFA-03). */
export async function verifySignIn(
  parts: Parts,
  token: string,
  body: Record<string, unknown>,
  requester: Requester,
): Promise<Record<string, unknown>> {
  const which = await pending(parts, token)
  const { code } = body
  if (typeof code !== 'string' || code.trim() === '') throw invalid([{ field: 'code', key: 'formErrors.required' }])
  const written = readCode(code)
  if (written === null) throw refusedCode('wrong')
  // A refusal is returned, not thrown: a rollback would lose the count of the guess.
  const outcome = await withServer(parts.database, async (tx) => {
    // The lock keeps the password from changing between the guess and the session: a change ends all sessions, and
    // would miss this one. It is not a shared lock, since the user is written below: two transactions that share the
    // row would wait for each other.
    await sql`select 1 from users where id = ${which.userId} for no key update`.execute(tx)
    const guessed = await guess({ parts, tx }, { purpose: 'sign-in', ...which }, written)
    if (guessed !== 'right') {
      const user = await readSubject(tx, which.userId)
      await writeFailure(
        parts,
        tx,
        { user, method: 'code', origin: requester },
        guessed === 'spent' ? { locks: 'account' } : {},
      )
      return guessed
    }
    await rememberAddress(parts, tx, which.userId, requester.network)
    await rememberLanguage(tx, which.userId, requester.locale)
    return beginSession(parts, tx, await readUser(tx, which.userId), { method: 'code', origin: requester })
  })
  if (typeof outcome === 'string') throw refusedCode(outcome)
  return outcome
}

const refusedCode = (guessed: Exclude<Guess, 'right'>) =>
  new ApiError({
    status: 401,
    code: 'MFA_INVALID_CODE',
    ...(guessed === 'wrong' ? {} : { details: { reason: `verification.${guessed}` } }),
  })

/** Sends another code for the same sign-in, by one of the user's methods (MFA-06, A-025). */
export async function resendCode(
  parts: Parts,
  token: string,
  body: Record<string, unknown>,
  { locale }: Requester,
): Promise<Record<string, unknown>> {
  const which = await pending(parts, token)
  const { methodValue } = body
  if (typeof methodValue !== 'string' || methodValue.trim() === '')
    throw invalid([{ field: 'methodValue', key: 'formErrors.required' }])
  await withServer(parts.database, async (tx) => {
    const user = await readUser(tx, which.userId)
    const method = methodsOf(user).find((one) => one === methodValue)
    if (!method) throw new ApiError({ status: 401, code: 'NO_MFA_METHOD_FOR_USER' })
    await resendSignInCode({ parts, tx, locale }, which.id, user, method)
  })
  return { sentTo: methodValue }
}
