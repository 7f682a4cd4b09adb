import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from './actor'
import type { Party } from '../db/turns'
import type { Context } from './context'
import type { Parts } from './parts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** The actor. It is set for every route that requires a session. */
    actor: Actor | null
    /** The account that a request without a session is about, if it is known. It is only for the log. */
    subject: number | null
    /** The party whose turn the request takes: that of its network, until a token names the user. */
    party: Party
    /** The JSON body as it came, or the print of a form, for the fingerprint of a keyed request. */
    rawBody: string
    /** The files that came with a record. */
    received: Received
    startedAt: number
  }
}

/** Files that came with a record, by the name that its field has for them (`upload.as`). */
export type Received = ReadonlyMap<string, Uint8Array>

/** Returns the server's parts for a request. Their database takes turns of the request's party. */
export type PartsOf = (request: FastifyRequest) => Parts

/** Runs work for a request's actor: one transaction, and the context that handlers need. */
export type InScope = <T>(
  request: FastifyRequest,
  work: (context: Context) => Promise<T>,
  options?: { readOnly?: boolean },
) => Promise<T>

/** Ends the connection without an answer, as a lost network does. */
export function dropConnection(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}
