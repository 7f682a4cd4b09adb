import { PROVIDER_CLIENT_ID } from '../../base/constants'
import { bookkeeping, resource } from '../../vocabulary/resource'
import { required, written } from '../../vocabulary/rules'
import { publishing } from '../published'
import { messages } from './messages'
import type { Term } from './types'

// One API for the provider's terms and the clients': the scope decides which ones somebody reaches (A-099).
const update = ['terms:update', 'client:terms:update']

export const terms = resource<Term>()({
  name: 'terms',
  title: 'title',
  can: {
    view: ['terms:view', 'client:terms:view'],
    create: ['terms:create', 'client:terms:create'],
    update,
    delete: update,
  },
  fields: {
    ...bookkeeping,
    title: { type: 'text', rules: [required()] },
    content: { type: 'html', rules: [required(), written()], listedWith: 'withContent' },
    active: { type: 'boolean', default: true },
    publishedAt: { type: 'date', readonly: true },
    ClientId: {
      type: 'ref',
      of: 'clients',
      rules: [required()],
      default: PROVIDER_CLIENT_ID,
      readonly: 'after-create',
    },
  },
  columns: ['title', 'active', 'publishedAt'],
  filters: { withContent: { type: 'boolean' } },
  tenant: 'ClientId',
  switch: 'active',
  actions: {
    ...publishing('terms', update),
    activate: {
      can: update,
      patch: () => ({ active: true }),
      blocked: ({ active }) => (active ? { key: 'resources.terms.alreadyActive' } : null),
      many: true,
      undo: 'deactivate',
    },
    deactivate: {
      can: update,
      patch: () => ({ active: false }),
      blocked: ({ active }) => (active ? null : { key: 'resources.terms.notActive' }),
      many: true,
      undo: 'activate',
      danger: 'ask',
    },
  },
  messages,
})
