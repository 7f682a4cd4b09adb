import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from './actor'
import type { Party } from '../db/turns'
import type { Context } from './context'
import type { Parts } from './parts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** Who is asking; set for every route that wants a session. */
    actor: Actor | null
    /** Whose account a request without a session is about, where that is known: for the log alone. */
    subject: number | null
    /** In whose turn the request's work is done: the network's it comes from, until its token says who asks. */
    party: Party
    /** The JSON body as it came, for the fingerprint of a keyed request. */
    rawBody: string
    startedAt: number
  }
}

/** The server's parts as a request has them: its database gives it the asker's turns. */
export type PartsOf = (request: FastifyRequest) => Parts

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
