import type { Words } from '../../vocabulary/messages'
import type { Blacklist } from './types'

export const messages: Words<keyof Blacklist, never> = {
  'en-US': {
    name: 'Blacklist entry',
    names: 'Blacklist',
    fields: {
      ClientId: 'Client',
      SiteId: 'Site',
      MobileProfileId: 'Mobile profile',
      phone: 'Phone',
      reason: 'Reason',
    },
    actions: {},
    empty: 'There are no blacklist entries.',
    listed: 'The client takes no alerts of this profile.',
  },
  'pt-BR': {
    name: 'Item da lista de bloqueio',
    names: 'Lista de bloqueio',
    fields: {
      ClientId: 'Cliente',
      SiteId: 'Local',
      MobileProfileId: 'Perfil móvel',
      phone: 'Telefone',
      reason: 'Motivo',
    },
    actions: {},
    empty: 'A lista de bloqueio está vazia.',
    listed: 'O cliente não aceita alertas deste perfil.',
  },
}
