import type { Words } from '../../vocabulary/messages'
import type { RegistrationHandlerV2 } from './types'

export const messages: Words<keyof RegistrationHandlerV2, 'renewSecret'> = {
  'en-US': {
    name: 'Registration handler (v2)',
    names: 'Registration handlers (v2)',
    fields: { name: 'Name', description: 'Description', url: 'Address', clientId: 'Client', schema: 'Matching' },
    parts: { schema: { matchConfig: 'What it matches (JSON)' } },
    filters: { showInternal: 'With the internal ones' },
    actions: { renewSecret: 'Renew the signing secret' },
    before: { renewSecret: 'Renew the signing secret of' },
    told: { renewSecret: 'What the handler is sent is signed with it from now on. It is shown this once.' },
    empty: 'There are no registration handlers (v2).',
  },
  'pt-BR': {
    name: 'Handler de cadastro (v2)',
    names: 'Handlers de cadastro (v2)',
    fields: { name: 'Nome', description: 'Descrição', url: 'Endereço', clientId: 'Cliente', schema: 'Correspondência' },
    parts: { schema: { matchConfig: 'O que ele confere (JSON)' } },
    filters: { showInternal: 'Com os internos' },
    actions: { renewSecret: 'Renovar o segredo de assinatura' },
    before: { renewSecret: 'Renovar o segredo de assinatura de' },
    told: { renewSecret: 'O que o handler recebe é assinado com ele a partir de agora. Ele aparece só desta vez.' },
    empty: 'Não há handlers de cadastro (v2).',
  },
}
