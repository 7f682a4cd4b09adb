import type { Words } from '../../vocabulary/messages'
import type { MobileProfile } from './types'

export const messages: Words<keyof MobileProfile, 'approve' | 'deactivate' | 'reactivate' | 'toggleRole' | 'token'> = {
  'en-US': {
    name: 'Mobile profile',
    names: 'Mobile profiles',
    fields: {
      name: 'Name',
      ClientId: 'Client',
      SiteId: 'Site',
      Site: 'Site',
      status: 'Status',
      role: 'Role',
      appVersion: 'App version',
      profileProps: 'Contact',
      siteManager: 'Looks after the site',
      MobileUserUuid: 'Mobile user',
    },
    parts: { Site: { name: 'Site name' }, profileProps: { email: 'E-mail', phone: 'Phone', job: 'Job' } },
    choices: {
      status: { pending: 'Pending', active: 'Active', deactivated: 'Deactivated' },
      role: { manager: 'Manager', worker: 'Worker' },
    },
    filters: { status: 'Status', role: 'Role', channel: 'Has the channel' },
    actions: {
      approve: 'Approve',
      deactivate: 'Deactivate',
      reactivate: 'Reactivate',
      toggleRole: 'Reverse the role of',
      token: 'Create a phone token',
    },
    before: { token: 'Create a phone token for' },
    told: { token: 'A phone acts for the profile with it, for one hour. It is shown this once.' },
    empty: 'There are no mobile profiles.',
    // Words of the mobile app; nothing here blocks or discards.
    labels: { block: 'Block', discard: 'Discard' },
    is: {
      pending: 'The profile is waiting for approval.',
      active: 'The profile is active.',
      deactivated: 'The profile is deactivated.',
    },
    onlyName: 'The profile is only a name: nobody uses the app with it.',
    // The words for a button by itself, its object being the page.
    toggleRole: 'Reverse the role',
  },
  'pt-BR': {
    name: 'Perfil móvel',
    names: 'Perfis móveis',
    fields: {
      name: 'Nome',
      ClientId: 'Cliente',
      SiteId: 'Site',
      Site: 'Site',
      status: 'Status',
      role: 'Papel',
      appVersion: 'Versão do app',
      profileProps: 'Contato',
      siteManager: 'Responsável pelo site',
      MobileUserUuid: 'Usuário móvel',
    },
    parts: { Site: { name: 'Nome do site' }, profileProps: { email: 'E-mail', phone: 'Telefone', job: 'Cargo' } },
    choices: {
      status: { pending: 'Pendente', active: 'Ativo', deactivated: 'Desativado' },
      role: { manager: 'Responsável', worker: 'Colaborador' },
    },
    filters: { status: 'Status', role: 'Papel', channel: 'Tem o canal' },
    actions: {
      approve: 'Aprovar',
      deactivate: 'Desativar',
      reactivate: 'Reativar',
      toggleRole: 'Inverter o papel de',
      token: 'Criar um token de celular',
    },
    before: { token: 'Criar um token de celular para' },
    told: { token: 'Com ele um celular age pelo perfil, por uma hora. Aparece só agora.' },
    empty: 'Não há perfis móveis.',
    labels: { block: 'Bloquear', discard: 'Descartar' },
    is: {
      pending: 'O perfil aguarda aprovação.',
      active: 'O perfil está ativo.',
      deactivated: 'O perfil está desativado.',
    },
    onlyName: 'O perfil é só um nome: ninguém usa o aplicativo com ele.',
    toggleRole: 'Inverter o papel',
  },
}
