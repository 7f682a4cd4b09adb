import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import type { MonitoringProviderChannel } from './types'

/** The channels of monitoring providers. It has no screen (API-24): a channel names its providers. */
export const monitoringProvidersChannels = resource<MonitoringProviderChannel>()({
  name: 'monitoring-providers-channels',
  path: 'monitoring-providers/channels',
  title: 'id',
  can: { view: 'monitoring-providers:view' },
  fields: {
    id: bookkeeping.id,
    ClientId: { type: 'ref', of: 'clients', readonly: true },
    ChannelId: { type: 'ref', of: 'channels', readonly: true, partOf: true },
    // It may be one that the provider offers.
    MonitoringProviderId: { type: 'integer', readonly: true },
    MonitoringProvider: {
      type: 'group',
      readonly: true,
      fields: { name: { type: 'text' }, providerType: { type: 'text' } },
    },
  },
  columns: ['ChannelId', 'MonitoringProviderId', 'MonitoringProvider.name', 'MonitoringProvider.providerType'],
  filters: { MonitoringProviderId: { type: 'integer' } },
  unsearched: true,
  order: 'id ASC',
  tenant: 'ClientId',
  actions: {},
  messages,
})
