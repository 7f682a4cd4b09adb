import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import type { AuditEvent } from './types'

export const auditEvents = resource<AuditEvent>()({
  name: 'audit-events',
  title: 'verb',
  can: { view: 'audit-events:view' },
  fields: {
    id: bookkeeping.id,
    createdAt: bookkeeping.createdAt,
    noun: { type: 'text', readonly: true },
    recordId: { type: 'integer', ofField: 'noun', readonly: true },
    verb: { type: 'text', readonly: true },
    ClientId: { type: 'ref', of: 'clients', outlives: true, readonly: true },
    SiteId: { type: 'ref', of: 'sites', outlives: true, readonly: true },
    UserId: { type: 'ref', of: 'users', outlives: true, readonly: true },
    username: { type: 'text', readonly: true },
    ImpersonatorId: { type: 'ref', of: 'users', outlives: true, readonly: true },
    impersonator: { type: 'text', readonly: true },
    sessionId: { type: 'text', readonly: true },
    requestId: { type: 'text', readonly: true },
    changes: { type: 'json', readonly: true },
  },
  columns: ['createdAt', 'username', 'impersonator', 'verb', 'noun', 'recordId'],
  filters: {
    noun: { type: 'text' },
    recordId: { type: 'integer' },
    verb: { type: 'text' },
    requestId: { type: 'text' },
  },
  unsearched: true,
  order: 'id DESC',
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {},
  messages,
})
