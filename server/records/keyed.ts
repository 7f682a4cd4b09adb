import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context/context'
import { cut, type InScope, type PartsOf } from '../context/request'
import { tag } from '../http/answers'
import type { Handler } from '../http/route'
import { fingerprint, once, readKey, type GivenAnswer } from './idempotency'

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
