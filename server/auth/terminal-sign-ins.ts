import { ApiError } from '@tocsin/core/base/errors'
import { terminalAnswer, terminalCode, type TerminalRequest } from '@tocsin/core/api/terminal-sign-in'
import type { Fields } from '@tocsin/core/vocabulary/resource'
import { objectSchema } from '@tocsin/core/vocabulary/json-schema'
import { check } from '@tocsin/core/vocabulary/validate'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { TERMINAL_CODES_OF_USER, TERMINALS_OF_NETWORK, take, tooMany } from '../attempts/limits'
import { originOf, requesterOf, type Requester } from '../attempts/requester'
import { newCode, readCode } from '../codes/code-text'
import { withServer, type Actor } from '../context/actor'
import type { Parts } from '../context/parts'
import type { PartsOf } from '../context/request'
import type { Tx } from '../db/transaction'
import { single } from '../http/answers'
import { answer, body, bodyOfTexts, open, text } from '../http/describe'
import { invalid, notFound } from '../http/failures'
import { recordOf } from '../http/input'
import { route } from '../http/route'
import { iso } from '../time'
import { refuseWhileImpersonating } from './impersonation'
import { livingActor, SESSION_COLUMNS, USER_COLUMNS, type SessionRow, type UserRow } from './session-actor'
import { answer as sessionAnswer, sessionSchema } from './session-answer'
import { beginSession, newSessionId } from './sessions'
import { countUnknown } from './unknown-tokens'

/** The time for which a terminal's request waits for an answer, and for its session to be fetched, in ms. */
const LIFE = 10 * 60_000
/** The time for which a terminal gets its session again, in ms: the answer may have been lost. */
const REPLAY_WINDOW = 60_000
/** The seconds that a terminal waits between two questions. */
const INTERVAL = 2
const TOKEN_BYTES = 32
/** A token is longer than it could be; a longer text costs no digest. */
const MAX_TOKEN = 100

const over = () => new ApiError({ status: 401, code: 'TERMINAL_SIGN_IN_OVER' })

const digestOf = ({ tokens }: Parts, token: string) => tokens.digest('terminal-sign-in', token)
const networkMark = ({ tokens }: Parts, network: string) => tokens.digest('terminal-network', network)

/** Begins to sign a terminal in: nobody is asked until a person enters its code in the console. */
async function begin(parts: Parts, { network }: Requester): Promise<Record<string, unknown>> {
  const now = parts.now()
  const token = Buffer.from(parts.random(TOKEN_BYTES)).toString('base64url')
  const code = newCode(parts)
  await withServer(parts.database, async (tx) => {
    const wait = await take({ parts, tx }, 'terminals-of-network', network, TERMINALS_OF_NETWORK)
    if (wait > 0) throw tooMany('terminals', wait)
    await sql`insert into terminal_sign_ins (id, code, network, created_at, expires_at)
      values (${digestOf(parts, token)}, ${code}, ${networkMark(parts, network)}, ${iso(now)}, ${iso(now + LIFE)})`.execute(
      tx,
    )
  })
  const link = `${parts.publicUrl ?? ''}/profile?terminal=${code}`
  return { token, code, link, seconds: LIFE / 1000, interval: INTERVAL }
}

/**
 * Answers the question of a terminal: its session if a person has allowed it, or that the request is still pending. The
 * session is of the person as the database has them now; a new password since the answer ends the request, as it ends all
 * sessions. A terminal that asks again within a minute gets the same session, unless it was used to refresh: the answer may
 * have been lost.
 */
async function takeSession(parts: Parts, given: unknown, requester: Requester): Promise<Record<string, unknown>> {
  if (typeof given !== 'string' || given === '' || given.length > MAX_TOKEN) throw over()
  const id = digestOf(parts, given)
  const now = iso(parts.now())
  const outcome = await withServer(parts.database, async (tx) => {
    const { rows: waiting } = await sql<{ allowed: boolean | null; ended: boolean; taken: boolean }>`select allowed,
        expires_at <= ${now} as ended, taken_at is not null as taken from terminal_sign_ins where id = ${id}`.execute(
      tx,
    )
    const [found] = waiting
    if (!found) return 'unknown' as const
    if (found.taken) return sessionAgain(parts, tx, id)
    if (found.ended) return 'over' as const
    if (found.allowed === null) return { pending: true }
    if (!found.allowed) return 'denied' as const
    const sid = newSessionId(parts)
    const { rows } =
      await sql<UserRow>`update terminal_sign_ins t set taken_at = ${now}, session_id = ${sid} from users u
      where t.id = ${id} and t.taken_at is null and u.id = t.user_id and u.active
        and t.password_mark = tocsin_password_mark(u.password_hash)
      returning ${USER_COLUMNS}`.execute(tx)
    const [user] = rows
    // The terminal may have asked twice at once.
    if (!user) return sessionAgain(parts, tx, id)
    requester.setSubject(user.id)
    return beginSession(parts, tx, user, { method: 'terminal', origin: requester, sid })
  })
  if (outcome === 'unknown') await countUnknown(parts, requester.network)
  if (outcome === 'denied') throw new ApiError({ status: 401, code: 'TERMINAL_DENIED' })
  if (typeof outcome === 'string') throw over()
  return outcome
}

