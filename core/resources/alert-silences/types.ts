import type { Bookkeeping } from '../../vocabulary/resource'

/** The longest that a silence lasts, and that it lasts where nobody says how long, in minutes. */
export const LONGEST_SILENCE = 60
export const USUAL_SILENCE = 15

/** A silence that all who watch the alerts of a client, or of one site, share: the sound rests, and every row stays. */
export type AlertSilence = Bookkeeping & {
  ClientId: number
  /** The site that it is for; null for all of the client. */
  SiteId: number | null
  Site: { name: string } | null
  reason: string
  /** The person who made it, as they were called then. */
  User: { id: number; name: string }
  endsAt: string
  /** When somebody ended it early; null if nobody did. */
  endedAt: string | null
}
