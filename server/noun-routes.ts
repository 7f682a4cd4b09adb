import { ApiError } from '@tocsin/core/errors'
import { MAX_ID } from '@tocsin/core/kinds'
import { kebab } from '@tocsin/core/naming'
import { pathOf } from '@tocsin/core/resource'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { page, single, tag } from './answers'
import { cut, type InScope } from './request'
import type { Crud } from './crud'
import { notFound } from './failures'
import { fingerprint, once, readKey, type GivenAnswer } from './idempotency'
import { recordOf } from './input'
import type { ServedNoun } from './nouns'
import type { Parts } from './parts'

type WithId = { id: string }

/** An id in a path; whatever is none names no record. */
export function idOf(request: FastifyRequest): number {
  const { id } = request.params as WithId
  if (!/^\d{1,10}$/.test(id) || Number(id) > MAX_ID) throw notFound()
  return Number(id)
}

/** The version a change is based on, from If-Match. */
export function ifMatchOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const [, version] = /^(?:W\/)?"(\d{1,10})"$/.exec(header) ?? []
  if (version === undefined)
    throw new ApiError({ status: 400, code: 'INVALID_PARAMETER', details: { parameter: 'If-Match' } })
  return Number(version)
}

/** Routes of every noun from its declaration: a verb it does not declare is 405, never a handler without a permission. */
export function nounRoutes(
  scope: FastifyInstance,
  parts: Parts,
  nouns: ReadonlyMap<string, ServedNoun>,
  crud: Crud,
  inScope: InScope,
): void {
  for (const noun of nouns.values()) {
    const { can, actions } = noun.resource
    const base = `/${pathOf(noun.resource)}`
    const collection: Methods = {
      GET: async (request) => {
        const { rows, total } = await inScope(
          request,
          (context) => crud.list(noun, context, request.query as Record<string, unknown>),
          { readOnly: true },
        )
        return page(request.id, rows, total)
      },
    }
    const record: Methods = {
      GET: async (request, reply) => {
        const row = await inScope(request, (context) => crud.get(noun, context, idOf(request)), { readOnly: true })
        tag(reply, row)
        return single(request.id, row)
      },
    }
    if (can.create) {
      collection.POST = keyed(parts, inScope, async (request, context) => ({
        status: 201,
        answer: single(request.id, await crud.create(noun, context, recordOf(request.body))),
      }))
    }
    if (can.update) {
      record.PUT = record.PATCH = async (request, reply) => {
        const [id, changes, { actor }] = [idOf(request), recordOf(request.body), request]
        const beforehand = actor && (await noun.handlers.beforehand?.({ parts, actor }, id, changes))
        const row = await inScope(request, (context) =>
          crud.update(noun, { ...context, beforehand }, id, changes, ifMatchOf(request)),
        )
        return afterCommit(parts, request, reply, single(request.id, row), row)
      }
    }
    if (can.delete) {
      record.DELETE = async (request, reply) => {
        await inScope(request, (context) => crud.remove(noun, context, idOf(request), ifMatchOf(request)))
        return afterCommit(parts, request, reply, single(request.id, { id: idOf(request) }), null)
      }
    }
    route(scope, base, collection)
    route(scope, `${base}/:id`, record)
    for (const [action, { path }] of Object.entries(actions))
      route(scope, `${base}/:id/${path ?? kebab(action)}`, {
        POST: keyed(parts, inScope, async (request, context) => {
          const body = recordOf(request.body)
          const done = await crud.act(noun, context, idOf(request), action, body, ifMatchOf(request))
          return 'secret' in done
            ? { status: 200, answer: single(request.id, done.secret), unkept: true }
            : { status: 200, answer: single(request.id, done.row) }
        }),
      })
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type Methods = { [method in 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE']?: Handler }

/** A path with the methods it has; any other is told which they are. */
export function route(scope: FastifyInstance, url: string, methods: Methods): void {
  const allowed = Object.keys(methods)
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const handler = methods[method]
    scope.route({
      method,
      url,
      handler:
        handler ??
        (async (_request, reply) => {
          reply.header('Allow', allowed.join(', '))
          throw new ApiError({ status: 405, code: 'METHOD_NOT_ALLOWED' })
        }),
    })
  }
}

type KeyedWork = (request: FastifyRequest, context: Parameters<Parameters<InScope>[1]>[0]) => Promise<GivenAnswer>

/** A write that may carry an idempotency key: done once, answered as often as it is asked. */
export function keyed(
  parts: Parts,
  inScope: InScope,
  work: KeyedWork,
  body: (request: FastifyRequest) => string | Uint8Array = (request) => request.rawBody,
): Handler {
  return async (request, reply) => {
    const key = readKey(request.headers['idempotency-key'])
    const { status, answer, replayed } = await inScope(request, (context) =>
      once(
        context,
        key,
        () => fingerprint(request.method, request.url, body(request)),
        () => work(request, context),
      ),
    )
    reply.status(status)
    if (!replayed) return afterCommit(parts, request, reply, answer, answer['data'])
    reply.header('Idempotent-Replayed', 'true')
    // The answer of then under the request id of now, which is the one in the header.
    const again = { ...answer, meta: { ...(answer['meta'] as object), id: request.id } }
    return afterCommit(parts, request, reply, again, answer['data'])
  }
}

/** The moment between the commit and the answer, where an answer can be lost. */
async function afterCommit(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  row: unknown,
): Promise<unknown> {
  const fault = await parts.faults('answer', { method: request.method, route: request.routeOptions.url ?? '' })
  if (fault === 'drop') {
    cut(reply)
    return reply
  }
  tag(reply, row)
  return answer
}
