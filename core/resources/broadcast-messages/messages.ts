import type { Words } from '../../vocabulary/messages'
import type { BroadcastMessage } from './types'

export const messages: Words<keyof BroadcastMessage, 'test' | 'approve' | 'activate' | 'deactivate'> = {
  'en-US': {
    name: 'Broadcast message',
    names: 'Broadcast messages',
    fields: {
      text: 'Text',
      ClientId: 'Client',
      ChannelId: 'Channel',
      Channel: 'Channel',
      MonitoringProviderId: 'Monitoring provider',
      MonitoringProvider: 'Monitoring provider',
      active: 'Active',
      testAt: 'Tested',
      sentAt: 'Sent',
    },
    parts: {
      Channel: { name: 'Channel' },
      MonitoringProvider: { name: 'Provider' },
      test: { ChannelId: 'Channel of the test' },
    },
    actions: { test: 'Test', approve: 'Approve', activate: 'Activate', deactivate: 'Deactivate' },
    reaches: {
      approve: {
        one: '“{{text}}” is sent once, to 1 phone at most.',
        other: '“{{text}}” is sent once, to {{count}} phones at most.',
      },
    },
    titles: { test: 'Test the message', approve: 'Approve the message' },
    empty: 'There are no broadcast messages.',
    alreadySent: 'The message is sent already. A message is sent once.',
    alreadyActive: 'The message is already active.',
    notActive: 'The message is not active.',
    noChannel: 'The channel of the message is deleted.',
    noBroadcastChannel: 'is not a channel of the kind broadcast of this client',
    notAssigned: 'is not an active monitoring provider of the channel',
    noProvider: 'has no active monitoring provider',
    whichProvider: 'has to be chosen, since the channel has {{count}} monitoring providers',
  },
  'pt-BR': {
    name: 'Mensagem de transmissão',
    names: 'Mensagens de transmissão',
    fields: {
      text: 'Texto',
      ClientId: 'Cliente',
      ChannelId: 'Canal',
      Channel: 'Canal',
      MonitoringProviderId: 'Provedor de monitoramento',
      MonitoringProvider: 'Provedor de monitoramento',
      active: 'Ativa',
      testAt: 'Testada em',
      sentAt: 'Enviada em',
    },
    parts: {
      Channel: { name: 'Canal' },
      MonitoringProvider: { name: 'Provedor' },
      test: { ChannelId: 'Canal do teste' },
    },
    actions: { test: 'Testar', approve: 'Aprovar', activate: 'Ativar', deactivate: 'Desativar' },
    reaches: {
      approve: {
        one: '“{{text}}” é enviada uma só vez, a no máximo 1 celular.',
        other: '“{{text}}” é enviada uma só vez, a no máximo {{count}} celulares.',
      },
    },
    titles: { test: 'Testar a mensagem', approve: 'Aprovar a mensagem' },
    empty: 'Não há mensagens de transmissão.',
    alreadySent: 'A mensagem já foi enviada. Cada mensagem é enviada uma só vez.',
    alreadyActive: 'A mensagem já está ativa.',
    notActive: 'A mensagem não está ativa.',
    noChannel: 'O canal da mensagem foi excluído.',
    noBroadcastChannel: 'não é um canal do tipo transmissão deste cliente',
    notAssigned: 'não é um provedor de monitoramento ativo do canal',
    noProvider: 'não tem provedor de monitoramento ativo',
    whichProvider: 'precisa ser escolhido, pois o canal tem {{count}} provedores de monitoramento',
  },
}
