import { MFA_METHODS } from '@tocsin/core/base/constants'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { single } from '../http/answers'
import { answer, body, bodyOfTexts, ref, text, texts } from '../http/describe'
import type { Crud } from '../records/crud'
import { notFound } from '../http/failures'
import type { Context } from '../context/context'
import { recordOf } from '../http/input'
import { idOf } from '../http/named-record'
import { route } from '../http/route'
import type { ServedResource } from '../records/served-resource'
import type { InScope, PartsOf } from '../context/request'
import { originOf } from '../attempts/requester'
import { refuseWhileImpersonating } from './impersonation'
import { authorize, nameAddress, select, sendCode, verify, type Setter } from './mfa-setup'

const underSetupToken = { description: 'Under the token for the current password; of whoever asks, and nobody else.' }
const person = { type: 'object', required: ['profile'], properties: { profile: ref('users') } }

/**
 * Adds the routes by which users set up their own verification, step by step (console §7). The set-up of another user
 * is not found.
 */
export function mfaSetupRoutes(
  scope: FastifyInstance,
  partsOf: PartsOf,
  users: ServedResource,
  crud: Crud,
  inScope: InScope,
): void {
  const setterOf = (request: FastifyRequest): Setter => {
    const { actor, id: requestId, headers } = request
    if (!actor) throw notFound()
    refuseWhileImpersonating(actor)
    const locale = chooseLocale(String(headers['locale'] ?? ''), headers['accept-language'])
    return { parts: partsOf(request), actor, requestId, locale, origin: originOf(request) }
  }
  const ofOneself = (request: FastifyRequest): Setter => {
    const setter = setterOf(request)
    if (idOf(request) !== setter.actor.id) throw notFound()
    return setter
  }
  const profile = async (context: Context) => ({ profile: await crud.get(users, context, context.actor.id) })

  route(scope, '/users/:id/authorize/update-mfa', {
    POST: {
      needsSession: true,
      describes: () => ({
        ...bodyOfTexts('password'),
        ...answer('The token for the steps of a set-up', texts('token')),
      }),
      handler: async (request) => single(request.id, await authorize(ofOneself(request), recordOf(request.body))),
    },
  })
  route(scope, '/users/:id/update-mfa', {
    POST: {
      needsSession: true,
      describes: () => ({
        ...underSetupToken,
        ...body({ type: 'object', required: ['token'], properties: { token: text, email: text, phone: text } }),
        ...answer('The address is to be proved', { type: 'object' }),
      }),
      handler: async (request) => single(request.id, await nameAddress(ofOneself(request), recordOf(request.body))),
    },
  })
  for (const method of MFA_METHODS) {
    route(scope, `/users/${method}/send-verifying-code`, {
      POST: {
        needsSession: true,
        describes: () => ({
          ...underSetupToken,
          ...bodyOfTexts('token', method),
          ...answer('A code was sent', texts('sentTo')),
        }),
        handler: async (request) =>
          single(request.id, await sendCode(setterOf(request), method, recordOf(request.body))),
      },
    })
    route(scope, `/users/${method}/verify`, {
      POST: {
        needsSession: true,
        describes: () => ({
          ...underSetupToken,
          ...body({
            type: 'object',
            required: ['token', 'code'],
            properties: { token: text, code: text, [method]: text },
          }),
          ...answer('The address is proved', person),
        }),
        handler: async (request) => {
          await verify(setterOf(request), method, recordOf(request.body))
          return single(request.id, await inScope(request, profile, { readOnly: true }))
        },
      },
    })
  }
  route(scope, '/users/:id/select-mfa', {
    POST: {
      needsSession: true,
      describes: () => ({
        ...underSetupToken,
        ...body({
          type: 'object',
          required: ['token', 'mfaMethod'],
          properties: { token: text, mfaMethod: { enum: MFA_METHODS }, disable: { type: ['boolean', 'null'] } },
        }),
        ...answer('The method is enabled or disabled', {
          ...person,
          properties: { ...person.properties, permissions: { type: 'array', items: text } },
        }),
      }),
      handler: async (request) => {
        await select(ofOneself(request), recordOf(request.body))
        const answer = async (context: Context) => ({
          ...(await profile(context)),
          permissions: context.actor.permissions,
        })
        return single(request.id, await inScope(request, answer, { readOnly: true }))
      },
    },
  })
}
