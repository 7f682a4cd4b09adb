import type { Bookkeeping } from '../../vocabulary/resource'
import type { ProviderType } from '../monitoring-providers/types'

/** The state of a handing over: to be tried, tried and to be tried again, done, or given up after a day. */
export const DELIVERY_STATES = ['waiting', 'failing', 'delivered', 'given-up'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The assignment of an alert to a monitoring provider, or to a person who took it. */
export type AlertAssignment = Bookkeeping & {
  AlertId: number
  ClientId: number
  SiteId: number | null
  MonitoringProviderId: number | null
  MonitoringProvider: { name: string; providerType: ProviderType } | null
  UserId: number | null
  /** The person as they were called then. */
  User: { name: string } | null
  /** Null for a person. */
  delivery: DeliveryState | null
  attempts: number
  nextAttemptAt: string | null
  deliveredAt: string | null
  /** The reason that the last attempt failed; null if it did not. */
  code: string | null
  /** When the person released the alert, handed it on or resolved it; null while they have it. */
  endedAt: string | null
}
