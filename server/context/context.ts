import type { Draft } from '@tocsin/core/vocabulary/resource'
import type { Actor } from './actor'
import type { Tx } from '../db/transaction'
import type { Parts } from './parts'

/** The context of a request's work: the actor, the transaction in their scope, and the outside world. */
export type Context = {
  parts: Parts
  actor: Actor
  tx: Tx
  requestId: string
  /** The client's name for its request (`X-Request-Id`), where it gives one. */
  clientRequestId?: string | undefined
  locale: string
}

/** Any record, once its declaration is only known as "a resource". */
export type Row = Draft & { id: number; version?: number }

/** The changes of a record, by field, as its history keeps them. */
export type Changes = Record<string, { before: unknown; after: unknown }>
