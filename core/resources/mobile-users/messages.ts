import type { Words } from '../../vocabulary/messages'
import type { MobileUser } from './types'

export const messages: Words<keyof MobileUser, never> = {
  'en-US': {
    name: 'Mobile user',
    names: 'Mobile users',
    fields: { name: 'Name', email: 'E-mail', phone: 'Phone', active: 'Active' },
    actions: {},
    empty: 'There are no mobile users.',
  },
  'pt-BR': {
    name: 'Usuário móvel',
    names: 'Usuários móveis',
    fields: { name: 'Nome', email: 'E-mail', phone: 'Telefone', active: 'Ativo' },
    actions: {},
    empty: 'Não há usuários móveis.',
  },
}
