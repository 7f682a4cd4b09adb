import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from './actor'
import type { Context } from './handlers'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** Who is asking; set for every route that wants a session. */
    actor: Actor | null
    /** The JSON body as it came, for the fingerprint of a keyed request. */
    rawBody: string
    startedAt: number
  }
}

/** Runs work for a request's actor: one transaction, and what handlers need to know. */
export type InScope = <T>(
  request: FastifyRequest,
  work: (context: Context) => Promise<T>,
  options?: { readOnly?: boolean },
) => Promise<T>

/** Ends the connection without an answer, as a lost network does. */
export function cut(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}
