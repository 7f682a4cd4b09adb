import { sql } from 'kysely'
import type { Tx } from '../db/transaction'
import type { Parts } from '../context/parts'
import { KINDS } from '../secrets/tokens'
import { iso } from '../time'

/**
 * Stores a password reset of a mobile user and returns its token. The first reset used voids the others. Returns
 * null if there is no such active mobile user, or if `to` is given and is neither their e-mail nor their phone any more.
 */
export async function storeMobileReset(
  { tokens, random, now }: Pick<Parts, 'tokens' | 'random' | 'now'>,
  tx: Tx,
  userId: number,
  to: string | null = null,
): Promise<{ id: string; name: string; token: string } | null> {
  const at = now()
  const id = Buffer.from(random(18)).toString('base64url')
  const { rows } = await sql<{ name: string }>`with stored as (
      insert into mobile_resets (id, mobile_user_id, generation, expires_at)
      select ${id}, u.id, u.token_generation, ${iso(at + KINDS['mobile-reset'].life)} from mobile_users u
      where u.id = ${userId} and u.active and (${to}::text is null or ${to} in (u.email, u.phone))
      returning mobile_user_id)
    select u.name from mobile_users u join stored on stored.mobile_user_id = u.id`.execute(tx)
  const [user] = rows
  if (!user) return null
  return { id, name: user.name, token: await tokens.sign('mobile-reset', { sub: String(userId), jti: id }, at) }
}

/** The condition that a reset `r` of a mobile user `u` can still be carried out. */
const isOpen = (now: string) =>
  sql`u.id = r.mobile_user_id and u.active and r.used_at is null and r.expires_at > ${now} and r.generation = u.token_generation`

/** Returns whether a reset can still be carried out. */
export async function isOpenMobileReset(parts: Parts, tx: Tx, userId: number, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from mobile_resets r join mobile_users u on ${isOpen(iso(parts.now()))}
    where r.mobile_user_id = ${userId} and r.id = ${id}`.execute(tx)
  return rows.length > 0
}

/** Marks a reset as used. Of any number of simultaneous calls, exactly one returns true. */
export async function markMobileResetUsed(parts: Parts, tx: Tx, userId: number, id: string): Promise<boolean> {
  // Locks the row of the mobile user first, so that no other reset raises the generation between this check and its use.
  await sql`select 1 from mobile_users where id = ${userId} for update`.execute(tx)
  const now = iso(parts.now())
  const { rows } = await sql`update mobile_resets r set used_at = ${now} from mobile_users u
    where r.mobile_user_id = ${userId} and r.id = ${id} and ${isOpen(now)} returning r.id`.execute(tx)
  return rows.length > 0
}
