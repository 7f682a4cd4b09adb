import { bookkeeping, resource } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'
import { messages } from './messages'
import type { RegistrationDataSchema } from './types'

export const registrationDataSchemas = resource<RegistrationDataSchema>()({
  name: 'registration-data-schemas',
  path: 'registration-data/schemas',
  title: 'contentId',
  can: {
    view: 'registration-data:view',
    create: 'registration-data:update',
    update: 'registration-data:update',
    delete: 'registration-data:update',
  },
  fields: {
    ...bookkeeping,
    contentId: { type: 'text', rules: [required()] },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
  },
  columns: ['contentId', 'ClientId', 'createdAt'],
  tenant: 'ClientId',
  actions: {},
  messages,
})
