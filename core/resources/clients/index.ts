import { MIN_APP_VERSION, PROVIDER_CLIENT_ID } from '../../base/constants'
import { bookkeeping, resource, type Rule } from '../../vocabulary/resource'
import { max, pattern, required, requiredOnCreate } from '../../vocabulary/rules'
import { messages } from './messages'
import type { Client } from './types'

/** Refuses to lock the provider's own client, since nobody could change an account afterwards. */
const ownStaysOpen: Rule = (value, record) =>
  value === true && record['id'] === PROVIDER_CLIENT_ID ? { key: 'resources.clients.ownStaysOpen' } : null

export const clients = resource<Client>()({
  name: 'clients',
  title: 'name',
  aliases: ['nickname'],
  can: { view: 'clients:view', create: 'clients:create', update: 'clients:update' },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required()] },
    nickname: { type: 'text', rules: [required()] },
    active: { type: 'boolean', default: true },
    locked: { type: 'boolean', default: false, rules: [ownStaysOpen] },
    config: {
      type: 'group',
      default: { minAppVersion: MIN_APP_VERSION },
      fields: {
        minAppVersion: {
          type: 'text',
          default: MIN_APP_VERSION,
          rules: [pattern(/^\d{1,5}(\.\d{1,5}){0,2}$/, 'formErrors.version')],
        },
      },
    },
    manager: {
      type: 'group',
      readonly: 'after-create',
      secret: true,
      rules: [requiredOnCreate()],
      fields: {
        username: { type: 'text', rules: [required(), max(255)] },
        email: { type: 'email', rules: [required()] },
        name: { type: 'text', rules: [required()] },
      },
    },
  },
  columns: ['name', 'nickname', 'active', 'locked'],
  filters: { client: { type: 'refs', of: 'clients' } },
  order: 'name ASC',
  switch: 'active',
  actions: {
    lock: {
      can: 'clients:update',
      patch: () => ({ locked: true }),
      whileLocked: true,
      blocked: (row) => ownStaysOpen(true, row) ?? (row.locked ? { key: 'resources.clients.alreadyLocked' } : null),
      many: true,
      undo: 'unlock',
      stops: ['sites', 'teams', 'users'],
      danger: 'ask',
    },
    unlock: {
      can: 'clients:update',
      patch: () => ({ locked: false }),
      whileLocked: true,
      blocked: (row) => (row.locked ? null : { key: 'resources.clients.notLocked' }),
      many: true,
      undo: 'lock',
    },
    activate: {
      can: 'clients:update',
      patch: () => ({ active: true }),
      blocked: (row) => (row.active ? { key: 'resources.clients.alreadyActive' } : null),
      many: true,
      undo: 'deactivate',
    },
    deactivate: {
      can: 'clients:update',
      patch: () => ({ active: false }),
      blocked: (row) => (row.active ? null : { key: 'resources.clients.notActive' }),
      many: true,
      undo: 'activate',
      danger: 'ask',
    },
  },
  messages,
})
