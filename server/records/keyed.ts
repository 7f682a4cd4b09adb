import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context/context'
import { sql } from 'kysely'
import { dropConnection, type InScope, type PartsOf } from '../context/request'
import { tag } from '../http/answers'
import { badParameter } from '../http/failures'
import { dryRunOf } from '../http/input'
import type { Handler } from '../http/route'
import { fingerprint, once, readKey, type GivenAnswer } from './idempotency'

type KeyedWork<Proof> = {
  work: (request: FastifyRequest, context: Context, proof: Proof | undefined) => Promise<GivenAnswer>
  /** Throws if the actor may no longer have the stored answer. */
  again: (request: FastifyRequest, context: Context) => unknown
  /** Runs before the transaction. `work` gets its result as `proof`. */
  before?: (request: FastifyRequest, asker: Pick<Context, 'parts' | 'actor'>) => Promise<Proof> | undefined
  /** Runs after the transaction, before its answer is sent. `row` is what was answered, which may be no record. */
  after?: (request: FastifyRequest, row: unknown) => unknown
  /** Returns the part of a request that must be equal in a repeated one, besides method and address. */
  body?: (request: FastifyRequest) => string | Uint8Array
}

/**
 * Returns the handler of a write that may have an idempotency key. The write is done once; repeated requests get the
 * stored answer.
 */
export function keyed<Proof = undefined>(
  partsOf: PartsOf,
  inScope: InScope,
  { work, again, before, after, body = (request) => request.rawBody }: KeyedWork<Proof>,
): Handler {
  const handler: Handler = async (request, reply) => {
    const key = readKey(request.headers['idempotency-key'])
    const isDryRun = dryRunOf((request.query as Record<string, unknown>)['dryRun'])
    const { actor } = request
    const proof = actor ? await before?.(request, { parts: partsOf(request), actor }) : undefined
    if (isDryRun) {
      const { status, answer, unkept } = await rolledBack(request, inScope, (context) => work(request, context, proof))
      // The secret of a write that is taken back opens nothing.
      if (unkept) throw badParameter('dryRun')
      reply.status(status)
      return { ...answer, meta: { ...(answer['meta'] as object), dryRun: true } }
    }
    const { status, answer, replayed, clientRequestId } = await inScope(request, (context) =>
      once(
        context,
        key,
        () => fingerprint(partsOf(request).tokens, request.method, request.url, body(request)),
        () => work(request, context, proof),
        () => again(request, context),
      ),
    )
    await after?.(request, answer['data'])
    reply.status(status)
    if (!replayed) return afterCommit(partsOf, request, reply, answer, answer['data'])
    reply.header('Idempotent-Replayed', 'true')
    if (clientRequestId !== null) reply.header('Idempotent-Request-Id', clientRequestId)
    // The stored answer gets the present request id, which is also in the header.
    const given = { ...answer, meta: { ...(answer['meta'] as object), id: request.id } }
    return afterCommit(partsOf, request, reply, given, answer['data'])
  }
  return Object.assign(handler, { dryRuns: true as const })
}

/** Runs a write in a transaction that is rolled back, and returns its answer. Throws what the write would throw. */
export async function rolledBack<Answer>(
  request: FastifyRequest,
  inScope: InScope,
  work: (context: Context) => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer | undefined
  const rollback = new Error('dry run')
  try {
    await inScope(request, async (context) => {
      answer = await work(context)
      // Constraints that wait for the commit are checked here, since it never comes.
      await sql`set constraints all immediate`.execute(context.tx)
      throw rollback
    })
  } catch (error) {
    if (error !== rollback || answer === undefined) throw error
  }
  return answer!
}

/** Sends the answer after the commit, with the fault of a lost answer if there is one. */
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
    dropConnection(reply)
    return reply
  }
  tag(reply, row)
  return answer
}
