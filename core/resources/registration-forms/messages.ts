import { formFieldWords } from '../../form/schema-messages'
import type { Words } from '../../vocabulary/messages'
import type { RegistrationForm } from './types'

export const messages: Words<keyof RegistrationForm, never> = {
  'en-US': {
    name: 'Registration form',
    names: 'Registration forms',
    fields: { name: 'Name', ClientId: 'Client', schema: 'Form' },
    parts: { schema: { title: 'Title', fields: formFieldWords['en-US'].parts } },
    choices: { schema: { fields: formFieldWords['en-US'].choices } },
    filters: { withSchema: 'With the fields' },
    actions: {},
    empty: 'There are no registration forms.',
    noFields: 'The form asks for nothing yet.',
  },
  'pt-BR': {
    name: 'Formulário de cadastro',
    names: 'Formulários de cadastro',
    fields: { name: 'Nome', ClientId: 'Cliente', schema: 'Formulário' },
    parts: { schema: { title: 'Título', fields: formFieldWords['pt-BR'].parts } },
    choices: { schema: { fields: formFieldWords['pt-BR'].choices } },
    filters: { withSchema: 'Com os campos' },
    actions: {},
    empty: 'Não há formulários de cadastro.',
    noFields: 'O formulário ainda não pergunta nada.',
  },
}
