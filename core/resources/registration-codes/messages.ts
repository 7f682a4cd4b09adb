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
    handlerApproves: 'With a handler, nobody is approved automatically: the handler decides.',
    oneHandler: 'A code has one handler: of the first kind or of the second.',
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
    handlerApproves: 'Com um handler, ninguém é aprovado automaticamente: quem decide é o handler.',
    oneHandler: 'Um código tem um só handler: do primeiro tipo ou do segundo.',
  },
}
