import { FEATURES } from '@tocsin/core/constants'
import { ApiError } from '@tocsin/core/errors'
import { chooseLocale } from '@tocsin/core/i18n'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withServer } from '../actor'
import { single } from '../answers'
import { recordOf } from '../input'
import { route } from '../noun-routes'
import type { Parts } from '../parts'
import type { FirstRoot } from './first-root'
import { requestReset, restorePassword, validateResetCode } from './password-reset'
import { resendCode, verifySignIn, type Asker } from './second-step'
import { endSession, refreshSession } from './sessions'
import { takeSignInLink } from './sign-in-links'
import { signIn } from './sign-in'
import { networkOf } from './sign-in-delays'

/** What can be asked without a session. */
export function authenticationRoutes(scope: FastifyInstance, parts: Parts, firstRoot: FirstRoot): void {
  route(scope, '/authentication/login', {
    POST: async (request) => single(request.id, await signIn(parts, recordOf(request.body), askerOf(request))),
  })
  route(scope, '/authentication/mfa/verify', {
    POST: async (request) =>
      single(request.id, await verifySignIn(parts, bearerOf(request), recordOf(request.body), askerOf(request))),
  })
  route(scope, '/authentication/mfa/resend', {
    POST: async (request) =>
      single(request.id, await resendCode(parts, bearerOf(request), recordOf(request.body), askerOf(request))),
  })
  route(scope, '/authentication/refresh-token', {
    POST: async ({ id, body }) => {
      const { refreshToken } = recordOf(body)
      if (typeof refreshToken !== 'string') throw new ApiError({ status: 401, code: 'EXPIRED_REFRESH_TOKEN' })
      const isLink = parts.tokens.kindOf(refreshToken) === 'link'
      return single(id, await (isLink ? takeSignInLink(parts, refreshToken, id) : refreshSession(parts, refreshToken)))
    },
  })
  route(scope, '/authentication/restore-password/request', {
    POST: async (request) => single(request.id, await requestReset(parts, recordOf(request.body), askerOf(request))),
  })
  route(scope, '/authentication/restore-password/validate-code', {
    POST: async ({ id, body }) => single(id, await validateResetCode(parts, recordOf(body))),
  })
  route(scope, '/authentication/restore-password', {
    POST: async (request) =>
      single(request.id, await restorePassword(parts, recordOf(request.body), request.id, askerOf(request))),
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

function askerOf({ headers, ip }: FastifyRequest): Asker {
  return { locale: chooseLocale(String(headers['locale'] ?? ''), headers['accept-language']), address: networkOf(ip) }
}

/** The token of a request that wants one of its own kind. */
function bearerOf({ headers }: FastifyRequest): string {
  const [scheme, token, ...rest] = (headers.authorization ?? '').split(' ')
  if (scheme !== 'Bearer' || !token || rest.length > 0)
    throw new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })
  return token
}
