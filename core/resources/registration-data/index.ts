import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import type { RegistrationData } from './types'

/** Read as a list, and written by sheets alone; a wrong row is deleted. */
export const registrationData = resource<RegistrationData>()({
  name: 'registration-data',
  title: 'key',
  can: { view: 'registration-data:view', delete: 'registration-data:update' },
  fields: {
    ...bookkeeping,
    key: { type: 'text', readonly: true },
    tags: { type: 'json', readonly: true },
    profileProps: { type: 'json', readonly: true },
    RegistrationDataSchemaId: { type: 'ref', of: 'registration-data-schemas', readonly: true },
    ClientId: { type: 'ref', of: 'clients', readonly: true },
  },
  columns: ['key', 'tags', 'profileProps', 'RegistrationDataSchemaId', 'ClientId'],
  tenant: 'ClientId',
  actions: {},
  messages,
})
