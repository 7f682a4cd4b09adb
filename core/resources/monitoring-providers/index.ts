import { PRODUCT, PROVIDER_CLIENT_ID } from '../../base/constants'
import type { Viewer } from '../../vocabulary/permissions'
import { bookkeeping, resource, type Draft, type Field, type Reason } from '../../vocabulary/resource'
import { max, required, requiredOnCreate } from '../../vocabulary/rules'
import { messages } from './messages'
import {
  DELIVERY_OUTCOMES,
  PROVIDER_TYPES,
  STAFFED_TYPES,
  VIEW_GLOBAL,
  type MonitoringProvider,
  type ProviderType,
} from './types'

const isA =
  (...types: readonly ProviderType[]) =>
  (draft: Draft) =>
    types.some((type) => type === draft['providerType'])
const isStaffed = isA(...STAFFED_TYPES)
const manager = (field: Field): Field => ({ ...field, when: isStaffed, readonly: 'after-create' })

const UPDATE = 'monitoring-providers:update'
/** The provider's own records serve every client, and only staff may change them. */
const writers = (viewer: Viewer, row?: Draft) =>
  row?.['ClientId'] === PROVIDER_CLIENT_ID && viewer.userType !== PRODUCT ? [] : UPDATE

const why = (reason: string): Reason => ({ key: `resources.monitoring-providers.${reason}` })

export const monitoringProviders = resource<MonitoringProvider>()({
  name: 'monitoring-providers',
  title: 'name',
  can: { view: 'monitoring-providers:view', create: writers, update: writers, delete: writers },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required()] },
    email: { type: 'email', rules: [requiredOnCreate()] },
    providerType: {
      type: 'choice',
      choices: PROVIDER_TYPES,
      default: PROVIDER_TYPES[0],
      // The type is fixed, because its user, secret and tokens are created with the record.
      readonly: 'after-create',
      rules: [required()],
    },
    active: { type: 'boolean', default: true },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    callbackUrl: { type: 'url', rules: [required()], when: isA('webhook') },
    notifyEmail: { type: 'email', rules: [required()], when: isA('email') },
    managerName: manager({ type: 'text', rules: [required()] }),
    managerUsername: manager({ type: 'text', rules: [required(), max(255)] }),
    managerEmail: manager({ type: 'email', rules: [required()] }),
    telegramCode: { type: 'text', when: isA('telegram') },
    apiTokens: {
      type: 'list',
      readonly: true,
      fields: {
        id: { type: 'integer' },
        name: { type: 'text' },
        createdAt: { type: 'date' },
        updatedAt: { type: 'date' },
      },
    },
    sync: { type: 'boolean', momentary: true },
    syncedAt: { type: 'date', readonly: true },
    delivery: {
      type: 'group',
      readonly: true,
      fields: { at: { type: 'date' }, outcome: { type: 'choice', choices: DELIVERY_OUTCOMES } },
    },
    failingSince: { type: 'date', readonly: true },
  },
  columns: ['name', 'email', 'providerType', 'active'],
  filters: {
    providerType: { type: 'choice', choices: PROVIDER_TYPES },
    // Includes the provider's own records besides the requested ones (PROV-12).
    includeGlobal: { type: 'boolean' },
  },
  order: 'name ASC',
  tenant: 'ClientId',
  offers: { filter: 'includeGlobal', can: VIEW_GLOBAL },
  switch: 'active',
  actions: {
    activate: {
      can: writers,
      patch: () => ({ active: true }),
      blocked: (row) => (row.active ? why('alreadyActive') : null),
      many: true,
      undo: 'deactivate',
    },
    deactivate: {
      can: writers,
      patch: () => ({ active: false }),
      blocked: (row) => (row.active ? null : why('notActive')),
      many: true,
      undo: 'activate',
      danger: 'ask',
    },
    sync: {
      can: writers,
      patch: () => ({ sync: true }),
      blocked: (row) => (isA('webhook', 'email')(row) ? null : why('nothingToPush')),
      many: true,
      undo: 'irreversible',
    },
    /** Returns a token instead of the record, once (PROV-15): `createProviderToken` in core/api/provider-secrets.ts. */
    authenticate: {
      can: writers,
      input: { name: { type: 'text', rules: [max(100)] } },
      blocked: (row) => (row.providerType === 'webhook' ? why('noTokensOfWebhooks') : null),
      secret: 'token',
      undo: 'irreversible',
    },
    revokeToken: {
      can: writers,
      input: { name: { type: 'text', rules: [required(), max(100)] } },
      blocked: (row) => (row.apiTokens.length === 0 ? why('noTokens') : null),
      undo: 'irreversible',
      danger: 'ask',
    },
    /** Returns the secret that signs deliveries, once. The earlier one signs beside it for a day (T64). */
    renewSecret: {
      can: writers,
      blocked: (row) => (row.providerType === 'webhook' ? null : why('onlyWebhooksSign')),
      secret: 'secret',
      undo: 'irreversible',
      danger: 'ask',
    },
  },
  messages,
})
