import { isUtf8 } from 'node:buffer'
import multipart from '@fastify/multipart'
import { ApiError } from '@tocsin/core/base/errors'
import { loadPatterns } from '@tocsin/core/form/patterns'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { withActor, type Actor } from '../context/actor'
import { createFirstRoot } from '../auth/first-root'
import { mfaSetupRoutes } from '../auth/mfa-setup-routes'
import { networkOf } from '../attempts/sign-in-delays'
import { networkName } from '../attempts/sign-in-events'
import { ownSessionRoutes } from '../auth/own-sessions'
import { authenticationRoutes } from '../auth/routes'
import { isOfProgram, readProgram } from '../auth/programs'
import { isOfUser, readTokenUser, refusalOfToken } from '../auth/user-tokens'
import { whoamiRoutes } from '../auth/whoami'
import { readActor } from '../auth/session-actor'
import { terminalRequestRoutes, terminalSignInRoutes } from '../auth/terminal-sign-ins'
import { signInLinkRoutes } from '../auth/sign-in-links'
import { describedRoutes } from '../http/described-routes'
import { allowOrigins } from '../http/cross-origin'
import { alertRoutes } from '../resources/alerts/routes'
import { appRoutes } from '../resources/apps/routes'
import { fieldOptionRoutes } from '../resources/channels/field-options'
import { dashboardRoutes } from '../resources/dashboard/routes'
import { channelRoutes } from '../resources/channels/routes'
import { surveyRoutes } from '../resources/surveys/routes'
import { sharedTemplate, templateRoutes } from '../resources/templates/routes'
import { answerClash, CodeClash } from '../resources/registration-codes/claimed'
import { createCrud } from '../records/crud'
import { DatabaseError } from '../db/database-error'
import { badParameter, failureBody, toApiError } from '../http/failures'
import { knownPaths } from '../http/known-paths'
import { licensePhaseRoutes } from '../resources/license-comments/phases'
import { placeOf } from '../log'
import { answerMalformed } from '../http/malformed-requests'
import { fileRoutes } from '../records/file-routes'
import { resourceRoutes } from '../records/resource-routes'
import { openApi } from './openapi'
import { holderOf, strangerFrom } from '../context/parties'
import type { Parts } from '../context/parts'
import { providerTokenRoutes } from '../resources/monitoring-providers/tokens'
import { dropConnection, type InScope, type PartsOf, type Received } from '../context/request'
import { FORM_LIMITS, JSON_LIMIT } from '../http/limits'
import { publicDocumentRoutes } from '../resources/documents/public'
import { decodable, isForPage, MOBILE, publicRoutes } from './public-routes'
import { serveResources } from '../resources/index'
import { searchIndexRoutes } from '../records/search-index'
import { closeUnused } from '../http/unused-connections'
import { securityHeaders } from '../http/security-headers'
import { uploadRoutes } from '../imports/upload'
import { readJson } from '../http/input'
import { bearerOf } from '../http/route'
import { mobileRoutes } from '../mobile/routes'
import { linkRoutes } from '../mobile/survey-routes'
import { Hub } from '../stream/hub'
import { streamRoutes } from '../stream/routes'

/** The delay before a refusal for a full line, in ms. */
const BUSY_PAUSE = 1_000

const NOTHING: Received = new Map()

/**
 * Creates the server of the management API, at /api and /api/v2/{userType}, and of the console. The caller makes it
 * listen.
 */
