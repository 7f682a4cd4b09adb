import type { ProviderType } from '../monitoring-providers/types'

/** The assignment of a monitoring provider to a channel, as the channel has it now. */
export type MonitoringProviderChannel = {
  id: number
  ClientId: number
  ChannelId: number
  MonitoringProviderId: number
  MonitoringProvider: { name: string; providerType: ProviderType }
}
