import { bookkeeping, resource } from '../../vocabulary/resource'
import { codeForm, max, required } from '../../vocabulary/rules'
import { messages } from './messages'
import type { PublicCode } from './types'

export const publicCodes = resource<PublicCode>()({
  name: 'public-codes',
  title: 'code',
  // Writing has a permission of its own, beside the one string that the specification has.
  can: {
    view: 'public-codes:view',
    create: 'public-codes:update',
    update: 'public-codes:update',
    delete: 'public-codes:update',
  },
  fields: {
    ...bookkeeping,
    // Typed in any case, kept in capitals.
    code: { type: 'text', rules: [required(), codeForm()] },
    state: { type: 'text', rules: [max(32)] },
    description: { type: 'longtext', rules: [max(2000)] },
  },
  columns: ['code', 'state', 'description'],
  actions: {},
  messages,
})
