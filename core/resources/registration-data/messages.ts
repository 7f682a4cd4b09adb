import type { Words } from '../../vocabulary/messages'
import type { RegistrationData } from './types'

export const messages: Words<keyof RegistrationData, never> = {
  'en-US': {
    name: 'Registration record',
    names: 'Registration records',
    fields: {
      key: 'Key',
      tags: 'Tags',
      profileProps: 'Profile',
      RegistrationDataSchemaId: 'Schema',
      ClientId: 'Client',
    },
    actions: {},
    empty: 'There is no registration data.',
  },
  'pt-BR': {
    name: 'Registro de cadastro',
    names: 'Registros de cadastro',
    fields: {
      key: 'Chave',
      tags: 'Tags',
      profileProps: 'Perfil',
      RegistrationDataSchemaId: 'Esquema',
      ClientId: 'Cliente',
    },
    actions: {},
    empty: 'Não há dados de cadastro.',
  },
}
