import type { Words } from '../../vocabulary/messages'
import type { RegistrationDataSchema } from './types'

export const messages: Words<keyof RegistrationDataSchema, never> = {
  'en-US': {
    name: 'Registration data schema',
    names: 'Registration data schemas',
    fields: { contentId: 'Content id', ClientId: 'Client' },
    actions: {},
    empty: 'There are no registration data schemas.',
  },
  'pt-BR': {
    name: 'Esquema de dados de cadastro',
    names: 'Esquemas de dados de cadastro',
    fields: { contentId: 'ID do conteúdo', ClientId: 'Cliente' },
    actions: {},
    empty: 'Não há esquemas de dados de cadastro.',
  },
}
