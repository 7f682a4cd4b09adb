import type { Words } from '../../vocabulary/messages'
import type { AlertAssignment } from './types'

export const messages: Words<keyof AlertAssignment, never> = {
  'en-US': {
    name: 'Alert assignment',
    names: 'Alert assignments',
    fields: {
      createdAt: 'Assigned',
      AlertId: 'Alert',
      ClientId: 'Client',
      SiteId: 'Site',
      MonitoringProviderId: 'Monitoring provider (id)',
      MonitoringProvider: 'Monitoring provider',
      UserId: 'Person (id)',
      User: 'Person',
      delivery: 'Delivery',
      attempts: 'Attempts',
      nextAttemptAt: 'Next attempt',
      deliveredAt: 'Delivered',
      code: 'Failure',
      endedAt: 'Ended',
    },
    parts: { MonitoringProvider: { name: 'Monitoring provider', providerType: 'Type' }, User: { name: 'Person' } },
    choices: {
      delivery: { waiting: 'Waiting', failing: 'Failing', delivered: 'Delivered', 'given-up': 'Given up' },
    },
    filters: { delivery: 'Delivery' },
    actions: {},
    empty: 'There are no assignments of alerts.',
  },
  'pt-BR': {
    name: 'Atribuição de alerta',
    names: 'Atribuições de alertas',
    fields: {
      createdAt: 'Atribuído',
      AlertId: 'Alerta',
      ClientId: 'Cliente',
      SiteId: 'Site',
      MonitoringProviderId: 'Provedor de monitoramento (id)',
      MonitoringProvider: 'Provedor de monitoramento',
      UserId: 'Pessoa (id)',
      User: 'Pessoa',
      delivery: 'Entrega',
      attempts: 'Tentativas',
      nextAttemptAt: 'Próxima tentativa',
      deliveredAt: 'Entregue',
      code: 'Falha',
      endedAt: 'Terminou',
    },
    parts: {
      MonitoringProvider: { name: 'Provedor de monitoramento', providerType: 'Tipo' },
      User: { name: 'Pessoa' },
    },
    choices: {
      delivery: { waiting: 'Aguardando', failing: 'Falhando', delivered: 'Entregue', 'given-up': 'Desistiu' },
    },
    filters: { delivery: 'Entrega' },
    actions: {},
    empty: 'Não há atribuições de alertas.',
  },
}
