import { ApiError } from '@tocsin/core/base/errors'
import { may, neededFor } from '@tocsin/core/vocabulary/permissions'
import type { FileField } from '@tocsin/core/vocabulary/files'
import type { Permission } from '@tocsin/core/vocabulary/resource'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from './describe'
import { forbidden, notFound } from './failures'
import { refuseMethod } from './known-paths'
import { readMultipartRecord } from './multipart-body'
import { uploads } from './upload-places'

/** `dryRuns`: the handler answers a request with `dryRun` without writing. One for which it is absent is refused then. */
export type Handler = ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) & { dryRuns?: true }

type Guard = (request: FastifyRequest) => unknown
export type Method = {
  /** Runs before the body is read, and throws if the request is refused whatever its body is. */
  allowed?: Guard
  /** Describes the method in the description of the API. */
  describes?: () => Operation
  /**
   * The reader of a multipart body: `record` reads it as a record in place of JSON, `own` leaves it to the handler.
   * Absent: multipart is refused.
   */
  forms?: 'record' | 'own'
  /** The fields of the record that take a file. */
  files?: readonly FileField[]
  /** True if a monitoring provider's programs may call it with an API token. */
  forPrograms?: boolean
  /** True if it needs a session, since it is about how its user proves who they are: no token opens it (C06). */
  needsSession?: true
  /** The bytes of a body of JSON; absent: `JSON_LIMIT`. */
  bodyLimit?: number
  handler: Handler
}
export type Methods = { [method in 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE']?: Method }

/**
 * Returns a guard that lets an actor through who has any of these permissions. The record and the body are not known
 * yet, so the handler checks again with both.
 */
export function needing(...permissions: (Permission | undefined)[]): Guard {
  return ({ actor }) => {
    if (!actor) throw notFound()
    const needed = permissions.map((permission) => neededFor(permission, actor))
    if (!needed.some((one) => may(actor, one))) throw forbidden(needed[0] ?? [])
  }
}

/**
 * Serves a path with its methods. Any other method is answered with 405 and their names. Methods with one handler share
 * one route: each route costs a starting server memory and time, and a server has hundreds.
 */
export function route(scope: FastifyInstance, url: string, methods: Methods): void {
  const allowed = Object.keys(methods)
  const refuse: Method = { handler: async (_request, reply) => refuseMethod(reply, allowed) }
  const byAnswer = new Map<Method, string[]>()
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const given = methods[method] ?? refuse
    byAnswer.set(given, [...(byAnswer.get(given) ?? []), method])
  }
  // A refused GET refuses HEAD as well.
  if (!methods.GET) byAnswer.get(refuse)?.push('HEAD')
  for (const [given, method] of byAnswer) {
    const {
      allowed: guard,
      describes,
      handler,
      forms,
      files = [],
      bodyLimit,
      forPrograms = false,
      needsSession,
    } = given
    scope.route({
      method,
      url,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      ...(guard ? { onRequest: async (request) => void (await guard(request)) } : {}),
      ...(forms === 'record' && files.length === 0 ? { preHandler: (request) => readForm(request, []) } : {}),
      config: {
        ...(given === refuse ? { refuses: true } : {}),
        ...(forms ? { readsForms: true } : {}),
        forPrograms,
        ...(handler.dryRuns ? { dryRuns: true } : {}),
        ...(needsSession ? { needsSession } : {}),
        ...(describes ? { describes } : {}),
      },
      handler: files.length > 0 ? withFiles(handler, files) : handler,
    })
  }
}

/** Reads a multipart record into the request's body, as if it had come as JSON. */
async function readForm(request: FastifyRequest, files: readonly FileField[]): Promise<void> {
  if (!request.isMultipart()) return
  const { record, print, received } = await readMultipartRecord(request, files)
  request.body = record
  request.rawBody = print
  request.received = received
}

/** Returns a handler that holds a place for uploads while its form, with a file, is in memory. */
const withFiles =
  (handler: Handler, files: readonly FileField[]): Handler =>
  (request, reply) =>
    request.isMultipart()
      ? uploads.within(request.party, async () => {
          await readForm(request, files)
          return handler(request, reply)
        })
      : handler(request, reply)

/** Returns the bearer token of a request. Throws ApiError 401 if it has none. */
export function bearerOf({ headers }: FastifyRequest): string {
  const [scheme, token, ...rest] = (headers.authorization ?? '').split(' ')
  if (scheme !== 'Bearer' || !token || rest.length > 0)
    throw new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })
  return token
}
