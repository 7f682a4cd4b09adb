import { bookkeeping, resource, type Rule } from '../../vocabulary/resource'
import { codeForm, required } from '../../vocabulary/rules'
import { hasHandler } from './handler'
import { messages } from './messages'
import type { RegistrationCode } from './types'

/** Refuses auto-approve for a code with a handler: only the handler approves (A-096, CODE-03). */
const handlerApproves: Rule = (config, code) =>
  hasHandler(code) && (config as RegistrationCode['config'] | null)?.autoApprove === true
    ? { key: 'resources.registration-codes.handlerApproves' }
    : null

/** Refuses a second handler: a code has a handler of one kind at most. */
const oneHandler: Rule = (value, code) =>
  typeof value === 'number' && typeof code['RegistrationHandlerId'] === 'number'
    ? { key: 'resources.registration-codes.oneHandler' }
    : null

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
    // The server makes a code if it is left empty; any six typed letters or digits will do, upper-cased.
    code: { type: 'text', rules: [codeForm()] },
    mode: { type: 'choice', choices: ['client', 'site'], default: 'client', rules: [required()] },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    SiteId: { type: 'ref', of: 'sites', rules: [required()], when: (draft) => draft['mode'] === 'site' },
    RegistrationFormId: { type: 'ref', of: 'registration-forms' },
    RegistrationHandlerId: { type: 'ref', of: 'registration-handlers', offered: true },
    regHandlerId: { type: 'ref', of: 'registration-handlers-v2', offered: true, rules: [oneHandler] },
    TermId: { type: 'ref', of: 'terms' },
    config: {
      type: 'group',
      default: {},
      rules: [handlerApproves],
      fields: { autoApprove: { type: 'boolean', default: false } },
    },
  },
  columns: [
    'code',
    'mode',
    'ClientId',
    'SiteId',
    'RegistrationFormId',
    'RegistrationHandlerId',
    'regHandlerId',
    'createdAt',
  ],
  filters: { mode: { type: 'choice', choices: ['client', 'site'] } },
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {},
  messages,
})
