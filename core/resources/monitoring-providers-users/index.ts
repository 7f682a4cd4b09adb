import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import type { MonitoringProviderUser } from './types'

/** The people of monitoring providers. It has no screen (API-24): they are users as all others are. */
export const monitoringProvidersUsers = resource<MonitoringProviderUser>()({
  name: 'monitoring-providers-users',
  path: 'monitoring-providers/users',
  title: 'name',
  can: { view: 'monitoring-providers:view' },
  fields: {
    id: bookkeeping.id,
    name: { type: 'text', readonly: true },
    username: { type: 'text', readonly: true },
    role: { type: 'text', readonly: true },
    active: { type: 'boolean', readonly: true },
    MonitoringProviderId: { type: 'integer', readonly: true },
  },
  columns: ['name', 'username', 'role', 'active', 'MonitoringProviderId'],
  filters: { MonitoringProviderId: { type: 'integer' } },
  unsearched: true,
  order: 'id ASC',
  actions: {},
  messages,
})
