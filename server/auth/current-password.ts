import { ApiError } from '@tocsin/core/base/errors'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Tx } from '../db/transaction'
import type { Prover } from '../records/serve'
import { counted, forgetFailures, refuseWhileDelayed, withSession } from '../attempts/sign-in-delays'

const FIELDS = { INVALID_OLD_PASSWORD: 'oldPassword', INVALID_PASSWORD: 'password' } as const

/**
 * Asks a signed-in user for their password again before a step that a session alone does not allow. Wrong ones are
 * counted as at sign-in, by the user, in transactions of their own. Returns the stored hash; null where there is none,
 * and nothing to prove. Throws ApiError: `code`, or 429 while it is too early to try again.
 */
export async function proveCurrentPassword(
  { parts, actor, origin }: Prover,
  given: unknown,
  code: keyof typeof FIELDS,
): Promise<string | null> {
  const trier = withSession(actor.id)
  const hash = await withServer(
    parts.database,
    async (tx) => {
      await refuseWhileDelayed(parts, tx, trier, 'password')
      return read(tx, actor.id)
    },
    { readOnly: true },
  )
  if (hash === null) return null
  const wrong = new ApiError({ status: 400, code, details: { reason: 'passwords.wrong', field: FIELDS[code] } })
  // Longer than any password can be: no work for it.
  if (typeof given !== 'string' || given === '' || given.length > 1000) throw wrong
  const user = { id: actor.id, username: actor.username, client_id: actor.ClientId, site_id: actor.SiteId }
  const failure = { user, method: 'current-password', sid: actor.sid, origin } as const
  if (!(await parts.passwords.verify(hash, given, counted(parts, trier, failure, { reason: 'password' })))) throw wrong
  await withServer(parts.database, (tx) => forgetFailures(parts, tx, trier))
  return hash
}

/** Returns whether `proveCurrentPassword` read the hash of now, which stays so until the transaction ends. */
export async function stillHas(tx: Tx, userId: number, proved: unknown): Promise<boolean> {
  return (await read(tx, userId, true)) === proved
}

async function read(tx: Tx, userId: number, forUpdate = false): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`select password_hash as hash from users where id = ${userId}
    ${forUpdate ? sql`for update` : sql``}`.execute(tx)
  return rows[0]?.hash ?? null
}
