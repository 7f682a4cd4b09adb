import type { Agent } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { sql } from 'kysely'
import type { Origin } from '../attempts/requester'
import { writeSignInEvent, type Method, type Subject } from '../attempts/sign-in-events'
import { withServer, type Actor } from '../context/actor'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'
import { iso } from '../time'
import { actorFrom, livingActor, refused, SESSION_COLUMNS, type SessionRow, type UserRow } from './session-actor'
import { answer } from './session-answer'

/** The time after sign-in at which every session ends: 12 h, in ms. */
const ABSOLUTE_LIFE = 12 * 3_600_000
/**
 * The time for which the earlier refresh token is still accepted, in ms: its answer may have been lost, or a second tab
 * may have sent it (T45, T46).
 */
const REPLAY_WINDOW = 10_000

const expired = () => new ApiError({ status: 401, code: 'EXPIRED_REFRESH_TOKEN' })

/**
 * The way in which a user has proved their identity, and further facts for the history. `sid`: the id for the session, where
 * its caller has to know it.
 */
export type Proof = { method: Method; origin: Origin; facts?: Record<string, string>; sid?: string }

/**
 * Begins a session for a user who has proved their identity, and writes the history. Returns token, refresh token and
 * profile.
 */
export async function beginSession(
  parts: Parts,
  tx: Tx,
  user: UserRow,
  { method, origin, facts, sid = newSessionId(parts) }: Proof,
): Promise<Record<string, unknown>> {
  const begun = await addSession(parts, tx, user, { sid, agent: origin.agent, parent: null })
  await writeSignInEvent(parts, tx, { verb: 'signIn', user, sid, origin, facts: { method, ...facts } })
  return answer(parts, begun, actorFrom(user, sid))
}

/**
 * Begins a session in which the impersonator is signed in as a user; the action writes the history. It is a child of
 * the impersonator's session: it ends with that one, and no refresh extends it beyond.
 */
export async function beginChildSession(
  parts: Parts,
  tx: Tx,
  user: UserRow,
  impersonator: Actor,
): Promise<Record<string, unknown>> {
  const parent = await parentOf(tx, impersonator.sid)
  const sid = newSessionId(parts)
  const begun = await addSession(parts, tx, user, { sid, agent: parent.agent, parent })
  return answer(parts, begun, actorFrom(user, sid, impersonator))
}

type Parent = { id: string; end: string; agent: Agent }

/** Returns the id of a new session. People also type it: hexadecimal digits never look like a flag. */
export const newSessionId = (parts: Parts): string => Buffer.from(parts.random(18)).toString('hex')

async function addSession(
  parts: Parts,
  tx: Tx,
  user: UserRow,
  { sid, agent, parent }: { sid: string; agent: Agent; parent: Parent | null },
): Promise<SessionRow> {
  const now = parts.now()
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
  return row
}

async function parentOf(tx: Tx, sid: string): Promise<Parent> {
  const { rows } = await sql<Parent>`select id, expires_at as end, agent from sessions where id = ${sid}`.execute(tx)
  const [row] = rows
  if (!row) throw refused()
  return row
}

/**
 * Exchanges a refresh token. For the current generation one conditional statement raises the session's generation. The
 * generation before gets the same successor again, within ten seconds. Any other token is a stolen copy, and ends the
 * session.
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

/** The user whose session has ended, and the person who was signed in as the user, if any. */
type Ended = { user: Subject; impersonator: { id: number; username: string } | null }

/** Ends a session. Returns null if it had ended before, or if there is none. */
async function endSession(parts: Parts, tx: Tx, sid: string): Promise<Ended | null> {
  const { rows } = await sql<Ended>`update sessions s set revoked_at = ${iso(parts.now())} from users u
    where s.id = ${sid} and s.revoked_at is null and u.id = s.user_id
    returning jsonb_build_object('id', u.id, 'username', u.username, 'client_id', u.client_id, 'site_id', u.site_id) as user,
      (select jsonb_build_object('id', i.id, 'username', i.username) from sessions p join users i on i.id = p.user_id
        where p.id = s.parent_id) as impersonator`.execute(tx)
  return rows[0] ?? null
}

/** Ends a session because its user signs out. */
export async function signOut(parts: Parts, tx: Tx, sid: string, origin: Origin): Promise<void> {
  const ended = await endSession(parts, tx, sid)
  if (ended) await writeSignInEvent(parts, tx, { ...ended, verb: 'signOut', sid, origin })
}

/**
 * Ends a user's sessions: all of them, all but one, or only one. It is called after a deactivation, for a new password,
 * and if the user asks for it.
 */
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
