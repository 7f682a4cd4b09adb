import type { Words } from '../../vocabulary/messages'
import type { MonitoringProviderChannel } from './types'

export const messages: Words<keyof MonitoringProviderChannel, never> = {
  'en-US': {
    name: 'Channel of a monitoring provider',
    names: 'Channels of monitoring providers',
    fields: {
      ClientId: 'Client',
      ChannelId: 'Channel',
      MonitoringProviderId: 'Monitoring provider (id)',
      MonitoringProvider: 'Monitoring provider',
    },
    parts: { MonitoringProvider: { name: 'Monitoring provider', providerType: 'Type' } },
    filters: { MonitoringProviderId: 'Monitoring provider (id)' },
    actions: {},
    empty: 'No channel has a monitoring provider.',
  },
  'pt-BR': {
    name: 'Canal de um provedor de monitoramento',
    names: 'Canais de provedores de monitoramento',
    fields: {
      ClientId: 'Cliente',
      ChannelId: 'Canal',
      MonitoringProviderId: 'Provedor de monitoramento (id)',
      MonitoringProvider: 'Provedor de monitoramento',
    },
    parts: { MonitoringProvider: { name: 'Provedor de monitoramento', providerType: 'Tipo' } },
    filters: { MonitoringProviderId: 'Provedor de monitoramento (id)' },
    actions: {},
    empty: 'Nenhum canal tem provedor de monitoramento.',
  },
}
