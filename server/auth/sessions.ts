import { PRODUCT } from '@tocsin/core/constants'
import { ApiError } from '@tocsin/core/errors'
import { MAX_ID } from '@tocsin/core/kinds'
import { loginAs, may, mayGrant } from '@tocsin/core/permissions'
import { sql } from 'kysely'
import { actorPermissions, scopeOf, withServer, type Actor } from '../actor'
import type { Tx } from '../db/transaction'
import type { Parts } from '../parts'
import { iso } from '../time'

/** A session ends 12 h after sign-in whatever happens, and one behind which staff sit 30 min after its last refresh. */
const ABSOLUTE_LIFE = 12 * 3_600_000
const STAFF_IDLE_LIFE = 30 * 60_000
/** How long the token before the current one may still be shown: a lost answer, a second tab (T45, T46). */
const REPLAY_WINDOW = 10_000

type SessionRow = {
  sid: string
  generation: number
  rotated_at: string
  expires_at: string
  revoked_at: string | null
  /** The session it was begun from, of the user who really acts. */
  parent_id: string | null
}

export type UserRow = {
  id: number
  name: string
  username: string
  email: string
  role: string
  user_type: string
  active: boolean
  client_id: number | null
  site_id: number | null
  monitoring_provider_id: number | null
  client_ids: number[]
  mfa_method: string[]
  has_password: boolean
}

const SESSION_COLUMNS = sql`s.id as sid, s.generation, s.rotated_at, s.expires_at, s.revoked_at, s.parent_id`

export const USER_COLUMNS = sql`u.id, u.name, u.username, u.email, u.role, u.user_type, u.active, u.client_id, u.site_id,
  u.monitoring_provider_id, u.client_ids, u.mfa_method, u.password_hash is not null as has_password`

export function actorFrom(user: UserRow, sid: string, impersonator: Actor | null = null): Actor {
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    email: user.email,
    sid,
    userType: user.user_type,
    role: user.role,
    permissions: actorPermissions(user.user_type, user.role),
    ClientId: user.client_id,
    SiteId: user.site_id,
    MonitoringProviderId: user.monitoring_provider_id,
    ClientIds: user.client_ids,
    hasPassword: user.has_password,
    mfaMethod: user.mfa_method,
    impersonator: impersonator && {
      id: impersonator.id,
      name: impersonator.name,
      username: impersonator.username,
    },
  }
}

const refused = () => new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })
const expired = () => new ApiError({ status: 401, code: 'EXPIRED_REFRESH_TOKEN' })

/** Who a token's session belongs to now: logout, demotion, deactivation act at the next request (T17, T18). */
export async function readActor(parts: Parts, sid: string, userId: number): Promise<Actor> {
  // Said here, since the database would only say that it is no integer.
  if (!Number.isInteger(userId) || userId < 1 || userId > MAX_ID) throw refused()
  const actor = await withServer(parts.database, (tx) => livingActor(parts, tx, sid), { readOnly: true })
  if (actor?.id !== userId) throw refused()
  return actor
}

/** Whose session it is, if it is still one: neither ended nor over, of an active user, and nor is the one it was begun from. */
async function livingActor(parts: Parts, tx: Tx, sid: string): Promise<Actor | null> {
  const { rows } = await sql<SessionRow & UserRow>`select ${SESSION_COLUMNS}, ${USER_COLUMNS}
    from sessions s join users u on u.id = s.user_id where s.id = ${sid}`.execute(tx)
  const [row] = rows
  if (!row || row.revoked_at !== null || !row.active || Date.parse(row.expires_at) <= parts.now()) return null
  if (row.parent_id === null) return actorFrom(row, sid)
  const impersonator = await livingActor(parts, tx, row.parent_id)
  return impersonator && reaches(impersonator, row) ? actorFrom(row, sid, impersonator) : null
}

/** Whether somebody may be signed in as this user, as both are now: a demotion ends what was begun before it (T20, T23). */
function reaches(impersonator: Actor, user: UserRow): boolean {
  const { kind, clientIds } = scopeOf(impersonator)
  const seen = kind === 'all' || (user.client_id !== null && clientIds.includes(user.client_id))
  return seen && may(impersonator, loginAs(user.user_type)) && mayGrant(impersonator, user.user_type, user.role)
}

/**
 * Begins a session and answers as sign-in does: token, refresh token, profile. Begun by somebody else, it is a child of
 * their session: it ends when that one does, and no refresh takes it beyond.
 */