export async function createApp(parts: Parts, firstRoot = createFirstRoot(parts)): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    trustProxy: parts.trustedProxies ?? false,
    genReqId: () => parts.newRequestId(),
    bodyLimit: JSON_LIMIT,
    requestTimeout: 60_000,
    // A header that keeps growing is an attack, not a request.
    http: { maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    clientErrorHandler: answerMalformed(parts),
    rewriteUrl: ({ url = '/' }) => (isForPage(url) ? decodable(url) : url),
    // This handles errors of the framework before there is a route, for example for an address that cannot be read.
    frameworkErrors: (thrown, request, reply) => {
      const { error } = toApiError(thrown)
      const answer: FastifyReply = reply
      answer.headers({ ...securityHeaders(request.url), 'X-Server-Request-Id': request.id })
      void answer.status(error.status).send(failureBody(error, request.id))
    },
  })
  const refuseKnown = knownPaths(app)
  const described = describedRoutes(app)
  app.decorateRequest('actor', null)
  app.decorateRequest('party')
  app.decorateRequest('subject', null)
  app.decorateRequest('rawBody', '')
  app.decorateRequest('received')
  app.decorateRequest('startedAt', 0)

  acceptJsonOnly(app)
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: FORM_LIMITS,
  })

  // A route that reads no form would take it for an empty body, and report success with nothing done.
  app.addHook('preHandler', async (request) => {
    const { refuses, readsForms } = request.routeOptions.config
    if (request.isMultipart() && !refuses && !readsForms)
      throw new ApiError({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })
  // A route that does not know the parameter would write.
  app.addHook('preHandler', async (request) => {
    const { refuses, dryRuns } = request.routeOptions.config
    const isGiven = (request.query as Record<string, unknown> | undefined)?.['dryRun'] !== undefined
    if (isGiven && request.method !== 'GET' && !refuses && !dryRuns) throw badParameter('dryRun', 'UNKNOWN_PARAMETER')
  })
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now()
    request.received = NOTHING
    request.party = strangerFrom(networkOf(request.ip))
    reply.headers({ ...securityHeaders(request.url), 'X-Server-Request-Id': request.id })
    if (!isForPage(request.url)) reply.header('Cache-Control', 'no-store')
  })
  allowOrigins(app, parts.allowedOrigins ?? [])
  app.addHook('onResponse', async (request, reply) => logAnswer(parts, request, reply))
  app.setErrorHandler(async (thrown, request, reply) => {
    const { error: refusal, foreseen } = toApiError(thrown, request.routeOptions.bodyLimit)
    const error = request.actor?.token ? refusalOfToken(refusal) : refusal
    // A client that retries at once would keep the server busy with refusals alone.
    if (thrown instanceof DatabaseError && thrown.code === 'BUSY') await parts.pause(BUSY_PAUSE)
    if (!foreseen) parts.log({ level: 'error', event: 'unforeseen', requestId: request.id, ...placeOf(thrown) })
    if (error.retryAfter !== undefined) reply.header('Retry-After', String(Math.ceil(error.retryAfter / 1000)))
    // The rest of a body that is too large is not read.
    if (error.status === 413) reply.header('Connection', 'close')
    return reply.status(error.status).send(failureBody(error, request.id))
  })

  const [resources] = await Promise.all([serveResources(), loadPatterns()])
  const crud = createCrud(resources)
  const hub = new Hub({ parts, crud, alerts: resources.get('alerts')!, histories: resources.get('alert-histories')! })
  // A stream has no end of its own: the server would wait for it.
  app.addHook('preClose', () => hub.stop())
  closeUnused(app)
  const partsOf: PartsOf = ({ party }) => ({ ...parts, database: parts.database.as(party) })
  const inScope: InScope = async (request, work, options) => {
    const { actor } = request
    const theirs = partsOf(request)
    if (!actor) throw new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })
    const locale = chooseLocale(String(request.headers['locale'] ?? ''), request.headers['accept-language'])
    const asked = { parts: theirs, actor, requestId: request.id, clientRequestId: clientIdOf(request), locale }
    try {
      return await withActor(theirs, actor, (tx) => work({ ...asked, tx }), options)
    } catch (thrown) {
      throw thrown instanceof CodeClash ? await answerClash(asked, thrown) : thrown
    }
  }

  const management = async (scope: FastifyInstance) => {
    scope.addHook('onRequest', async (request) => {
      request.actor = await authenticate(partsOf, request)
      const { userType } = request.params as { userType?: string }
      if (userType !== undefined && userType !== request.actor.userType)
        throw new ApiError({ status: 403, code: 'WRONG_ROUTE' })
    })
    mayFail(scope, parts)
    resourceRoutes(scope, partsOf, resources, crud, inScope)
    streamRoutes(scope, hub)
    mfaSetupRoutes(scope, partsOf, resources.get('users')!, crud, inScope)
    uploadRoutes(scope, partsOf, resources, crud, inScope)
    signInLinkRoutes(scope, inScope)
    ownSessionRoutes(scope, partsOf)
    terminalRequestRoutes(scope, partsOf)
    whoamiRoutes(scope)
    licensePhaseRoutes(scope, inScope)
    alertRoutes(scope, resources, crud, inScope)
    appRoutes(scope, partsOf, resources, crud, inScope)
    fieldOptionRoutes(scope, resources.get('channels')!, inScope)
    channelRoutes(scope, partsOf, resources.get('channels')!, crud, inScope)
    templateRoutes(scope, resources.get('templates')!, crud, inScope)
    surveyRoutes(scope, resources, crud, inScope)
    providerTokenRoutes(scope, partsOf, resources.get('monitoring-providers')!, crud, inScope)
    dashboardRoutes(scope, resources.get('clients')!, inScope)
    searchIndexRoutes(scope, resources, inScope)
    // A path behind /api, known or not, requires a session.
    for (const rest of ['/', '/*'])
      scope.all(rest, { config: { refuses: true } }, async (request, reply) => {
        refuseKnown(request, reply)
        throw new ApiError({ status: 404, code: 'NOT_FOUND' })
      })
  }

  const authentication = async (scope: FastifyInstance) => {
    mayFail(scope, parts)
    authenticationRoutes(scope, partsOf, firstRoot)
    terminalSignInRoutes(scope, partsOf)
    publicDocumentRoutes(scope, partsOf)
    fileRoutes(scope, partsOf)
    linkRoutes(scope, partsOf, refuseKnown)
  }
  const mobile = async (scope: FastifyInstance) => {
    mayFail(scope, parts)
    mobileRoutes(scope, partsOf)
  }
  await app.register(authentication, { prefix: '/api' })
  await app.register(management, { prefix: '/api' })
  await app.register(management, { prefix: '/api/v2/:userType' })
  await app.register(mobile, { prefix: MOBILE })
  await publicRoutes(app, parts, partsOf, () => openApi(resources, described, parts.version), refuseKnown)
  return app
}

