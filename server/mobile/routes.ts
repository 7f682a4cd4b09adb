import { ApiError } from '@tocsin/core/base/errors'
import { objectSchema } from '@tocsin/core/vocabulary/json-schema'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requesterOf } from '../attempts/requester'
import { resetOf } from '../auth/password-reset'
import type { PartsOf } from '../context/request'
import { single } from '../http/answers'
import { answer, body, bodyOfTexts, envelope, header, json, open, text } from '../http/describe'
import { recordOf } from '../http/input'
import { bearerOf, route } from '../http/route'
import { alertRoutes } from './alert-routes'
import { requestMobileReset, setMobilePassword } from './passwords'
import { describeCode, REGISTRATION, registerPhone } from './register'
import { parametersOf } from './parameters'
import { phoneRoutes } from './survey-routes'

/** Adds the paths of the mobile apps. None of them needs a session of the console, and none sets a cookie. */
export function mobileRoutes(scope: FastifyInstance, partsOf: PartsOf): void {
  route(scope, '/register', {
    GET: {
      describes: () => ({
        ...open,
        parameters: [{ name: 'code', in: 'query', required: true, schema: text }],
        ...answer('Where the code leads, the form that is answered with it, and its terms', {
          properties: {
            clientName: text,
            siteName: text,
            form: { type: 'object' },
            pages: { type: 'array' },
            term: { type: 'object' },
          },
        }),
      }),
      handler: async (request) =>
        single(request.id, await describeCode(partsOf(request), parametersOf(request, 'code'), requesterOf(request))),
    },
    POST: {
      describes: () => ({
        ...open,
        ...body(objectSchema(REGISTRATION)),
        responses: Object.fromEntries(
          [
            ['201', 'A new profile, with a token for one hour'],
            ['200', 'The profile that is there, with a token for one hour'],
          ].map(([status, description]) => [
            status,
            {
              description,
              ...json(
                envelope({ properties: { token: text, seconds: { type: 'integer' }, profile: { type: 'object' } } }),
              ),
            },
          ]),
        ),
      }),
      handler: async (request, reply) => {
        const { isNew, answer: registered } = await registerPhone(
          partsOf(request),
          recordOf(request.body),
          requesterOf(request),
        )
        reply.status(isNew ? 201 : 200)
        return single(request.id, registered)
      },
    },
  })
  route(scope, '/restore-password', {
    POST: {
      describes: () => ({
        ...open,
        ...body({ type: 'object', properties: { email: text, phone: text } }),
        ...answer('A link was sent, if a mobile user has that e-mail or phone', { type: 'object' }),
      }),
      handler: async (request) =>
        single(request.id, await requestMobileReset(partsOf(request), recordOf(request.body), requesterOf(request))),
    },
  })
  const newPassword = () => ({
    description: 'The token of the link works once, for 30 minutes. Tokens of the phones of the mobile user end.',
    ...bodyOfTexts('password', 'passwordConfirm'),
    ...answer('The password is set', { type: 'object' }),
  })
  route(scope, '/reset-password', {
    POST: {
      allowed: (request) => resetOf(partsOf(request), 'mobile-reset', bearerOf(request)),
      describes: newPassword,
      handler: async (request) =>
        single(
          request.id,
          await setMobilePassword(partsOf(request), bearerOf(request), recordOf(request.body), requesterOf(request)),
        ),
    },
  })
  alertRoutes(scope, partsOf)
  phoneRoutes(scope, partsOf, {
    PATCH: {
      allowed: (request) => resetOf(partsOf(request), 'mobile-reset', bareToken(request)),
      describes: () => ({
        ...open,
        parameters: [{ ...header('Authorization', 'The token of the link, without a scheme'), required: true }],
        ...newPassword(),
      }),
      handler: async (request) => {
        const token = bareToken(request)
        return single(
          request.id,
          await setMobilePassword(partsOf(request), token, recordOf(request.body), requesterOf(request)),
        )
      },
    },
  })
}

/** Returns the token that a request has as its authorization, without a scheme. Throws ApiError 401 if it has none. */
function bareToken({ headers: { authorization: token = '' } }: FastifyRequest): string {
  if (!/^\S+$/.test(token)) throw new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })
  return token
}
