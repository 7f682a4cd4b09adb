/**
 * An event of the history: who did what to a record, and its changes. It is written with the change itself and never
 * altered.
 */
export type AuditEvent = {
  id: number
  createdAt: string
  /** The resource and id of the record. */
  noun: string
  recordId: number
  verb: string
  ClientId: number | null
  SiteId: number | null
  UserId: number | null
  username: string | null
  /** The person who acted while signed in as that user; null if it was the user. */
  ImpersonatorId: number | null
  impersonator: string | null
  sessionId: string | null
  requestId: string | null
  /** The old and the new value of each field: `{ name: { before, after } }`; secrets are masked. */
  changes: Record<string, { before: unknown; after: unknown }>
}
