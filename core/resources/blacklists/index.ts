import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import type { Blacklist } from './types'

/** The profiles and phones whose alerts a client does not take. It has no screen (API-24). */
export const blacklists = resource<Blacklist>()({
  name: 'blacklists',
  title: 'reason',
  can: { view: 'maps:view' },
  fields: {
    ...bookkeeping,
    ClientId: { type: 'ref', of: 'clients', readonly: true },
    SiteId: { type: 'ref', of: 'sites', readonly: true, outlives: true },
    MobileProfileId: { type: 'ref', of: 'maps', readonly: true, outlives: true },
    phone: { type: 'phone', readonly: true },
    reason: { type: 'text', readonly: true },
  },
  columns: ['MobileProfileId', 'phone', 'reason', 'createdAt'],
  unsearched: true,
  order: 'id DESC',
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {},
  messages,
})
