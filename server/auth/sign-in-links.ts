import { ApiError } from '@tocsin/core/base/errors'
import { LOGIN_AS_STAFF, may } from '@tocsin/core/vocabulary/permissions'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import { single } from '../http/answers'
import { answer, text } from '../http/describe'
import { writeAudit } from '../records/audit'
import { forbidden, notFound } from '../http/failures'
import type { Context } from '../context/context'
import { idOf } from '../http/named-record'
import { route } from '../http/route'
import type { Parts } from '../context/parts'
import type { InScope } from '../context/request'
import { refuseWhileImpersonating } from './impersonation'
import type { Requester } from '../attempts/requester'
import { USER_COLUMNS, type UserRow } from './session-actor'
import { beginSession } from './sessions'
import { readSubject, writeFailure } from '../attempts/sign-in-events'
import { KINDS } from '../secrets/tokens'
import { iso } from '../time'

/**
 * Creates a link that signs a user in, once and within a minute. Its bearer needs neither password nor code. So
 * only root may create one, and it is in the answer and nowhere else.
 */
async function makeSignInLink(context: Context, userId: number): Promise<Record<string, unknown>> {
  const { parts, tx, actor } = context
  if (!may(actor, LOGIN_AS_STAFF)) throw forbidden([LOGIN_AS_STAFF])
  refuseWhileImpersonating(actor)
  const now = parts.now()
  const id = Buffer.from(parts.random(18)).toString('base64url')
  const { rows } = await sql<{ active: boolean; client_id: number | null }>`select active, client_id from users
    where id = ${userId}`.execute(tx)
  const [user] = rows
  if (!user) throw notFound()
  if (!user.active)
    throw new ApiError({ status: 400, code: 'BLOCKED', details: { reason: 'resources.users.notActive' } })
  await sql`insert into sign_in_links (id, user_id, made_by, password_mark, expires_at)
    select ${id}, id, ${actor.id}, tocsin_password_mark(password_hash), ${iso(now + KINDS.link.life)} from users
    where id = ${userId}`.execute(tx)
  const changes = { link: { before: null, after: id } }
  await writeAudit(context, { noun: 'users', recordId: userId, verb: 'signInLink', clientId: user.client_id, changes })
  const token = await parts.tokens.sign('link', { sub: String(userId), jti: id }, now)
  return { link: `${parts.publicUrl ?? ''}/login?authorization=${token}`, seconds: KINDS.link.life / 1000 }
}

export function signInLinkRoutes(scope: FastifyInstance, inScope: InScope): void {
  route(scope, '/users/:id/sign-in-link', {
    POST: {
      needsSession: true,
      describes: () =>
        answer('A link that signs this user in, once', {
          type: 'object',
          required: ['link', 'seconds'],
          properties: { link: text, seconds: { type: 'integer' } },
        }),
      handler: async (request) =>
        single(request.id, await inScope(request, (context) => makeSignInLink(context, idOf(request)))),
    },
  })
}

/** Signs in with a link. Of simultaneous requests one succeeds. Throws ApiError 401 with the reason. */
export async function takeSignInLink(
  parts: Parts,
  token: string,
  requester: Requester,
): Promise<Record<string, unknown>> {
  const { sub, jti = '' } = await parts.tokens.verify('link', token).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'JWT_EXPIRED' ? refused('SIGN_IN_LINK_EXPIRED') : unknownLink()
  })
  const userId = Number(sub)
  const now = iso(parts.now())
  // A refusal is returned, not thrown: a rollback would lose its event in the history.
  const outcome = await withServer(parts.database, async (tx) => {
    const taken = await sql<UserRow>`update sign_in_links l set used_at = ${now} from users u
      where l.id = ${jti} and l.user_id = ${userId} and l.used_at is null and l.expires_at > ${now}
        and u.id = l.user_id and u.active and l.password_mark = tocsin_password_mark(u.password_hash)
      returning ${USER_COLUMNS}`.execute(tx)
    const [user] = taken.rows
    if (!user) {
      const { rows } = await sql<{ used: boolean }>`select used_at is not null as used from sign_in_links
        where id = ${jti} and user_id = ${userId}`.execute(tx)
      await writeFailure(parts, tx, { user: await readSubject(tx, userId), method: 'link', origin: requester })
      return rows[0]?.used ? refused('SIGN_IN_LINK_USED') : unknownLink()
    }
    return beginSession(parts, tx, user, { method: 'link', origin: requester, facts: { link: jti } })
  })
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

const refused = (code: string) => new ApiError({ status: 401, code })
const unknownLink = () => refused('INVALID_SIGN_IN_LINK')
