import { formSchema } from '../../form/schema'
import { bookkeeping, resource } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'
import { messages } from './messages'
import type { RegistrationForm } from './types'

export const registrationForms = resource<RegistrationForm>()({
  name: 'registration-forms',
  title: 'name',
  can: {
    view: 'registration-forms:view',
    create: 'registration-forms:update',
    update: 'registration-forms:update',
    delete: 'registration-forms:update',
  },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required()] },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    schema: { type: 'group', default: {}, fields: formSchema },
  },
  columns: ['name', 'schema.title', 'ClientId', 'updatedAt'],
  tenant: 'ClientId',
  actions: {},
  messages,
})
