import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import { ALERT_ACTORS, ALERT_EVENTS, type AlertHistory } from './types'

/** The timelines of alerts. It has no screen of its own (API-24): the board shows an alert's events beside it. */
export const alertHistories = resource<AlertHistory>()({
  name: 'alert-histories',
  title: 'createdAt',
  can: { view: 'alerts:view' },
  programs: ['view'],
  fields: {
    ...bookkeeping,
    AlertId: { type: 'ref', of: 'alerts', readonly: true, partOf: true },
    ClientId: { type: 'ref', of: 'clients', readonly: true },
    SiteId: { type: 'ref', of: 'sites', readonly: true, outlives: true },
    event: { type: 'choice', choices: ALERT_EVENTS, readonly: true },
    actor: {
      type: 'group',
      readonly: true,
      fields: {
        kind: { type: 'choice', choices: ALERT_ACTORS },
        id: { type: 'integer' },
        name: { type: 'text' },
      },
    },
    text: { type: 'longtext', readonly: true },
    details: { type: 'json', readonly: true },
  },
  columns: ['createdAt', 'AlertId', 'event', 'actor.name', 'text'],
  filters: { event: { type: 'choice', choices: ALERT_EVENTS } },
  unsearched: true,
  order: 'id DESC',
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {},
  messages,
})
