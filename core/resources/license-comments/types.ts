import type { Bookkeeping } from '../../vocabulary/resource'

/** How far a client has come on the way to a contract; the first is where everybody begins. */
export const PHASES = ['pilot', 'contract', 'price_proposal', 'implementation', 'other'] as const
export type Phase = (typeof PHASES)[number]

/** What the provider notes of a client's licence: for its own staff, never for the client. */
export type LicenseComment = Bookkeeping & {
  title: string
  responsible: string
  phase: Phase
  /** What the phase is, where it is none of the others. */
  phaseComment: string | null
  ClientId: number
  /** Days, without a time of day. */
  startDate: string | null
  endDate: string | null
  comment: string | null
  active: boolean
  /** The user name of whoever wrote it last. */
  updatedBy: string | null
}
