import { bookkeeping, resource } from '../../vocabulary/resource'
import { jsonObject, max, required } from '../../vocabulary/rules'
import { keptByProvider } from '../kept-by-provider'
import { messages } from './messages'
import type { RegistrationHandlerV2 } from './types'

const UPDATE = 'registration-handlers:update'
const writers = keptByProvider('clientId', UPDATE)

export const registrationHandlersV2 = resource<RegistrationHandlerV2>()({
  name: 'registration-handlers-v2',
  path: 'v2/registration-handlers',
  title: 'name',
  can: {
    view: 'registration-handlers:view',
    create: UPDATE,
    update: writers,
    delete: writers,
  },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required()] },
    description: { type: 'longtext', rules: [required(), max(2000)] },
    url: { type: 'url', rules: [required()] },
    clientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    schema: { type: 'group', default: {}, fields: { matchConfig: { type: 'json', rules: [jsonObject()] } } },
  },
  columns: ['name', 'description', 'url', 'clientId'],
  filters: {
    // Includes the provider's own handlers besides a client's. Ignored unless the user is staff.
    showInternal: { type: 'boolean' },
  },
  tenant: 'clientId',
  offers: { filter: 'showInternal' },
  actions: {
    /** Returns the secret that signs what the handler is sent, once. The earlier secret signs nothing any more. */
    renewSecret: { can: writers, secret: 'secret', undo: 'irreversible', danger: 'ask' },
  },
  messages,
})
