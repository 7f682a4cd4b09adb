import { sql } from 'kysely'
import type { Tx } from '../db/transaction'
import type { Parts } from '../context/parts'
import { KINDS } from '../secrets/tokens'
import { iso } from '../time'

/** A mark of the user's password and address. A reset stores it and is void once it differs. */
const mark = sql`tocsin_password_mark(concat(u.password_hash, ' ', u.email))`

/**
 * Stores a password reset and returns its token with the user's name. Earlier resets stay valid, so that a stranger who
 * asks for one cannot void the user's own. The first one used voids the others. Returns null if there is no such active
 * user, or if `email` is given and is no longer theirs.
 */
export async function storeReset(
  parts: Parts,
  tx: Tx,
  userId: number,
  email?: string,
): Promise<{ name: string; token: string } | null> {
  const now = parts.now()
  const id = Buffer.from(parts.random(18)).toString('base64url')
  const { rows } = await sql<{ name: string }>`with stored as (
      insert into password_resets (user_id, id, password_mark, expires_at)
      select u.id, ${id}, ${mark}, ${iso(now + KINDS.reset.life)} from users u
      where u.id = ${userId} and u.active and (${email ?? null}::text is null or u.email = ${email ?? null})
      returning user_id)
    select u.name from users u join stored on stored.user_id = u.id`.execute(tx)
  const [user] = rows
  return user
    ? { name: user.name, token: await parts.tokens.sign('reset', { sub: String(userId), jti: id }, now) }
    : null
}

/** Returns the username of the user whose reset this is. Null if it is used, expired or void. */
export async function usernameOfOpenReset(parts: Parts, tx: Tx, userId: number, id: string): Promise<string | null> {
  const { rows } = await sql<{
    username: string
  }>`select u.username from password_resets r join users u on u.id = r.user_id
    where r.user_id = ${userId} and r.id = ${id} and r.used_at is null and r.expires_at > ${iso(parts.now())}
      and u.active and r.password_mark = ${mark}`.execute(tx)
  return rows[0]?.username ?? null
}

/** Marks a reset as used. Of any number of simultaneous calls, exactly one returns true. */
export async function markResetUsed(parts: Parts, tx: Tx, userId: number, id: string): Promise<boolean> {
  // Locks the user's row first, so that the password cannot change between this check and its use.
  await sql`select 1 from users where id = ${userId} for update`.execute(tx)
  const now = iso(parts.now())
  const { rows } = await sql`update password_resets r set used_at = ${now} from users u
    where r.user_id = ${userId} and r.id = ${id} and r.used_at is null and r.expires_at > ${now}
      and u.id = r.user_id and u.active and r.password_mark = ${mark}
    returning r.id`.execute(tx)
  return rows.length > 0
}
