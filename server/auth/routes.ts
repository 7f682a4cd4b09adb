import { FEATURES } from '@tocsin/core/constants'
import { ApiError } from '@tocsin/core/errors'
import type { FastifyInstance } from 'fastify'
import { withServer } from '../actor'
import { single } from '../answers'
import { recordOf } from '../input'
import { route } from '../noun-routes'
import type { Parts } from '../parts'
import type { FirstRoot } from './first-root'
import { endSession, refreshSession } from './sessions'
import { signIn } from './sign-in'

/** What can be asked without a session. */
export function authenticationRoutes(scope: FastifyInstance, parts: Parts, firstRoot: FirstRoot): void {
  route(scope, '/authentication/login', {
    POST: async ({ id, body }) => single(id, await signIn(parts, recordOf(body))),
  })
  route(scope, '/authentication/refresh-token', {
    POST: async ({ id, body }) => {
      const { refreshToken } = recordOf(body)
      if (typeof refreshToken !== 'string') throw new ApiError({ status: 401, code: 'EXPIRED_REFRESH_TOKEN' })
      return single(id, await refreshSession(parts, refreshToken))
    },
  })
  // Open only while the server's terminal shows a code: see first-root.ts.
  route(scope, '/authentication/first-root', {
    POST: async ({ id, body }) => single(id, await firstRoot.take(recordOf(body))),
  })
  route(scope, '/authentication/logout', {
    // By either token of the session, expired or not: who comes back after an hour still wants to be signed out.
    POST: async ({ id, headers }) => {
      const [, token = ''] = (headers.authorization ?? '').split(' ')
      const evenExpired = { evenExpired: true }
      const claims = await parts.tokens
        .verify('access', token, evenExpired)
        .catch(() => parts.tokens.verify('refresh', token, evenExpired))
      await withServer(parts.database, (tx) => endSession(parts, tx, claims.sid ?? ''))
      return single(id, {})
    },
  })
  route(scope, '/features', {
    GET: async ({ id }) =>
      single(
        id,
        FEATURES.map((name) => ({ name, defaultValue: parts.features[name] ?? false })),
      ),
  })
}
