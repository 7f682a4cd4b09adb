import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import { DELIVERY_STATES, type AlertAssignment } from './types'

/** The monitoring providers that get an alert and the people who took it, with the outcome. It has no screen (API-24). */
export const alertAssignments = resource<AlertAssignment>()({
  name: 'alert-assignments',
  title: 'createdAt',
  can: { view: 'alerts:view' },
  programs: ['view'],
  fields: {
    ...bookkeeping,
    AlertId: { type: 'ref', of: 'alerts', readonly: true, partOf: true },
    ClientId: { type: 'ref', of: 'clients', readonly: true },
    SiteId: { type: 'ref', of: 'sites', readonly: true, outlives: true },
    MonitoringProviderId: { type: 'integer', readonly: true },
    MonitoringProvider: {
      type: 'group',
      readonly: true,
      fields: { name: { type: 'text' }, providerType: { type: 'text' } },
    },
    // The account may be gone since.
    UserId: { type: 'integer', readonly: true },
    User: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
    delivery: { type: 'choice', choices: DELIVERY_STATES, readonly: true },
    attempts: { type: 'integer', readonly: true },
    nextAttemptAt: { type: 'date', readonly: true },
    deliveredAt: { type: 'date', readonly: true },
    code: { type: 'text', readonly: true },
    endedAt: { type: 'date', readonly: true },
  },
  columns: ['AlertId', 'MonitoringProvider.name', 'User.name', 'delivery', 'attempts', 'deliveredAt', 'endedAt'],
  filters: { delivery: { type: 'choice', choices: DELIVERY_STATES } },
  unsearched: true,
  order: 'id DESC',
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {},
  messages,
})
