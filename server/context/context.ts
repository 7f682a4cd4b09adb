import type { Draft } from '@tocsin/core/vocabulary/resource'
import type { Actor } from './actor'
import type { Tx } from '../db/transaction'
import type { Parts } from './parts'

/** What a request's work stands on: who asks, the transaction that sees what they see, and the outside world. */
export type Context = {
  parts: Parts
  actor: Actor
  tx: Tx
  requestId: string
  /** What the client calls its request (`X-Request-Id`), where it gives it a name. */
  clientRequestId?: string | undefined
  locale: string
  /** What the noun's `beforehand` gave. */
  beforehand?: unknown
}

/** Any record, once its declaration is only known as "a noun". */
export type Row = Draft & { id: number; version?: number }

/** What changed in a record, by field, as its history keeps it. */
export type Changes = Record<string, { before: unknown; after: unknown }>
