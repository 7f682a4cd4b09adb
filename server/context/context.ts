import type { Draft } from '@tocsin/core/vocabulary/resource'
import type { Actor } from './actor'
import type { Tx } from '../db/transaction'
import type { Parts } from './parts'

/** The context of a request: the actor, the transaction in their scope, and the server's parts. */
export type Context = {
  parts: Parts
  actor: Actor
  tx: Tx
  requestId: string
  /** The sender's id of the request (`X-Request-Id`), if it has one. */
  clientRequestId?: string | undefined
  locale: string
  /** The addresses of the files that came with the record being written. They are stored once it is. */
  sentFiles?: ReadonlySet<string>
}

/** Any record, once its declaration is only known as "a resource". */
export type Row = Draft & { id: number; version?: number }

/** The changes of a record by field, as its history stores them. */
export type Changes = Record<string, { before: unknown; after: unknown }>
