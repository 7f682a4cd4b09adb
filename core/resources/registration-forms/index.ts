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
    schema: {
      type: 'group',
      default: {},
      large: true,
      // A list has the fields of its forms only where they are asked for.
      fields: { ...formSchema, fields: { ...formSchema['fields']!, listedWith: 'withSchema' } },
    },
  },
  columns: ['name', 'schema.title', 'ClientId', 'updatedAt'],
  filters: { withSchema: { type: 'boolean' } },
  tenant: 'ClientId',
  actions: {},
  messages,
})
