import { ApiError } from '@tocsin/core/base/errors'
import { usesIn, type Use } from '@tocsin/core/api/in-use'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { kebab } from '@tocsin/core/base/naming'
import { may, neededFor } from '@tocsin/core/vocabulary/permissions'
import { pathOf, type Permission, type Verb } from '@tocsin/core/vocabulary/resource'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { page, single, tag } from '../http/answers'
import { originOf } from '../attempts/asker'
import type { Context } from '../context/context'
import { cut, type InScope, type PartsOf } from '../context/request'
import type { Crud } from './crud'
import { forbidden, notFound } from '../http/failures'
import { fingerprint, once, readKey, type GivenAnswer } from './idempotency'
import { recordOf } from '../http/input'
import { refuseMethod } from '../http/known-paths'
import { readMultipartRecord } from '../http/multipart-body'
import type { ServedNoun } from './nouns'

type WithId = { id: string }

/** Returns the id in a path; anything else names no record. */
export function idOf(request: FastifyRequest): number {
  const { id } = request.params as WithId
  if (!/^\d{1,10}$/.test(id) || Number(id) > MAX_ID) throw notFound()
  return Number(id)
}

/** Returns the version a change is based on, from If-Match. */
export function ifMatchOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const [, version] = /^(?:W\/)?"(\d{1,10})"$/.exec(header) ?? []
  if (version === undefined)
    throw new ApiError({ status: 400, code: 'INVALID_PARAMETER', details: { parameter: 'If-Match' } })
  return Number(version)
}

