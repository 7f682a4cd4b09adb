import { bookkeeping, resource } from '../../resource'
import { pattern, required } from '../../rules'
import { messages } from './messages'
import type { RegistrationCode } from './types'

export const registrationCodes = resource<RegistrationCode>()({
  name: 'registration-codes',
  title: 'code',
  can: {
    view: 'registration-codes:view',
    create: 'registration-codes:update',
    update: 'registration-codes:update',
    delete: 'registration-codes:delete',
  },
  fields: {
    ...bookkeeping,
    // Left empty, the server makes one; typed, any six letters or digits will do, upper-cased.
    code: { type: 'text', rules: [pattern(/^[A-Za-z0-9]{6}$/, 'formErrors.code')] },
    mode: { type: 'choice', choices: ['client', 'site'], default: 'client', rules: [required()] },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    SiteId: { type: 'ref', of: 'sites', rules: [required()], when: (draft) => draft['mode'] === 'site' },
    RegistrationFormId: { type: 'ref', of: 'registration-forms' },
    RegistrationHandlerId: { type: 'ref', of: 'registration-handlers' },
    regHandlerId: { type: 'ref', of: 'registration-handlers' },
    TermId: { type: 'ref', of: 'terms' },
    config: {
      type: 'group',
      default: {},
      fields: { autoApprove: { type: 'boolean', default: false } },
    },
  },
  columns: ['code', 'mode', 'ClientId', 'SiteId', 'createdAt'],
  filters: { mode: { type: 'choice', choices: ['client', 'site'] } },
  tenant: 'ClientId',
  actions: {},
  messages,
})
