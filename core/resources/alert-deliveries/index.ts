import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import { ATTEMPT_OUTCOMES, type AlertDelivery } from './types'

/** The log of the attempts to hand alerts over to monitoring providers. It has no screen of its own (API-24). */
export const alertDeliveries = resource<AlertDelivery>()({
  name: 'alert-deliveries',
  title: 'createdAt',
  can: { view: 'alerts:view' },
  programs: ['view'],
  fields: {
    ...bookkeeping,
    AlertId: { type: 'ref', of: 'alerts', readonly: true, partOf: true },
    ClientId: { type: 'ref', of: 'clients', readonly: true },
    SiteId: { type: 'ref', of: 'sites', readonly: true, outlives: true },
    AlertAssignmentId: { type: 'integer', readonly: true },
    MonitoringProviderId: { type: 'integer', readonly: true },
    MonitoringProvider: {
      type: 'group',
      readonly: true,
      fields: { name: { type: 'text' }, providerType: { type: 'text' } },
    },
    attempt: { type: 'integer', readonly: true },
    outcome: { type: 'choice', choices: ATTEMPT_OUTCOMES, readonly: true },
    status: { type: 'integer', readonly: true },
    duration: { type: 'integer', readonly: true },
    request: {
      type: 'group',
      readonly: true,
      fields: {
        by: { type: 'choice', choices: ['webhook', 'mail', 'program'] },
        id: { type: 'text' },
        bytes: { type: 'integer' },
      },
    },
    answer: { type: 'longtext', readonly: true },
  },
  columns: ['createdAt', 'AlertId', 'MonitoringProvider.name', 'attempt', 'outcome', 'status', 'duration'],
  filters: { MonitoringProviderId: { type: 'integer' }, outcome: { type: 'choice', choices: ATTEMPT_OUTCOMES } },
  unsearched: true,
  order: 'id DESC',
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {},
  messages,
})
