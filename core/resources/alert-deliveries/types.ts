import type { Bookkeeping } from '../../vocabulary/resource'
import type { DeliveryOutcome, ProviderType } from '../monitoring-providers/types'

/**
 * The outcome of an attempt to hand an alert over: that of a push, or the reason that none was possible. `NO_GATEWAY`:
 * the server has no way to this kind of provider. `NOT_FETCHED`: no program of the provider fetched the alert within a
 * day. `INACTIVE`, `GONE`: the provider is switched off or deleted. `BROKEN`: the
 * server failed to make the message.
 */
export const ATTEMPT_OUTCOMES = [
  'DELIVERED',
  'FETCHED',
  'ACKNOWLEDGED',
  'INTERNAL_ADDRESS',
  'NOT_RESOLVED',
  'UNREACHABLE',
  'TIMEOUT',
  'REDIRECTED',
  'TOO_LARGE',
  'REFUSED',
  'NO_GATEWAY',
  'NOT_FETCHED',
  'INACTIVE',
  'GONE',
  'BROKEN',
] as const satisfies readonly (DeliveryOutcome | (string & {}))[]
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

/** An attempt to hand an alert over to a monitoring provider. It is kept for 90 days. */
export type AlertDelivery = Bookkeeping & {
  AlertId: number
  ClientId: number
  SiteId: number | null
  AlertAssignmentId: number
  MonitoringProviderId: number
  MonitoringProvider: { name: string; providerType: ProviderType }
  /** It counts from 1; sending again by hand begins anew. */
  attempt: number
  outcome: AttemptOutcome
  /** The HTTP status of the answer; null without one. */
  status: number | null
  /** In ms. */
  duration: number
  /** Facts of the request: how it was sent, and of a webhook the id of the delivery and its bytes. It has no address. */
  request: { by: 'webhook' | 'mail' | 'program'; id?: string; bytes?: number }
  /** The first 2,000 characters of the answer; null without one, and for a provider of somebody else. */
  answer: string | null
}
