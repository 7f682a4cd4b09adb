import type { Words } from '../../vocabulary/messages'
import type { RegistrationHandlerV2 } from './types'

export const messages: Words<keyof RegistrationHandlerV2, 'renewSecret'> = {
  'en-US': {
    name: 'Registration handler (v2)',
    names: 'Registration handlers (v2)',
    fields: { name: 'Name', description: 'Description', url: 'URL', clientId: 'Client', schema: 'Matching' },
    parts: { schema: { matchConfig: 'What it matches (JSON)' } },
    filters: { showInternal: 'With the internal ones' },
    actions: { renewSecret: 'Renew the signing secret' },
    before: { renewSecret: 'Renew the signing secret of' },
    told: { renewSecret: 'It signs every request to the handler from now on. It is shown this once.' },
    empty: 'There are no registration handlers (v2).',
  },
  'pt-BR': {
    name: 'Handler de cadastro (v2)',
    names: 'Handlers de cadastro (v2)',
    fields: { name: 'Nome', description: 'Descrição', url: 'URL', clientId: 'Cliente', schema: 'Correspondência' },
    parts: { schema: { matchConfig: 'O que ele confere (JSON)' } },
    filters: { showInternal: 'Com os internos' },
    actions: { renewSecret: 'Renovar o segredo de assinatura' },
    before: { renewSecret: 'Renovar o segredo de assinatura de' },
    told: { renewSecret: 'Ele assina cada pedido ao handler a partir de agora. Aparece só desta vez.' },
    empty: 'Não há handlers de cadastro (v2).',
  },
}
