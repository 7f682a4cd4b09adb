import { ApiError } from '@tocsin/core/errors'
import { USER_TYPES } from '@tocsin/core/permissions'
import { sql } from 'kysely'
import { withServer } from '../actor'
import type { Parts } from '../parts'
import { issueSignInCode, methodsOf, type Receiver } from './one-time-codes'
import { RECEIVER_COLUMNS, type Asker } from './second-step'
import { beginSession } from './sessions'

type Candidate = Parameters<typeof beginSession>[2] & Receiver & { password_hash: string | null }

/**
 * A user name and a password for a session, or for a token that still wants a code, which is then on its way. A wrong
 * password, an unknown name, a user without a password and an inactive one get the same answer after the same work (T34).
 */
export async function signIn(
  parts: Parts,
  body: Record<string, unknown>,
  { locale }: Asker,
): Promise<Record<string, unknown>> {
  const { username, password } = body
  if (typeof username !== 'string' || typeof password !== 'string' || username.trim() === '' || password === '')
    throw new ApiError({ status: 401, code: 'MISSING_USERNAME_OR_PASSWORD' })
  // Longer than any password can be: no work for it, and no truncation either.
  if (password.length > 1000 || username.length > 1000 || username.includes('\u0000')) throw wrong()

  const { rows } = await withServer(
    parts.database,
    (tx) =>
      sql<Candidate>`select u.password_hash, ${RECEIVER_COLUMNS} from users u
        where lower(u.username) = lower(${username.trim()})`.execute(tx),
    { readOnly: true },
  )
  const [user] = rows
  const right = await parts.passwords.verify(user?.password_hash ?? null, password)
  if (!user || !right || !user.active) throw wrong()
  if (!(USER_TYPES as readonly string[]).includes(user.user_type))
    throw new ApiError({ status: 401, code: 'INVALID_USER' })

  if (user.mfa_method.length === 0) return withServer(parts.database, (tx) => beginSession(parts, tx, user))
  const mfaValues = methodsOf(user)
  const [first] = mfaValues
  // Wanted, and none of them proved: a password alone does not do.
  if (!first) throw new ApiError({ status: 401, code: 'NO_MFA_METHOD_FOR_USER' })
  const jti = await withServer(parts.database, (tx) => issueSignInCode({ parts, tx, locale }, user, first))
  return { token: await parts.tokens.sign('mfa', { sub: String(user.id), jti }, parts.now()), mfaValues }
}

const wrong = () => new ApiError({ status: 401, code: 'INVALID_USERNAME_OR_PASSWORD' })
