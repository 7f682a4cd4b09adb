import type { Bookkeeping } from '../../vocabulary/resource'

/** The events of an alert's timeline. */
export const ALERT_EVENTS = [
  'created',
  'delivered',
  'failed',
  'given-up',
  'resent',
  'acknowledged',
  'notified',
  'taken',
  'released',
  'handed-on',
  'noted',
  'resolved',
  'reopened',
] as const
export type AlertEvent = (typeof ALERT_EVENTS)[number]

/** The kinds of actor in a timeline: a phone, a person, a provider's program, or the server itself. */
export const ALERT_ACTORS = ['phone', 'user', 'program', 'server'] as const
export type AlertActor = (typeof ALERT_ACTORS)[number]

/** An event of an alert: what happened, who did it and when. Nobody changes it. */
export type AlertHistory = Bookkeeping & {
  AlertId: number
  ClientId: number
  SiteId: number | null
  event: AlertEvent
  /** The actor as they were called then. The phone of an anonymous alert has neither id nor name. */
  actor: { kind: AlertActor; id: number | null; name: string | null }
  /** The note, or the message that was sent; null without one. */
  text: string | null
  /** Further facts of the event: the provider, the code of a failure, the person taken over from. */
  details: Record<string, unknown>
}
