import { AGENTS, PAGE_SIZE_MAX, PRODUCT, type Agent } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { endingSessions, type OwnSession } from '@tocsin/core/api/own-sessions'
import { objectSchema } from '@tocsin/core/vocabulary/json-schema'
import { check } from '@tocsin/core/vocabulary/validate'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import { single } from '../http/answers'
import { answer, body, text } from '../http/describe'
import { writeAudit } from '../records/audit'
import type { TransactionOptions } from '../db/transaction'
import { invalid, notFound } from '../http/failures'
import type { Context } from '../context/context'
import type { ReauthContext } from '../records/overrides'
import { recordOf } from '../http/input'
import { idOf } from '../http/named-record'
import { route } from '../http/route'
import type { PartsOf } from '../context/request'
import { iso } from '../time'
import { originOf } from '../attempts/requester'
import { verifyCurrentPassword } from './current-password'
import { refuseWhileImpersonating } from './impersonation'
import { STAFF_IDLE_LIFE } from './session-answer'
import { endSessionsOf } from './sessions'
import { networkFacts } from '../attempts/sign-in-events'

/** The number of ended sessions whose ids one event of the history contains. */
const MAX_NAMED = 50

const time = { type: 'string', format: 'date-time' }
/** A session of one's own in the description of the API. */
const ownSession = {
  type: 'object',
  required: ['id', 'createdAt', 'lastUsedAt', 'agent', 'impersonator', 'current'],
  properties: {
    id: text,
    createdAt: time,
    lastUsedAt: time,
    agent: { enum: [...AGENTS] },
    impersonator: { type: ['string', 'null'] },
    current: { type: 'boolean' },
  },
}

/**
 * Adds the routes of a user's own sessions. Those of another user are not found. A person who is signed in as the user
 * is refused.
 */
export function ownSessionRoutes(scope: FastifyInstance, partsOf: PartsOf): void {
  const askingOf = (request: FastifyRequest): Omit<Asking, 'tx'> => {
    const { actor, id: requestId } = request
    if (!actor || idOf(request) !== actor.id) throw notFound()
    refuseWhileImpersonating(actor)
    return { parts: partsOf(request), actor, requestId, origin: originOf(request) }
  }
  route(scope, '/users/:id/sessions', {
    GET: {
      needsSession: true,
      describes: () => ({
        description: 'Of whoever asks, and nobody else.',
        ...answer('The sessions that can still be used, the latest used first', { type: 'array', items: ownSession }),
      }),
      handler: async (request) => {
        const asking = askingOf(request)
        return single(
          request.id,
          await asServer(asking, (context) => livingSessions(context, PAGE_SIZE_MAX), { readOnly: true }),
        )
      },
    },
  })
  route(scope, '/users/:id/end-sessions', {
    POST: {
      needsSession: true,
      describes: () => ({
        description: 'Ends one session, or with `others` all but the one that asks; of whoever asks, and nobody else.',
        ...body(objectSchema(endingSessions)),
        ...answer('How many have ended', {
          type: 'object',
          required: ['ended'],
          properties: { ended: { type: 'integer' } },
        }),
      }),
      handler: async (request) => {
        const asking = askingOf(request)
        const { session, password } = read(recordOf(request.body))
        // The password is compared before the transaction, so that the count of a wrong one is kept whatever follows.
        const hash = await verifyCurrentPassword(asking, password, 'INVALID_PASSWORD')
        if (hash === null) throw new ApiError({ status: 400, code: 'PASSWORD_NOT_SET' })
        return single(request.id, await asServer(asking, (context) => end(context, session)))
      },
    },
  })
}

type Asking = Omit<Context, 'locale'> & ReauthContext

/**
 * Runs with the server's rights, because the user may not see who is signed in as them. `run` reads and ends the
 * actor's sessions alone.
 */
const asServer = <T>(
  asking: Omit<Asking, 'tx'>,
  run: (context: Asking) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> => withServer(asking.parts.database, (tx) => run({ ...asking, tx }), options)

/** Returns the session to end, or null for all others. Throws ApiError 400 if the body names neither or both. */
function read(body: Record<string, unknown>): { session: string | null; password: unknown } {
  const problems = check(endingSessions, body)
  if (problems.length > 0) throw invalid(problems)
  const { session = null, others = null, password } = body
  if ((session === null) === (others !== true)) throw invalid([{ field: 'session', key: 'formErrors.sessionOrOthers' }])
  return { session: session === null ? null : String(session), password }
}

type Row = {
  id: string
  created_at: string
  rotated_at: string
  agent: Agent
  impersonator: string | null
}

/**
 * Returns the sessions of a user that can still be used: the current one, then the latest used first, `limit` at most.
 */
async function livingSessions({ parts, tx, actor }: Asking, limit: number | null): Promise<OwnSession[]> {
  const now = parts.now()
  // The refresh token of a staff session expires before the session does, so that an idle session can no longer be
  // used.
  const { rows } = await sql<Row>`select s.id, s.created_at, s.rotated_at, s.agent, i.username as impersonator
    from sessions s left join sessions p on p.id = s.parent_id left join users i on i.id = p.user_id
    where s.user_id = ${actor.id} and s.revoked_at is null and s.expires_at > ${iso(now)}
      and (s.parent_id is null or p.revoked_at is null)
      and (s.id = ${actor.sid} or s.rotated_at > ${iso(now - STAFF_IDLE_LIFE)}
        or not (${actor.userType === PRODUCT}::boolean or s.parent_id is not null))
    order by s.id = ${actor.sid} desc, s.rotated_at desc, s.created_at desc, s.id limit ${limit}::int`.execute(tx)
  return rows.map(({ id, created_at, rotated_at, agent, impersonator }) => ({
    id,
    createdAt: created_at,
    lastUsedAt: rotated_at,
    agent,
    impersonator,
    current: id === actor.sid,
  }))
}

/**
 * Ends one session, or all except the current one, and with them the sessions begun from them. Their tokens become
 * invalid.
 */
async function end(context: Asking, session: string | null): Promise<{ ended: number }> {
  const { parts, tx, actor } = context
  const living = await livingSessions(context, null)
  const meant = living.filter(({ id, current }) => (session === null ? !current : id === session)).map(({ id }) => id)
  if (session !== null && meant.length === 0) throw notFound()
  if (session === null) await endSessionsOf(parts, tx, actor.id, { but: actor.sid })
  else await endSessionsOf(parts, tx, actor.id, { only: session })
  if (meant.length > 0)
    await writeAudit(context, {
      noun: 'users',
      recordId: actor.id,
      verb: 'endSessions',
      clientId: actor.ClientId,
      siteId: actor.SiteId,
      changes: {
        ended: { before: null, after: meant.length },
        sessions: { before: null, after: meant.slice(0, MAX_NAMED) },
        ...networkFacts(parts, context.origin),
      },
    })
  return { ended: meant.length }
}
