import type { Bookkeeping } from '../../vocabulary/resource'

/** A message to everybody who sees a channel, which a monitoring provider posts (clients §3, A-101). */
export type BroadcastMessage = Bookkeeping & {
  text: string
  ClientId: number
  /** The channel that the message is for; null once that is deleted. */
  ChannelId: number | null
  /** The channel as it was when the message was posted. */
  Channel: { name: string }
  /** The provider that posted it; null once that is deleted. */
  MonitoringProviderId: number | null
  MonitoringProvider: { name: string }
  /** Phones do not show a message that is off. */
  active: boolean
  /** The last time it was sent as a test. */
  testAt: string | null
  /** The time at which it was sent; null while it waits for its review. */
  sentAt: string | null
}

/** The most characters of a message. */
export const MESSAGE_LENGTH = 2000
