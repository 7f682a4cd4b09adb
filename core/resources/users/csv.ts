import { recordImport, YES_OR_NO, type RecordSheet } from '../../csv/record-sheet'
import { users } from './index'

/**
 * The sheet of a client's users. It has no password: a new user gets a mail that says how to set one, as the first user of
 * a client does.
 */
export const USER_SHEET: RecordSheet = {
  key: 'username',
  fixed: { userType: 'client' },
  fields: users.fields,
  columns: [
    { name: 'name', field: 'name', required: true, aliases: ['nome', 'nome completo', 'full name'] },
    {
      name: 'username',
      field: 'username',
      required: true,
      aliases: ['usuário', 'nome de usuário', 'nome do usuário', 'login', 'user', 'user name'],
    },
    { name: 'email', field: 'email', required: true, aliases: ['e-mail', 'e-mail do usuário', 'mail', 'correio'] },
    { name: 'phone', field: 'phone', aliases: ['telefone', 'celular', 'phone number', 'mobile'] },
    {
      name: 'role',
      field: 'role',
      required: true,
      aliases: ['papel', 'função', 'perfil', 'cargo'],
      words: {
        'client manager': 'admin',
        'gestor do cliente': 'admin',
        administrador: 'admin',
        administrator: 'admin',
        'site manager': 'manager',
        'gestor do site': 'manager',
        'gestor do local': 'manager',
        'mobile profile approver': 'approver',
        'aprovador de perfis moveis': 'approver',
        aprovador: 'approver',
      },
    },
    { name: 'site', field: 'SiteId', aliases: ['local', 'unidade', 'etiqueta do local', 'site tag', 'nome do site'] },
    { name: 'active', field: 'active', aliases: ['ativo', 'ativa'], words: YES_OR_NO },
  ],
}

export const userImport = recordImport(USER_SHEET)
