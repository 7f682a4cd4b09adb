import type { Words } from '../../vocabulary/messages'
import type { RegistrationHandler } from './types'

export const messages: Words<keyof RegistrationHandler, never> = {
  'en-US': {
    name: 'Registration handler',
    names: 'Registration handlers',
    fields: { name: 'Name', url: 'Address', mode: 'Mode', ClientId: 'Client' },
    choices: { mode: { site: 'Site', group: 'Group (app)', client: 'Client' } },
    filters: { mode: 'Mode', showGlobal: "With the provider's own" },
    actions: {},
    empty: 'There are no registration handlers.',
  },
  'pt-BR': {
    name: 'Handler de cadastro',
    names: 'Handlers de cadastro',
    fields: { name: 'Nome', url: 'Endereço', mode: 'Modo', ClientId: 'Cliente' },
    choices: { mode: { site: 'Site', group: 'Grupo (app)', client: 'Cliente' } },
    filters: { mode: 'Modo', showGlobal: 'Com os do provedor' },
    actions: {},
    empty: 'Não há handlers de cadastro.',
  },
}