/** Adds the declared routes of every noun: an undeclared verb is 405, never a handler without a permission. */
export function nounRoutes(
  scope: FastifyInstance,
  partsOf: PartsOf,
  nouns: ReadonlyMap<string, ServedNoun>,
  crud: Crud,
  inScope: InScope,
): void {
  for (const noun of nouns.values()) {
    const { can, actions } = noun.resource
    const base = `/${pathOf(noun.resource)}`
    // The nouns written by this path: teams are written among the sites.
    const written = [...nouns.values()].filter(
      (one) => one === noun || one.resource.kindOf?.noun === noun.resource.name,
    )
    const mayAny = (verb: Verb) => needing(...written.map(({ resource }) => resource.can[verb]))
    const isOwn = (request: FastifyRequest) =>
      request.actor !== null && noun.resource.own?.(idOf(request), request.actor) === true
    const collection: Methods = {
      GET: {
        allowed: mayAny('view'),
        handler: async (request) => {
          const { rows, total } = await inScope(
            request,
            (context) => crud.list(noun, context, request.query as Record<string, unknown>),
            { readOnly: true },
          )
          return page(request.id, rows, total)
        },
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
      collection.POST = {
        allowed: mayAny('create'),
        forms: 'record',
        handler: keyed<unknown>(partsOf, inScope, {
          work: async (request, context, proof) => ({
            status: 201,
            answer: single(request.id, await crud.create(noun, context, recordOf(request.body), proof)),
          }),
          again: (request, context) => crud.allowCreate(noun, context, recordOf(request.body)),
          before: (request, asker) =>
            noun.served.writes?.before?.({ ...asker, origin: originOf(request) }, null, recordOf(request.body)),
        }),
      }
    }
    if (can.update) {
      const allowed = mayAny('update')
      record.PUT = record.PATCH = {
        // One's own record needs no permission.
        allowed: (request) => isOwn(request) || allowed(request),
        forms: 'record',
        handler: keyed<unknown>(partsOf, inScope, {
          work: async (request, context, proof) => {
            const based = { ifMatch: ifMatchOf(request), proof }
            const row = await crud.update(noun, context, idOf(request), recordOf(request.body), based)
            return { status: 200, answer: single(request.id, row) }
          },
          again: (request, context) => crud.allowUpdate(noun, context, idOf(request)),
          before: (request, asker) =>
            noun.served.writes?.before?.(
              { ...asker, origin: originOf(request) },
              idOf(request),
              recordOf(request.body),
            ),
        }),
      }
    }
    if (can.delete) {
      record.DELETE = {
        allowed: mayAny('delete'),
        handler: keyed(partsOf, inScope, {
          work: async (request, context) => {
            await crud.remove(noun, context, idOf(request), ifMatchOf(request))
            return { status: 200, answer: single(request.id, { id: idOf(request) }) }
          },
          again: (_request, context) => crud.allowRemove(noun, context),
        }),
      }
      route(scope, `${base}/:id/uses`, { GET: { allowed: mayAny('delete'), handler: usesOf(noun, crud, inScope) } })
    }
    route(scope, base, collection)
    route(scope, `${base}/:id`, record)
    for (const [action, { path, can: permission }] of Object.entries(actions))
      route(scope, `${base}/:id/${path ?? kebab(action)}`, {
        POST: {
          allowed: needing(permission),
          forms: 'record',
          handler: keyed(partsOf, inScope, {
            work: async (request, context) => {
              const body = recordOf(request.body)
              const done = await crud.act(noun, context, idOf(request), action, body, ifMatchOf(request))
              return 'secret' in done
                ? { status: 200, answer: single(request.id, done.secret), unkept: true }
                : { status: 200, answer: single(request.id, done.row) }
            },
            again: (request, context) => crud.allowAct(noun, context, idOf(request), action),
          }),
        },
      })
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
/**
 * `allowed` is asked before a body is read, and throws where it would be read for nothing. `forms` says who reads a
 * multipart body: `record` reads it as a record in place of JSON, `own` leaves it to the handler.
 */
type Guarded = { allowed: (request: FastifyRequest) => unknown; handler: Handler; forms?: 'record' | 'own' }
type Methods = { [method in 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE']?: Handler | Guarded }

/**
 * Lets an actor through who holds any of these permissions: no more can be said before the record and the request are
 * read. The handler asks again, with both.
 */
export function needing(...permissions: (Permission | undefined)[]): Guarded['allowed'] {
  return ({ actor }) => {
    if (!actor) throw notFound()
    const needed = permissions.map((permission) => neededFor(permission, actor))
    if (!needed.some((one) => may(actor, one))) throw forbidden(needed[0] ?? [])
  }
}

/**
 * Serves a path with its methods; any other method is answered with their names. Methods with one handler share one
 * route: each route costs a starting server memory and time, and a server has hundreds.
 */
export function route(scope: FastifyInstance, url: string, methods: Methods): void {
  const allowed = Object.keys(methods)
  const refuse: Handler = async (_request, reply) => refuseMethod(reply, allowed)
  const byAnswer = new Map<Handler | Guarded, string[]>()
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const given = methods[method] ?? refuse
    byAnswer.set(given, [...(byAnswer.get(given) ?? []), method])
  }
  // A refused GET refuses HEAD as well.
  if (!methods.GET) byAnswer.get(refuse)?.push('HEAD')
  for (const [given, method] of byAnswer) {
    const {
      allowed: guard,
      handler,
      forms,
    }: Partial<Guarded> & Pick<Guarded, 'handler'> = typeof given === 'function' ? { handler: given } : given
    scope.route({
      method,
      url,
      ...(guard ? { onRequest: async (request) => void (await guard(request)) } : {}),
      ...(forms === 'record' ? { preHandler: readForm } : {}),
      config: { ...(given === refuse ? { refuses: true } : {}), ...(forms ? { readsForms: true } : {}) },
      handler,
    })
  }
}

/** Reads a multipart record into the request's body, as if it had come as JSON. */
async function readForm(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return
  const { record, text } = await readMultipartRecord(request)
  request.body = record
  request.rawBody = text
}

/**
 * Deletes a record and rolls that back: answers the records that keep it, none where it can go. Every other refusal is
 * the one that the deletion would have got.
 */
const usesOf =
  (noun: ServedNoun, crud: Crud, inScope: InScope): Handler =>
  async (request) => {
    const rollback = new Error('only tried')
    let uses: readonly Use[] = []
    try {
      await inScope(request, async (context) => {
        await crud.remove(noun, context, idOf(request), undefined)
        throw rollback
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CANNOT_DELETE_WITH_RELATIONS') uses = usesIn(error)
      else if (error !== rollback) throw error
    }
    return single(request.id, uses)
  }

type KeyedWork<Proof> = {
  work: (request: FastifyRequest, context: Context, proof: Proof | undefined) => Promise<GivenAnswer>
  /** Throws where the asker may no longer have the stored answer. */
  again: (request: FastifyRequest, context: Context) => unknown
  /** Work before the transaction begins; the write gets its result. */
  before?: (request: FastifyRequest, asker: Pick<Context, 'parts' | 'actor'>) => Promise<Proof> | undefined
  /** The part that two requests must share to be the same, besides method and address. */
  body?: (request: FastifyRequest) => string | Uint8Array
}

/** Handles a write that may carry an idempotency key: done once, answered as often as it is asked. */
export function keyed<Proof = undefined>(
  partsOf: PartsOf,
  inScope: InScope,
  { work, again, before, body = (request) => request.rawBody }: KeyedWork<Proof>,
): Handler {
  return async (request, reply) => {
    const key = readKey(request.headers['idempotency-key'])
    const { actor } = request
    const proof = actor ? await before?.(request, { parts: partsOf(request), actor }) : undefined
    const { status, answer, replayed, clientRequestId } = await inScope(request, (context) =>
      once(
        context,
        key,
        () => fingerprint(request.method, request.url, body(request)),
        () => work(request, context, proof),
        () => again(request, context),
      ),
    )
    reply.status(status)
    if (!replayed) return afterCommit(partsOf, request, reply, answer, answer['data'])
    reply.header('Idempotent-Replayed', 'true')
    if (clientRequestId !== null) reply.header('Idempotent-Request-Id', clientRequestId)
    // The stored answer under the present request id, which is the one in the header.
    const given = { ...answer, meta: { ...(answer['meta'] as object), id: request.id } }
    return afterCommit(partsOf, request, reply, given, answer['data'])
  }
}

/** Sends the answer after the commit, at the moment where an answer can be lost. */
async function afterCommit(
  partsOf: PartsOf,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  row: unknown,
): Promise<unknown> {
  const fault = await partsOf(request).faults('answer', {
    method: request.method,
    route: request.routeOptions.url ?? '',
  })
  if (fault === 'drop') {
    cut(reply)
    return reply
  }
  tag(reply, row)
  return answer
}
