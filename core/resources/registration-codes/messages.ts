import type { Words } from '../../messages'
import type { RegistrationCode } from './types'

export const messages: Words<keyof RegistrationCode, never> = {
  'en-US': {
    name: 'Registration code',
    names: 'Registration codes',
    fields: {
      code: 'Code',
      mode: 'Mode',
      ClientId: 'Client',
      SiteId: 'Site',
      RegistrationFormId: 'Form',
      RegistrationHandlerId: 'Handler',
      regHandlerId: 'Handler (v2)',
      TermId: 'Terms',
      config: 'Settings',
    },
    parts: { config: { autoApprove: 'Approve automatically' } },
    choices: { mode: { client: 'Client', site: 'Site' } },
    filters: { mode: 'Mode' },
    actions: {},
    empty: 'There are no registration codes.',
  },
  'pt-BR': {
    name: 'Código de cadastro',
    names: 'Códigos de cadastro',
    fields: {
      code: 'Código',
      mode: 'Modo',
      ClientId: 'Cliente',
      SiteId: 'Site',
      RegistrationFormId: 'Formulário',
      RegistrationHandlerId: 'Handler',
      regHandlerId: 'Handler (v2)',
      TermId: 'Termos',
      config: 'Configurações',
    },
    parts: { config: { autoApprove: 'Aprovar automaticamente' } },
    choices: { mode: { client: 'Cliente', site: 'Site' } },
    filters: { mode: 'Modo' },
    actions: {},
    empty: 'Não há códigos de cadastro.',
  },
}
