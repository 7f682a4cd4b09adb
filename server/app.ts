import { isUtf8 } from 'node:buffer'
import multipart from '@fastify/multipart'
import { ApiError } from '@tocsin/core/errors'
import { chooseLocale } from '@tocsin/core/i18n'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { withActor, type Actor } from './actor'
import { createFirstRoot } from './auth/first-root'
import { mfaSetupRoutes } from './auth/mfa-setup-routes'
import { authenticationRoutes } from './auth/routes'
import { readActor } from './auth/sessions'
import { signInLinkRoutes } from './auth/sign-in-links'
import { allowOrigins } from './cross-origin'
import { createCrud } from './crud'
import { failureBody, toApiError } from './failures'
import { licensePhaseRoutes } from './license-phases'
import { placeOf } from './log'
import { nounRoutes } from './noun-routes'
import { openApi } from './openapi'
import type { Parts } from './parts'
import { providerTokenRoutes } from './provider-tokens'
import { cut, type InScope } from './request'
import { publicDocumentRoutes } from './public-documents'
import { decodable, isForPage, publicRoutes } from './public-routes'
import { serveNouns } from './resources/index'
import { searchIndexRoutes } from './search-index'
import { securityHeaders } from './security-headers'
import { uploadRoutes } from './upload'
import { readJson } from './input'

/** JSON larger than this is no record; files go by multipart, with limits of their own. */
const JSON_LIMIT = 1024 * 1024

/** The management API, mounted at /api and /api/v2/{userType}, beside the console. Listening is the caller's. */
export async function createApp(parts: Parts, firstRoot = createFirstRoot(parts)): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    trustProxy: parts.trustedProxies ?? false,
    genReqId: () => parts.newRequestId(),
    bodyLimit: JSON_LIMIT,
    requestTimeout: 60_000,
    // A header line that keeps growing is an attack, not a request.
    http: { maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    rewriteUrl: ({ url = '/' }) => (isForPage(url) ? decodable(url) : url),
    // What the framework refuses before there is a route, an address that is none for example.
    frameworkErrors: (thrown, request, reply) => {
      const { error } = toApiError(thrown)
      const answer: FastifyReply = reply
      answer.headers({ ...securityHeaders(request.url), 'X-Server-Request-Id': request.id })
      void answer.status(error.status).send(failureBody(error, request.id))
    },
  })
  app.decorateRequest('actor', null)
  app.decorateRequest('rawBody', '')
  app.decorateRequest('startedAt', 0)

  acceptJsonOnly(app)
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { fileSize: 16 * 1024 * 1024, files: 4, fields: 100, parts: 110, fieldSize: JSON_LIMIT, headerPairs: 20 },
  })

  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now()
    reply.headers({ ...securityHeaders(request.url), 'X-Server-Request-Id': request.id })
    if (request.url.startsWith('/api')) reply.header('Cache-Control', 'no-store')
  })
  allowOrigins(app, parts.allowedOrigins ?? [])
  app.addHook('onResponse', async (request, reply) => logAnswer(parts, request, reply))
  app.setErrorHandler((thrown, request, reply) => {
    const { error, foreseen } = toApiError(thrown)
    if (!foreseen) parts.log({ level: 'error', event: 'unforeseen', requestId: request.id, ...placeOf(thrown) })
    if (error.retryAfter !== undefined) reply.header('Retry-After', String(Math.ceil(error.retryAfter / 1000)))
    // The rest of what is too large is not read.
    if (error.status === 413) reply.header('Connection', 'close')
    return reply.status(error.status).send(failureBody(error, request.id))
  })

  const nouns = await serveNouns()
  const crud = createCrud(nouns)
  const inScope: InScope = (request, work, options) => {
    const { actor } = request
    if (!actor) throw new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })
    const locale = chooseLocale(String(request.headers['locale'] ?? ''), request.headers['accept-language'])
    return withActor(parts, actor, (tx) => work({ parts, actor, tx, requestId: request.id, locale }), options)
  }

  const management = async (scope: FastifyInstance) => {
    scope.addHook('onRequest', async (request) => {
      request.actor = await authenticate(parts, request)
      const { userType } = request.params as { userType?: string }
      if (userType !== undefined && userType !== request.actor.userType)
        throw new ApiError({ status: 403, code: 'WRONG_ROUTE' })
    })
    mayFail(scope, parts)
    nounRoutes(scope, parts, nouns, crud, inScope)
    mfaSetupRoutes(scope, parts, nouns.get('users')!, crud, inScope)
    uploadRoutes(scope, parts, inScope)
    signInLinkRoutes(scope, inScope)
    licensePhaseRoutes(scope, inScope)
    providerTokenRoutes(scope, parts, nouns.get('monitoring-providers')!, crud, inScope)
    searchIndexRoutes(scope, nouns, inScope)
    // Known or not, what lies behind /api is nobody's business without a session.
    for (const rest of ['/', '/*'])
      scope.all(rest, async () => {
        throw new ApiError({ status: 404, code: 'NOT_FOUND' })
      })
  }

  const authentication = async (scope: FastifyInstance) => {
    mayFail(scope, parts)
    authenticationRoutes(scope, parts, firstRoot)
    publicDocumentRoutes(scope, parts)
  }
  await app.register(authentication, { prefix: '/api' })
  await app.register(management, { prefix: '/api' })
  await app.register(management, { prefix: '/api/v2/:userType' })
  const document = openApi(nouns, parts.version)
  await publicRoutes(app, parts, document)
  return app
}

/** The routes of a scope fail where the operator asked for it. */
function mayFail(scope: FastifyInstance, parts: Parts): void {
  scope.addHook('preHandler', async (request, reply) => {
    const fault = await parts.faults('request', { method: request.method, route: request.routeOptions.url ?? '' })
    if (fault === 'drop') cut(reply)
  })
}

/** JSON and nothing else is read as a body: a form or text/plain sent across sites never becomes a request (T70). */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes)) return done(new ApiError({ status: 400, code: 'INVALID_JSON' }))
    try {
      request.rawBody = bytes.toString('utf8')
      done(null, readJson(request.rawBody))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** The session behind a request's token, as the database has it now. */
async function authenticate(parts: Parts, request: FastifyRequest): Promise<Actor> {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  if (scheme !== 'Bearer' || !token || rest.length > 0)
    throw new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })
  const { sub, sid = '' } = await parts.tokens.verify('access', token)
  return readActor(parts, sid, Number(sub))
}

/** Without what a terminal obeys: JSON escapes the control characters below a blank, but not those above DEL. */
const printable = (text: string) => text.slice(0, 100).replace(/[^\x20-\x7e]/g, '?')

function logAnswer(parts: Parts, request: FastifyRequest, reply: FastifyReply): void {
  const theirs = request.headers['x-request-id']
  parts.log({
    level: reply.statusCode >= 500 ? 'warn' : 'info',
    event: 'request',
    requestId: request.id,
    ...(typeof theirs === 'string' ? { clientRequestId: printable(theirs) } : {}),
    method: request.method,
    route: request.routeOptions.url ?? '',
    status: reply.statusCode,
    milliseconds: Math.round(performance.now() - request.startedAt),
    ...(request.actor ? { userId: request.actor.id } : {}),
  })
}
