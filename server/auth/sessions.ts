import { PRODUCT, type Agent } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { loginAs, may, mayGrant } from '@tocsin/core/vocabulary/permissions'
import { sql } from 'kysely'
import { actorPermissions, scopeOf, withServer, type Actor } from '../context/actor'
import type { Tx } from '../db/transaction'
import type { Parts } from '../context/parts'
import { text } from '../http/describe'
import { iso } from '../time'
import type { Origin } from '../attempts/asker'
import { writeSignInEvent, type Method, type Subject } from '../attempts/sign-in-events'

/** A session ends 12 h after sign-in whatever happens, and a session of staff 30 min after its last refresh. */
const ABSOLUTE_LIFE = 12 * 3_600_000
export const STAFF_IDLE_LIFE = 30 * 60_000
/** The time for which the token before the current one is still good: a lost answer, a second tab (T45, T46). */
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

/** Returns the user of a token's session as of now: logout, demotion, deactivation act at once (T17, T18). */
export async function readActor(parts: Parts, sid: string, userId: number): Promise<Actor> {
  // Refused here, since the database would only say that it is no integer.
  if (!Number.isInteger(userId) || userId < 1 || userId > MAX_ID) throw refused()
  const actor = await withServer(parts.database, (tx) => livingActor(parts, tx, sid), {
    readOnly: true,
    keepTurn: true,
  })
  if (actor?.id !== userId) throw refused()
  return actor
}

/** Returns the active user of a session that is neither ended nor over, and whose parent is neither. */
async function livingActor(parts: Parts, tx: Tx, sid: string): Promise<Actor | null> {
  const { rows } = await sql<SessionRow & UserRow>`select ${SESSION_COLUMNS}, ${USER_COLUMNS}
    from sessions s join users u on u.id = s.user_id where s.id = ${sid}`.execute(tx)
  const [row] = rows
  if (!row || row.revoked_at !== null || !row.active || Date.parse(row.expires_at) <= parts.now()) return null
  if (row.parent_id === null) return actorFrom(row, sid)
  const impersonator = await livingActor(parts, tx, row.parent_id)
  return impersonator && reaches(impersonator, row) ? actorFrom(row, sid, impersonator) : null
}

/** Returns whether a user may be signed in as this one, as both are now: a demotion ends older sessions (T20, T23). */
function reaches(impersonator: Actor, user: UserRow): boolean {
  const { kind, clientIds } = scopeOf(impersonator)
  const seen = kind === 'all' || (user.client_id !== null && clientIds.includes(user.client_id))
  return seen && may(impersonator, loginAs(user.user_type)) && mayGrant(impersonator, user.user_type, user.role)
}

/** The way in which a user has proved their identity, and the other facts of it for the history. */
export type Proof = { method: Method; origin: Origin; facts?: Record<string, string> }

/** Begins a session for a proved user, writes the history, and returns the answer: token, refresh token, profile. */
export async function beginSession(
  parts: Parts,
  tx: Tx,
  user: UserRow,
  { method, origin, facts }: Proof,
): Promise<Record<string, unknown>> {
  const { sid, begun } = await addSession(parts, tx, user, { agent: origin.agent, parent: null })
  await writeSignInEvent(parts, tx, { verb: 'signIn', user, sid, origin, facts: { method, ...facts } })
  return answer(parts, begun, actorFrom(user, sid))
}

/**
 * Begins a session of a user for somebody else; the action writes the history. It is a child of their session: it ends
 * when that one does, and no refresh takes it beyond.
 */
export async function beginChildSession(
  parts: Parts,
  tx: Tx,
  user: UserRow,
  impersonator: Actor,
): Promise<Record<string, unknown>> {
  const parent = await parentOf(tx, impersonator.sid)
  const { sid, begun } = await addSession(parts, tx, user, { agent: parent.agent, parent })
  return answer(parts, begun, actorFrom(user, sid, impersonator))
}

type Parent = { id: string; end: string; agent: Agent }

async function addSession(
  parts: Parts,
  tx: Tx,
  user: UserRow,
  { agent, parent }: { agent: Agent; parent: Parent | null },
): Promise<{ sid: string; begun: SessionRow }> {
  const now = parts.now()
  // In hexadecimal digits, since people also type it: never one that begins like a flag.
  const sid = Buffer.from(parts.random(18)).toString('hex')
  const row: SessionRow = {
    sid,
    generation: 1,
    rotated_at: iso(now),
    expires_at: parent?.end ?? iso(now + ABSOLUTE_LIFE),
    revoked_at: null,
    parent_id: parent?.id ?? null,
  }
  await sql`insert into sessions (id, user_id, agent, generation, created_at, rotated_at, expires_at, parent_id)
    values (${sid}, ${user.id}, ${agent}, 1, ${row.rotated_at}, ${row.rotated_at}, ${row.expires_at},
      ${row.parent_id})`.execute(tx)
  return { sid, begun: row }
}

