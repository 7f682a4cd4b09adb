import { ApiError } from '@tocsin/core/errors'
import type { FastifyInstance } from 'fastify'
import { single } from '../answers'
import { withServer } from '../actor'
import { recordOf } from '../input'
import type { Parts } from '../parts'
import type { FirstRoot } from './first-root'
import { endSession, refreshSession } from './sessions'
import { signIn } from './sign-in'
import { FEATURES } from '@tocsin/core/constants'

/** What can be asked without a session. */
export function authenticationRoutes(scope: FastifyInstance, parts: Parts, firstRoot: FirstRoot): void {
  scope.post('/authentication/login', async (request) =>
    single(request.id, await signIn(parts, recordOf(request.body))),
  )

  scope.post('/authentication/refresh-token', async (request) => {
    const { refreshToken } = recordOf(request.body)
    if (typeof refreshToken !== 'string') throw new ApiError({ status: 401, code: 'EXPIRED_REFRESH_TOKEN' })
    return single(request.id, await refreshSession(parts, refreshToken))
  })

  // Open only while the server's terminal shows a code: see first-root.ts.
  scope.post('/authentication/first-root', async (request) =>
    single(request.id, await firstRoot.take(recordOf(request.body))),
  )

  // By either token of the session, expired or not: who comes back after an hour still wants to be signed out.
  scope.post('/authentication/logout', async (request) => {
    const [, token = ''] = (request.headers.authorization ?? '').split(' ')
    const evenExpired = { evenExpired: true }
    const claims = await parts.tokens
      .verify('access', token, evenExpired)
      .catch(() => parts.tokens.verify('refresh', token, evenExpired))
    await withServer(parts.database, (tx) => endSession(parts, tx, claims.sid ?? ''))
    return single(request.id, {})
  })

  scope.get('/features', async (request) =>
    single(
      request.id,
      FEATURES.map((name) => ({ name, defaultValue: parts.features[name] ?? false })),
    ),
  )
}
