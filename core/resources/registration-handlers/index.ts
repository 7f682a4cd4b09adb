import { bookkeeping, resource } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'
import { keptByProvider } from '../kept-by-provider'
import { messages } from './messages'
import type { RegistrationHandler } from './types'

const MODES = ['site', 'group', 'client'] as const

const UPDATE = 'registration-handlers:update'
const writers = keptByProvider('ClientId', UPDATE)

export const registrationHandlers = resource<RegistrationHandler>()({
  name: 'registration-handlers',
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
    url: { type: 'url', rules: [required()] },
    mode: { type: 'choice', choices: MODES, rules: [required()] },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
  },
  columns: ['name', 'url', 'mode', 'ClientId'],
  filters: {
    mode: { type: 'choice', choices: MODES },
    // Includes the provider's own handlers besides a client's.
    showGlobal: { type: 'boolean' },
  },
  tenant: 'ClientId',
  offers: { filter: 'showGlobal' },
  actions: {
    /** Returns the secret that signs what the handler is sent, once. The earlier secret signs nothing any more. */
    renewSecret: { can: writers, secret: 'secret', undo: 'irreversible', danger: 'ask' },
  },
  messages,
})