async function parentOf(tx: Tx, sid: string): Promise<Parent> {
  const { rows } = await sql<Parent>`select id, expires_at as end, agent from sessions where id = ${sid}`.execute(tx)
  const [row] = rows
  if (!row) throw refused()
  return row
}

/**
 * Exchanges a refresh token. The current generation moves the session on by one conditional statement; the one before
 * it, within ten seconds, gets the same successor again; anything else is somebody else's copy and ends the session.
 */
export async function refreshSession(parts: Parts, token: string, origin: Origin): Promise<Record<string, unknown>> {
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
    const ended = await endSession(parts, tx, sid)
    if (ended) await writeSignInEvent(parts, tx, { ...ended, verb: 'refreshReused', sid, origin })
    return undefined
  })
  if (!outcome) throw expired()
  return answer(parts, outcome.session, outcome.actor)
}

/** The user whose session has ended, and the person who really acted in it. */
type Ended = { user: Subject; impersonator: { id: number; username: string } | null }

/** Ends a session, once: null where it has ended before, or there is none. */
async function endSession(parts: Parts, tx: Tx, sid: string): Promise<Ended | null> {
  const { rows } = await sql<Ended>`update sessions s set revoked_at = ${iso(parts.now())} from users u
    where s.id = ${sid} and s.revoked_at is null and u.id = s.user_id
    returning jsonb_build_object('id', u.id, 'username', u.username, 'client_id', u.client_id, 'site_id', u.site_id) as user,
      (select jsonb_build_object('id', i.id, 'username', i.username) from sessions p join users i on i.id = p.user_id
        where p.id = s.parent_id) as impersonator`.execute(tx)
  return rows[0] ?? null
}

/** Ends a session at its holder's wish. */
export async function signOut(parts: Parts, tx: Tx, sid: string, origin: Origin): Promise<void> {
  const ended = await endSession(parts, tx, sid)
  if (ended) await writeSignInEvent(parts, tx, { ...ended, verb: 'signOut', sid, origin })
}

/** Ends a user's sessions, all but one or only one: after deactivation, a new password, or at the user's wish. */
export async function endSessionsOf(
  parts: Parts,
  tx: Tx,
  userId: number,
  { but, only }: { but?: string | undefined; only?: string } = {},
): Promise<void> {
  await sql`update sessions set revoked_at = ${iso(parts.now())}
    where user_id = ${userId} and revoked_at is null
      and ${only === undefined ? sql`id <> ${but ?? ''}` : sql`id = ${only}`}`.execute(tx)
}

/** The answer to a sign-in in the description of the API. */
export const sessionSchema = {
  type: 'object',
  properties: { token: text, refreshToken: text, profile: { type: 'object' } },
}

async function answer(parts: Parts, session: SessionRow, actor: Actor): Promise<Record<string, unknown>> {
  const sub = String(actor.id)
  const act = actor.impersonator ? { act: { sub: String(actor.impersonator.id) } } : {}
  const org = orgOf(actor)
  const isStaff = actor.userType === PRODUCT || actor.impersonator !== null
  const rotated = Date.parse(session.rotated_at)
  const [token, refreshToken] = await Promise.all([
    parts.tokens.sign(
      'access',
      { sub, sid: session.sid, roles: actor.permissions, userType: actor.userType, org, ...act },
      parts.now(),
    ),
    parts.tokens.sign(
      'refresh',
      { sub, sid: session.sid, gen: session.generation, org, ...act },
      rotated,
      Math.min(isStaff ? rotated + STAFF_IDLE_LIFE : Infinity, Date.parse(session.expires_at)),
    ),
  ])
  return { token, refreshToken, profile: profileOf(actor) }
}

/** Returns the tenant whose turns a user takes: a client's, a provider's, or those of our own staff. */
function orgOf({ userType, ClientId, MonitoringProviderId }: Actor): string {
  if (userType === PRODUCT) return PRODUCT
  return MonitoringProviderId === null ? `client:${ClientId}` : `provider:${MonitoringProviderId}`
}

/** Returns the profile that a client keeps of its user. */
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