/** Adds the faults of TOCSIN_FAULTS to the routes of a scope. */
function mayFail(scope: FastifyInstance, parts: Parts): void {
  scope.addHook('preHandler', async (request, reply) => {
    const fault = await parts.faults('request', { method: request.method, route: request.routeOptions.url ?? '' })
    if (fault === 'drop') dropConnection(reply)
  })
}

/** Accepts only JSON as a body, so that a form or text/plain sent across sites never becomes a request (T70). */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // Compressed bodies are refused: nothing here would decompress them.
  app.addHook('preParsing', async ({ headers }) => {
    const { 'content-encoding': encoding = 'identity' } = headers
    if (encoding.toLowerCase() === 'identity') return
    const details = { header: 'Content-Encoding' }
    throw new ApiError({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', details })
  })
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

/** Returns the actor of a request's token, as the database has their session, or their token, now. */
async function authenticate(partsOf: PartsOf, request: FastifyRequest): Promise<Actor> {
  const bearer = bearerOf(request)
  if (isOfUser(bearer)) return readTokenUser(partsOf, request, bearer)
  if (isOfProgram(partsOf(request), bearer)) return readProgram(partsOf, request, bearer)
  const claims = await partsOf(request).tokens.verify('access', bearer)
  request.party = holderOf(claims)
  const actor = await readActor(partsOf(request), claims.sid ?? '', Number(claims.sub))
  const templateId = await sharedTemplate(partsOf(request), request)
  return templateId === undefined ? actor : { ...actor, templateId }
}

/** Replaces characters that a terminal would obey: JSON escapes those below the blank, but not those above DEL. */
const printable = (text: string) => text.slice(0, 100).replace(/[^\x20-\x7e]/g, '?')

/** Returns the sender's id of a request. */
function clientIdOf({ headers }: FastifyRequest): string | undefined {
  const theirs = headers['x-request-id']
  return typeof theirs === 'string' ? printable(theirs) : undefined
}

function logAnswer(parts: Parts, request: FastifyRequest, reply: FastifyReply): void {
  const clientRequestId = clientIdOf(request)
  const route = request.routeOptions.url ?? ''
  const userId = request.actor?.program ? null : (request.actor?.id ?? request.subject)
  parts.log({
    level: reply.statusCode >= 500 ? 'warn' : 'info',
    event: 'request',
    requestId: request.id,
    ...(clientRequestId === undefined ? {} : { clientRequestId }),
    method: request.method,
    route,
    status: reply.statusCode,
    milliseconds: Math.round(performance.now() - request.startedAt),
    ...(userId === null ? {} : { userId }),
    ...(route.startsWith('/api/authentication/') ? { network: networkName(parts, networkOf(request.ip)) } : {}),
  })
}
