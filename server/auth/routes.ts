import { FEATURES } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withServer } from '../context/actor'
import { page, single } from '../http/answers'
import { answer, bodyOfTexts, open, texts } from '../http/describe'
import { recordOf } from '../http/input'
import { bearerOf, route } from '../http/route'
import { holderOf } from '../context/parties'
import type { Parts } from '../context/parts'
import type { PartsOf } from '../context/request'
import type { FirstRoot } from './first-root'
import { requestReset, restorePassword, validateResetCode } from './password-reset'
import { requesterOf, originOf } from '../attempts/requester'
import { resendCode, verifySignIn } from './second-step'
import { sessionSchema } from './session-answer'
import { refreshSession, signOut } from './sessions'
import { takeSignInLink } from './sign-in-links'
import { signIn } from './sign-in'
import type { Claims, TokenKind } from '../secrets/tokens'

const mfaTokenDescription = { description: 'Needs the token that the sign-in returned together with the methods.' }

/** Adds the routes that need no session. */
export function authenticationRoutes(scope: FastifyInstance, partsOf: PartsOf, firstRoot: FirstRoot): void {
  /**
   * Queues the request under the holder of a valid token, not among strangers. The route itself refuses an invalid
   * token.
   */
  const partsOfTokenHolder = async (request: FastifyRequest, kind: TokenKind, token: string): Promise<Parts> => {
    const claims = await partsOf(request)
      .tokens.verify(kind, token)
      .catch(() => null)
    if (claims) setTokenHolder(request, claims)
    return partsOf(request)
  }

  route(scope, '/authentication/login', {
    POST: {
      describes: () => ({
        ...open,
        ...bodyOfTexts('username', 'password'),
        ...answer('A session, or a token for the verification code', sessionSchema),
      }),
      handler: async (request) =>
        single(request.id, await signIn(partsOf(request), recordOf(request.body), requesterOf(request))),
    },
  })
  route(scope, '/authentication/mfa/verify', {
    POST: {
      describes: () => ({ ...mfaTokenDescription, ...bodyOfTexts('code'), ...answer('Signed in', sessionSchema) }),
      handler: async (request) =>
        single(
          request.id,
          await verifySignIn(
            await partsOfTokenHolder(request, 'mfa', bearerOf(request)),
            bearerOf(request),
            recordOf(request.body),
            requesterOf(request),
          ),
        ),
    },
  })
  route(scope, '/authentication/mfa/resend', {
    POST: {
      describes: () => ({
        ...mfaTokenDescription,
        ...bodyOfTexts('methodValue'),
        ...answer('The method by which the code was sent', texts('sentTo')),
      }),
      handler: async (request) =>
        single(
          request.id,
          await resendCode(
            await partsOfTokenHolder(request, 'mfa', bearerOf(request)),
            bearerOf(request),
            recordOf(request.body),
            requesterOf(request),
          ),
        ),
    },
  })
  route(scope, '/authentication/refresh-token', {
    POST: {
      describes: () => ({ ...open, ...bodyOfTexts('refreshToken'), ...answer('New tokens', sessionSchema) }),
      handler: async (request) => {
        const { id, body } = request
        const { refreshToken } = recordOf(body)
        if (typeof refreshToken !== 'string') throw new ApiError({ status: 401, code: 'EXPIRED_REFRESH_TOKEN' })
        const kind = partsOf(request).tokens.kindOf(refreshToken) === 'link' ? 'link' : 'refresh'
        const parts = await partsOfTokenHolder(request, kind, refreshToken)
        return single(
          id,
          await (kind === 'link'
            ? takeSignInLink(parts, refreshToken, requesterOf(request))
            : refreshSession(parts, refreshToken, originOf(request))),
        )
      },
    },
  })
  route(scope, '/authentication/restore-password/request', {
    POST: {
      describes: () => ({
        ...open,
        ...bodyOfTexts('username'),
        ...answer('phone: a code was sent; email: a link; an unknown user gets either answer', texts('sentTo')),
      }),
      handler: async (request) =>
        single(request.id, await requestReset(partsOf(request), recordOf(request.body), requesterOf(request))),
    },
  })
  route(scope, '/authentication/restore-password/validate-code', {
    POST: {
      describes: () => ({
        ...open,
        ...bodyOfTexts('username', 'code'),
        ...answer('The token that allows a new password', texts('token')),
      }),
      handler: async (request) =>
        single(request.id, await validateResetCode(partsOf(request), recordOf(request.body), requesterOf(request))),
    },
  })
  route(scope, '/authentication/restore-password', {
    POST: {
      describes: () => ({
        ...open,
        ...bodyOfTexts('token', 'password', 'passwordConfirm'),
        ...answer('The password is set', { type: 'object' }),
      }),
      handler: async (request) =>
        single(request.id, await restorePassword(partsOf(request), recordOf(request.body), requesterOf(request))),
    },
  })
  // The route is open only while the server's terminal shows a code: see first-root.ts.
  route(scope, '/authentication/first-root', {
    POST: {
      describes: () => ({
        ...open,
        description: 'Works once, while there is no user and the terminal of the server shows the code.',
        ...bodyOfTexts('code', 'name', 'username', 'email', 'password', 'passwordConfirm'),
        ...answer('Signed in as the first root', sessionSchema),
      }),
      handler: async (request) =>
        single(request.id, await firstRoot.take(recordOf(request.body), requesterOf(request))),
    },
  })
  route(scope, '/authentication/logout', {
    POST: {
      describes: () => answer('The session has ended', { type: 'object' }),
      handler: async (request) => {
        // Accepts either token of the session, even expired: a user who returns after an hour still wants to sign out.
        const { id, headers } = request
        const [, token = ''] = (headers.authorization ?? '').split(' ')
        const { tokens } = partsOf(request)
        const evenExpired = { evenExpired: true }
        const claims = await tokens
          .verify('access', token, evenExpired)
          .catch(() => tokens.verify('refresh', token, evenExpired))
        setTokenHolder(request, claims)
        const parts = partsOf(request)
        await withServer(parts.database, (tx) => signOut(parts, tx, claims.sid ?? '', originOf(request)))
        return single(id, {})
      },
    },
  })
  route(scope, '/features', {
    GET: {
      describes: () => ({ ...open, ...answer('Feature flags', { type: 'array', items: { type: 'object' } }) }),
      handler: async (request) => {
        const { features } = partsOf(request)
        const flags = FEATURES.map((name) => ({ name, defaultValue: features[name] ?? false }))
        return page(request.id, flags, flags.length)
      },
    },
  })
}

/** Records the holder of a verified token: the request waits in the holder's queue, and the log names them. */
function setTokenHolder(request: FastifyRequest, claims: Claims): void {
  request.party = holderOf(claims)
  request.subject = Number(claims.sub)
}
