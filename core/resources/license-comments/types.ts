import type { Bookkeeping } from '../../vocabulary/resource'

/** The phases of a client on the way to a contract. The first is the default. */
export const PHASES = ['pilot', 'contract', 'price_proposal', 'implementation', 'other'] as const
export type Phase = (typeof PHASES)[number]

/** The provider's notes on a client's licence: for its own staff, never for the client. */
export type LicenseComment = Bookkeeping & {
  title: string
  responsible: string
  phase: Phase
  /** The description of a phase that is none of the others. */
  phaseComment: string | null
  ClientId: number
  /** Days, without a time of day. */
  startDate: string | null
  endDate: string | null
  comment: string | null
  active: boolean
  /** The username of the last writer. */
  updatedBy: string | null
}
