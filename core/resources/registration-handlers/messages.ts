import type { Words } from '../../vocabulary/messages'
import type { RegistrationHandler } from './types'

export const messages: Words<keyof RegistrationHandler, 'renewSecret'> = {
  'en-US': {
    name: 'Registration handler',
    names: 'Registration handlers',
    fields: { name: 'Name', url: 'URL', mode: 'Mode', ClientId: 'Client' },
    choices: { mode: { site: 'Site', group: 'Group (app)', client: 'Client' } },
    filters: { mode: 'Mode', showGlobal: "With the provider's own" },
    actions: { renewSecret: 'Renew the signing secret' },
    before: { renewSecret: 'Renew the signing secret of' },
    told: { renewSecret: 'It signs every request to the handler from now on. It is shown this once.' },
    empty: 'There are no registration handlers.',
  },
  'pt-BR': {
    name: 'Handler de cadastro',
    names: 'Handlers de cadastro',
    fields: { name: 'Nome', url: 'URL', mode: 'Modo', ClientId: 'Cliente' },
    choices: { mode: { site: 'Site', group: 'Grupo (app)', client: 'Cliente' } },
    filters: { mode: 'Modo', showGlobal: 'Com os do provedor' },
    actions: { renewSecret: 'Renovar o segredo de assinatura' },
    before: { renewSecret: 'Renovar o segredo de assinatura de' },
    told: { renewSecret: 'Ele assina cada pedido ao handler a partir de agora. Aparece só desta vez.' },
    empty: 'Não há handlers de cadastro.',
  },
}