/** Returns the session that a terminal got a moment ago, if nothing came of it yet. */
async function sessionAgain(parts: Parts, tx: Tx, id: string): Promise<Record<string, unknown> | 'over'> {
  const { rows } = await sql<SessionRow>`select ${SESSION_COLUMNS} from terminal_sign_ins t
    join sessions s on s.id = t.session_id
    where t.id = ${id} and t.taken_at > ${iso(parts.now() - REPLAY_WINDOW)} and s.generation = 1`.execute(tx)
  const [session] = rows
  const actor = session ? await livingActor(parts, tx, session.sid) : null
  return session && actor ? sessionAnswer(parts, session, actor) : 'over'
}

type Asking = { parts: Parts; actor: Actor; network: string }

/**
 * Returns the request that shows a code and waits for an answer; with `allow` it is answered. One statement answers, so
 * that of two people the first alone does. Someone who is signed in as the user may do neither: the terminal would be
 * the user's for longer than the impersonation lasts.
 */
async function answerRequest(
  { parts, actor, network }: Asking,
  given: Record<string, unknown>,
  allow: boolean | null,
): Promise<TerminalRequest> {
  refuseWhileImpersonating(actor)
  const code = readCode(String(given['code']))
  const now = iso(parts.now())
  const outcome = await withServer(parts.database, async (tx) => {
    // The count outlives a wrong code, which is returned and not thrown.
    const wait = await take({ parts, tx }, 'terminal-codes-of-user', String(actor.id), TERMINAL_CODES_OF_USER)
    if (wait > 0) return tooMany('terminalCodes', wait)
    const columns = sql`t.code, t.created_at as "createdAt", t.expires_at as "expiresAt",
      t.network = ${networkMark(parts, network)} as "sameNetwork"`
    const waits = sql`t.code = ${code ?? ''} and t.allowed is null and t.expires_at > ${now}`
    const { rows } =
      allow === null
        ? await sql<TerminalRequest>`select ${columns} from terminal_sign_ins t where ${waits}`.execute(tx)
        : await sql<TerminalRequest>`update terminal_sign_ins t set user_id = u.id, allowed = ${allow},
              password_mark = tocsin_password_mark(u.password_hash)
            from users u where ${waits} and u.id = ${actor.id} and u.active returning ${columns}`.execute(tx)
    return rows[0] ?? notFound()
  })
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

const time = { type: 'string', format: 'date-time' }
const requestSchema = {
  type: 'object',
  required: ['code', 'createdAt', 'expiresAt', 'sameNetwork'],
  properties: { code: text, createdAt: time, expiresAt: time, sameNetwork: { type: 'boolean' } },
}
const seconds = { type: 'integer' }

/** Adds the routes of a terminal that wants to be signed in, which need no session. */
export function terminalSignInRoutes(scope: FastifyInstance, partsOf: PartsOf): void {
  route(scope, '/authentication/terminal', {
    POST: {
      describes: () => ({
        ...open,
        description: 'The person opens the link, compares the code and allows the terminal.',
        ...answer('A token for the session, and the code and link for the person', {
          type: 'object',
          required: ['token', 'code', 'link', 'seconds', 'interval'],
          properties: { token: text, code: text, link: text, seconds, interval: seconds },
        }),
      }),
      handler: async (request) => single(request.id, await begin(partsOf(request), requesterOf(request))),
    },
  })
  route(scope, '/authentication/terminal/session', {
    POST: {
      describes: () => ({
        ...open,
        description: 'Asked until the person has answered, every `interval` seconds.',
        ...bodyOfTexts('token'),
        ...answer('A session, again if the first answer was lost', {
          oneOf: [sessionSchema, { type: 'object', properties: { pending: { const: true } } }],
        }),
      }),
      handler: async (request) =>
        single(request.id, await takeSession(partsOf(request), recordOf(request.body)['token'], requesterOf(request))),
    },
  })
}

/** Adds the routes of the person who is asked. */
export function terminalRequestRoutes(scope: FastifyInstance, partsOf: PartsOf): void {
  const asked = async (
    request: FastifyRequest,
    fields: Fields,
    allow: (given: Record<string, unknown>) => boolean | null,
  ) => {
    const given = recordOf(request.body)
    const problems = check(fields, given)
    if (problems.length > 0) throw invalid(problems)
    const asking = { parts: partsOf(request), actor: request.actor!, network: originOf(request).network }
    return single(request.id, await answerRequest(asking, given, allow(given)))
  }
  route(scope, '/terminals/request', {
    POST: {
      needsSession: true,
      describes: () => ({
        ...body(objectSchema(terminalCode)),
        ...answer('The request that shows the code', requestSchema),
      }),
      handler: async (request) => asked(request, terminalCode, () => null),
    },
  })
  route(scope, '/terminals/answer', {
    POST: {
      needsSession: true,
      describes: () => ({
        description: 'Signs the terminal in as whoever asks, or denies it.',
        ...body(objectSchema(terminalAnswer)),
        ...answer('The request that was answered', requestSchema),
      }),
      handler: async (request) => asked(request, terminalAnswer, ({ allow }) => allow === true),
    },
  })
}
