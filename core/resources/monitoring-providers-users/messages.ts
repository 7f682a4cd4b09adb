import type { Words } from '../../vocabulary/messages'
import type { MonitoringProviderUser } from './types'

export const messages: Words<keyof MonitoringProviderUser, never> = {
  'en-US': {
    name: 'User of a monitoring provider',
    names: 'Users of monitoring providers',
    fields: {
      name: 'Name',
      active: 'Active',
      username: 'Username',
      role: 'Role',
      MonitoringProviderId: 'Monitoring provider (id)',
    },
    filters: { MonitoringProviderId: 'Monitoring provider (id)' },
    actions: {},
    empty: 'There are no users of monitoring providers.',
  },
  'pt-BR': {
    name: 'Usuário de um provedor de monitoramento',
    names: 'Usuários de provedores de monitoramento',
    fields: {
      name: 'Nome',
      active: 'Ativo',
      username: 'Nome de usuário',
      role: 'Papel',
      MonitoringProviderId: 'Provedor de monitoramento (id)',
    },
    filters: { MonitoringProviderId: 'Provedor de monitoramento (id)' },
    actions: {},
    empty: 'Não há usuários de provedores de monitoramento.',
  },
}
