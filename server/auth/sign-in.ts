import { ApiError } from '@tocsin/core/errors'
import { USER_TYPES } from '@tocsin/core/permissions'
import { sql } from 'kysely'
import { withServer } from '../actor'
import type { Tx } from '../db/transaction'
import type { Parts } from '../parts'
import { issueSignInCode, methodsOf, type Receiver } from './one-time-codes'
import { RECEIVER_COLUMNS, type Asker } from './second-step'
import { rememberLanguage } from './reader-language'
import { beginSession } from './sessions'
import { addressDigest, counted, refuseWhileDelayed, rememberAddress, type Trier } from './sign-in-delays'

type Candidate = Parameters<typeof beginSession>[2] & Receiver & { password_hash: string | null; is_known: boolean }

/**
 * A user name and a password for a session, or for a token that still wants a code, which is then on its way. A wrong
 * password, an unknown name, a user without a password and an inactive one get the same answer after the same work (T34).
 */
export async function signIn(
  parts: Parts,
  body: Record<string, unknown>,
  { locale, address }: Asker,
): Promise<Record<string, unknown>> {
  const { username, password } = body
  if (typeof username !== 'string' || typeof password !== 'string' || username.trim() === '' || password === '')
    throw new ApiError({ status: 401, code: 'MISSING_USERNAME_OR_PASSWORD' })
  // Longer than any password can be: no work for it, and no truncation either.
  if (password.length > 1000 || username.length > 1000 || username.includes('\u0000')) throw wrong()
  // A storm is sent away before it costs the database anything (T41).
  parts.passwords.refuseWhileBusy()

  const name = username.trim().toLowerCase()
  const { user, trier } = await withServer(
    parts.database,
    async (tx) => {
      // Lowered by the database alone: it and this program disagree about letters like İ.
      const { rows } = await sql<Candidate>`select u.password_hash, exists (select from known_addresses k
          where k.user_id = u.id and k.address = ${addressDigest(parts, address)}) as is_known, ${RECEIVER_COLUMNS}
        from users u where lower(u.username) = lower(${username.trim()})`.execute(tx)
      const [candidate] = rows
      const trier: Trier = { name, address, knownUserId: candidate?.is_known ? candidate.id : null }
      // Before anybody waits in line for a comparison that would be refused.
      await refuseWhileDelayed(parts, tx, trier)
      return { user: candidate, trier }
    },
    { readOnly: true },
  )
  const guard = counted(parts, trier, user?.active === true)
  const right = await parts.passwords.verify(user?.password_hash ?? null, password, guard)
  if (!user || !right || !user.active) throw wrong()
  if (!(USER_TYPES as readonly string[]).includes(user.user_type))
    throw new ApiError({ status: 401, code: 'INVALID_USER' })

  if (user.mfa_method.length === 0)
    return withServer(parts.database, async (tx) => {
      await refuseChanged(tx, user)
      await rememberAddress(parts, tx, user.id, address)
      await rememberLanguage(tx, user.id, locale)
      return beginSession(parts, tx, user)
    })
  const mfaValues = methodsOf(user)
  const [first] = mfaValues
  // Wanted, and none of them proved: a password alone does not do.
  if (!first) throw new ApiError({ status: 401, code: 'NO_MFA_METHOD_FOR_USER' })
  const jti = await withServer(parts.database, async (tx) => {
    await refuseChanged(tx, user)
    return issueSignInCode({ parts, tx, locale }, user, first)
  })
  return { token: await parts.tokens.sign('mfa', { sub: String(user.id), jti }, parts.now()), mfaValues }
}

/**
 * What was compared must still be the password, and stays so until the transaction ends: whoever changes it meanwhile
 * ends every session that there is, and would miss one that begins a moment later (T36). One sign-in of a user at a time,
 * since it writes the user: of two who only shared the row each would wait for the other.
 */
async function refuseChanged(tx: Tx, user: Candidate): Promise<void> {
  const { rows } = await sql`select 1 from users where id = ${user.id} and active
    and password_hash = ${user.password_hash} for no key update`.execute(tx)
  if (rows.length === 0) throw wrong()
}

const wrong = () => new ApiError({ status: 401, code: 'INVALID_USERNAME_OR_PASSWORD' })
