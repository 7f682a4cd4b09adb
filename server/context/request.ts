import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from './actor'
import type { Party } from '../db/turns'
import type { Context } from './context'
import type { Parts } from './parts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** The user who asks; set for every route that wants a session. */
    actor: Actor | null
    /** The account that a request without a session is about, where that is known: for the log alone. */
    subject: number | null
    /** The party whose turn the request takes: that of its network, until its token names the asker. */
    party: Party
    /** The JSON body as it came, for the fingerprint of a keyed request. */
    rawBody: string
    startedAt: number
  }
}

/** Returns the server's parts for a request: its database gives it the asker's turns. */
export type PartsOf = (request: FastifyRequest) => Parts

/** Runs work for a request's actor: one transaction, and the context that handlers need. */
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
