import type { Words } from '../../vocabulary/messages'
import type { MobileUser } from './types'

export const messages: Words<keyof MobileUser, 'resetLink'> = {
  'en-US': {
    name: 'Mobile user',
    names: 'Mobile users',
    fields: { name: 'Name', email: 'E-mail', phone: 'Phone', active: 'Active' },
    actions: { resetLink: 'Create a password link' },
    before: { resetLink: 'Create a password link for' },
    told: { resetLink: 'It sets a new password once, within 30 minutes. It is shown this once: hand it over now.' },
    empty: 'There are no mobile users.',
    notActive: 'The mobile user is not active.',
    oneAddress: 'Give the e-mail or the phone, not both.',
  },
  'pt-BR': {
    name: 'Usuário móvel',
    names: 'Usuários móveis',
    fields: { name: 'Nome', email: 'E-mail', phone: 'Telefone', active: 'Ativo' },
    actions: { resetLink: 'Criar um link de senha' },
    before: { resetLink: 'Criar um link de senha para' },
    told: { resetLink: 'Ele define uma senha nova, uma só vez, em até 30 minutos. Aparece só agora: entregue-o já.' },
    empty: 'Não há usuários móveis.',
    notActive: 'O usuário móvel não está ativo.',
    oneAddress: 'Informe o e-mail ou o telefone, não os dois.',
  },
}
