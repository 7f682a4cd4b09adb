/** Who did what to which record, and what it changed; written with the change itself and never altered. */
export type AuditEvent = {
  id: number
  createdAt: string
  /** The noun and id of the record. */
  noun: string
  recordId: number
  verb: string
  ClientId: number | null
  SiteId: number | null
  UserId: number | null
  username: string | null
  /** Who really acted, where somebody had signed in as that user. */
  ImpersonatorId: number | null
  impersonator: string | null
  sessionId: string | null
  requestId: string | null
  /** Per field what was and what is: `{ name: { before, after } }`; secrets are masked. */
  changes: Record<string, { before: unknown; after: unknown }>
}
