import type { Words } from '../../vocabulary/messages'
import type { RegistrationHandlerV2 } from './types'

export const messages: Words<keyof RegistrationHandlerV2, never> = {
  'en-US': {
    name: 'Registration handler (v2)',
    names: 'Registration handlers (v2)',
    fields: { name: 'Name', description: 'Description', url: 'Address', clientId: 'Client', schema: 'Matching' },
    parts: { schema: { matchConfig: 'What it matches (JSON)' } },
    filters: { showInternal: 'With the internal ones' },
    actions: {},
    empty: 'There are no registration handlers (v2).',
  },
  'pt-BR': {
    name: 'Handler de cadastro (v2)',
    names: 'Handlers de cadastro (v2)',
    fields: { name: 'Nome', description: 'Descrição', url: 'Endereço', clientId: 'Cliente', schema: 'Correspondência' },
    parts: { schema: { matchConfig: 'O que ele confere (JSON)' } },
    filters: { showInternal: 'Com os internos' },
    actions: {},
    empty: 'Não há handlers de cadastro (v2).',
  },
}
