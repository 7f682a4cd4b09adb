import { ApiError } from '@tocsin/core/base/errors'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Tx } from '../db/transaction'
import type { ReauthContext } from '../records/overrides'
import { forgetFailures, refuseWhileDelayed, withFailureCounting, withSession } from '../attempts/sign-in-delays'

const FIELDS = { INVALID_OLD_PASSWORD: 'oldPassword', INVALID_PASSWORD: 'password' } as const

/**
 * Verifies the password of a signed-in user before a step that a session alone does not allow. Wrong passwords are
 * counted per user, as at sign-in, each in a transaction of its own. Returns the stored hash, or null if the user has
 * no password to verify. Throws ApiError with `code`, or with 429 while the user must wait.
 */
export async function verifyCurrentPassword(
  { parts, actor, origin }: ReauthContext,
  given: unknown,
  code: keyof typeof FIELDS,
): Promise<string | null> {
  const attempter = withSession(actor.id)
  const hash = await withServer(
    parts.database,
    async (tx) => {
      await refuseWhileDelayed(parts, tx, attempter, 'password')
      return read(tx, actor.id)
    },
    { readOnly: true },
  )
  if (hash === null) return null
  const wrong = new ApiError({ status: 400, code, details: { reason: 'passwords.wrong', field: FIELDS[code] } })
  // Rejects a text longer than any password before it costs a hash.
  if (typeof given !== 'string' || given === '' || given.length > 1000) throw wrong
  const user = { id: actor.id, username: actor.username, client_id: actor.ClientId, site_id: actor.SiteId }
  const failure = { user, method: 'current-password', sid: actor.sid, origin } as const
  if (
    !(await parts.passwords.verify(hash, given, withFailureCounting(parts, attempter, failure, { reason: 'password' })))
  )
    throw wrong
  await withServer(parts.database, (tx) => forgetFailures(parts, tx, attempter))
  return hash
}

/** Returns whether the hash is still the one that `verifyCurrentPassword` read. Locks it until the transaction ends. */
export async function isPasswordUnchanged(tx: Tx, userId: number, proved: unknown): Promise<boolean> {
  return (await read(tx, userId, true)) === proved
}

async function read(tx: Tx, userId: number, forUpdate = false): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`select password_hash as hash from users where id = ${userId}
    ${forUpdate ? sql`for update` : sql``}`.execute(tx)
  return rows[0]?.hash ?? null
}