export async function beginSession(
  parts: Parts,
  tx: Tx,
  user: UserRow,
  impersonator: Actor | null = null,
): Promise<Record<string, unknown>> {
  const now = parts.now()
  const parent = impersonator && (await endOf(tx, impersonator.sid))
  const sid = Buffer.from(parts.random(18)).toString('base64url')
  const row: SessionRow = {
    sid,
    generation: 1,
    rotated_at: iso(now),
    expires_at: parent ?? iso(now + ABSOLUTE_LIFE),
    revoked_at: null,
    parent_id: impersonator?.sid ?? null,
  }
  await sql`insert into sessions (id, user_id, generation, created_at, rotated_at, expires_at, parent_id)
    values (${sid}, ${user.id}, 1, ${row.rotated_at}, ${row.rotated_at}, ${row.expires_at}, ${row.parent_id})`.execute(
    tx,
  )
  return answer(parts, row, actorFrom(user, sid, impersonator))
}

async function endOf(tx: Tx, sid: string): Promise<string> {
  const { rows } = await sql<{ end: string }>`select expires_at as end from sessions where id = ${sid}`.execute(tx)
  const [row] = rows
  if (!row) throw refused()
  return row.end
}

/**
 * Exchanges a refresh token. The current generation moves the session on by one conditional statement; the one before
 * it, within ten seconds, gets the same successor again; anything else is somebody else's copy and ends the session.
 */
export async function refreshSession(parts: Parts, token: string): Promise<Record<string, unknown>> {
  const claims = await parts.tokens.verify('refresh', token).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'JWT_EXPIRED' ? expired() : refused()
  })
  const { sid = '', gen = 0 } = claims
  const now = parts.now()
  const outcome = await withServer(parts.database, async (tx) => {
    const moved = await sql<SessionRow>`update sessions s set generation = generation + 1, rotated_at = ${iso(now)}
      where id = ${sid} and generation = ${gen} and revoked_at is null and expires_at > ${iso(now)}
      returning ${SESSION_COLUMNS}`.execute(tx)
    const actor = await livingActor(parts, tx, sid)
    if (!actor) {
      await endSession(parts, tx, sid)
      return undefined
    }
    const [fresh] = moved.rows
    if (fresh) return { session: fresh, actor }
    const { rows } = await sql<SessionRow>`select ${SESSION_COLUMNS} from sessions s where s.id = ${sid}`.execute(tx)
    const [stored] = rows
    if (stored?.generation === gen + 1 && now - Date.parse(stored.rotated_at) <= REPLAY_WINDOW)
      return { session: stored, actor }
    await endSession(parts, tx, sid)
    return undefined
  })
  if (!outcome) throw expired()
  return answer(parts, outcome.session, outcome.actor)
}

export async function endSession(parts: Parts, tx: Tx, sid: string): Promise<void> {
  await sql`update sessions set revoked_at = ${iso(parts.now())} where id = ${sid} and revoked_at is null`.execute(tx)
}

/** Every session of a user but the one kept: after deactivation or a password change. */
export async function endSessionsOf(parts: Parts, tx: Tx, userId: number, kept?: string): Promise<void> {
  await sql`update sessions set revoked_at = ${iso(parts.now())}
    where user_id = ${userId} and revoked_at is null and id <> ${kept ?? ''}`.execute(tx)
}

async function answer(parts: Parts, session: SessionRow, actor: Actor): Promise<Record<string, unknown>> {
  const sub = String(actor.id)
  const act = actor.impersonator ? { act: { sub: String(actor.impersonator.id) } } : {}
  const isStaff = actor.userType === PRODUCT || actor.impersonator !== null
  const rotated = Date.parse(session.rotated_at)
  const [token, refreshToken] = await Promise.all([
    parts.tokens.sign(
      'access',
      { sub, sid: session.sid, roles: actor.permissions, userType: actor.userType, ...act },
      parts.now(),
    ),
    parts.tokens.sign(
      'refresh',
      { sub, sid: session.sid, gen: session.generation, ...act },
      rotated,
      Math.min(isStaff ? rotated + STAFF_IDLE_LIFE : Infinity, Date.parse(session.expires_at)),
    ),
  ])
  return { token, refreshToken, profile: profileOf(actor) }
}

/** What a client keeps of who signed in. */
export function profileOf(actor: Actor): Record<string, unknown> {
  return {
    id: actor.id,
    name: actor.name,
    username: actor.username,
    email: actor.email,
    userType: actor.userType,
    role: actor.role,
    permissions: actor.permissions,
    ClientId: actor.ClientId,
    SiteId: actor.SiteId,
    hasPassword: actor.hasPassword,
    mfaMethod: actor.mfaMethod,
    impersonator: actor.impersonator,
  }
}
