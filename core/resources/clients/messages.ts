import type { Words } from '../../vocabulary/messages'
import type { Client } from './types'

export const messages: Words<keyof Client, 'lock' | 'unlock' | 'activate' | 'deactivate'> = {
  'en-US': {
    name: 'Client',
    names: 'Clients',
    fields: {
      name: 'Name',
      nickname: 'Nickname',
      active: 'Active',
      locked: 'Locked',
      config: 'Settings',
      manager: 'Manager user',
    },
    parts: {
      config: { minAppVersion: 'Minimum app version' },
      manager: { username: 'Username', email: 'E-mail', name: 'Name' },
    },
    filters: { client: 'Clients' },
    actions: { lock: 'Lock', unlock: 'Unlock', activate: 'Activate', deactivate: 'Deactivate' },
    empty: 'There are no clients.',
    stops: {
      lock: 'Until it is unlocked, nobody can change anything in it, and imports into it stop. People can still sign in and view data.',
    },
    alreadyLocked: 'The client is locked already.',
    ownStaysOpen: "The provider's own client cannot be locked: nobody could change its staff any more.",
    notLocked: 'The client is not locked.',
    alreadyActive: 'The client is active already.',
    notActive: 'The client is not active.',
  },
  'pt-BR': {
    name: 'Cliente',
    names: 'Clientes',
    fields: {
      name: 'Nome',
      nickname: 'Nome curto',
      active: 'Ativo',
      locked: 'Bloqueado',
      config: 'Configurações',
      manager: 'Usuário gestor',
    },
    parts: {
      config: { minAppVersion: 'Versão mínima do app' },
      manager: { username: 'Nome de usuário', email: 'E-mail', name: 'Nome' },
    },
    filters: { client: 'Clientes' },
    actions: { lock: 'Bloquear', unlock: 'Desbloquear', activate: 'Ativar', deactivate: 'Desativar' },
    empty: 'Não há clientes.',
    stops: {
      lock: 'Até ser desbloqueado, ninguém poderá alterar nada nele, e as importações vão parar. Ainda será possível entrar e consultar.',
    },
    alreadyLocked: 'O cliente já está bloqueado.',
    ownStaysOpen: 'O cliente do próprio provedor não pode ser bloqueado: ninguém mais poderia alterar a equipe dele.',
    notLocked: 'O cliente não está bloqueado.',
    alreadyActive: 'O cliente já está ativo.',
    notActive: 'O cliente não está ativo.',
  },
}
