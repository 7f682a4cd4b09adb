import { ApiError } from '@tocsin/core/base/errors'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { loginAs, may } from '@tocsin/core/vocabulary/permissions'
import { mayGrant } from '@tocsin/core/vocabulary/roles'
import { sql } from 'kysely'
import { actorPermissions, scopeOf, withServer, type Actor } from '../context/actor'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'

/** A session as stored. */
export type SessionRow = {
  sid: string
  generation: number
  rotated_at: string
  expires_at: string
  revoked_at: string | null
  /** The session of the person who is signed in as the user; null if it is the user. */
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

export const SESSION_COLUMNS = sql`s.id as sid, s.generation, s.rotated_at, s.expires_at, s.revoked_at, s.parent_id`

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

/** Returns the refusal of a token without a valid session. */
export const refused = () => new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })

/**
 * Returns the user of a token's session as of now, so that logout, demotion and deactivation take effect at once (T17,
 * T18).
 */
export async function readActor(parts: Parts, sid: string, userId: number): Promise<Actor> {
  // The database would answer with an error about integers instead.
  if (!Number.isInteger(userId) || userId < 1 || userId > MAX_ID) throw refused()
  const actor = await withServer(parts.database, (tx) => livingActor(parts, tx, sid), {
    readOnly: true,
    keepTurn: true,
  })
  if (actor?.id !== userId) throw refused()
  return actor
}

/**
 * Returns the actor of a session, or null. The session must be neither ended nor expired, and its user active. The same
 * must hold for its parent, whose user must still be allowed to sign in as this one.
 */
export async function livingActor(parts: Parts, tx: Tx, sid: string): Promise<Actor | null> {
  const { rows } = await sql<SessionRow & UserRow>`select ${SESSION_COLUMNS}, ${USER_COLUMNS}
    from sessions s join users u on u.id = s.user_id where s.id = ${sid}`.execute(tx)
  const [row] = rows
  if (!row || row.revoked_at !== null || !row.active || Date.parse(row.expires_at) <= parts.now()) return null
  if (row.parent_id === null) return actorFrom(row, sid)
  const impersonator = await livingActor(parts, tx, row.parent_id)
  return impersonator && mayStillImpersonate(impersonator, row) ? actorFrom(row, sid, impersonator) : null
}

/**
 * Returns whether an actor may be signed in as a user, by the present rights of both: a demotion ends older sessions
 * (T20, T23).
 */
function mayStillImpersonate(impersonator: Actor, user: UserRow): boolean {
  const { kind, clientIds } = scopeOf(impersonator)
  const seen = kind === 'all' || (user.client_id !== null && clientIds.includes(user.client_id))
  return seen && may(impersonator, loginAs(user.user_type)) && mayGrant(impersonator, user.user_type, user.role)
}
