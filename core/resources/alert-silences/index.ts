import { bookkeeping, resource } from '../../vocabulary/resource'
import { max, min, required } from '../../vocabulary/rules'
import { messages } from './messages'
import { LONGEST_SILENCE, USUAL_SILENCE, type AlertSilence } from './types'

const VIEW = 'alerts:view'

/** Silences of the board's sound that all see, with a person, a reason and an end. */
export const alertSilences = resource<AlertSilence>()({
  name: 'alert-silences',
  title: 'reason',
  can: { view: VIEW, create: VIEW },
  fields: {
    ...bookkeeping,
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    SiteId: { type: 'ref', of: 'sites', readonly: 'after-create', outlives: true },
    Site: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
    reason: { type: 'text', rules: [required(), max(200)], readonly: 'after-create' },
    User: { type: 'group', readonly: true, fields: { id: { type: 'integer' }, name: { type: 'text' } } },
    endsAt: { type: 'date', readonly: true },
    endedAt: { type: 'date', readonly: true },
  },
  creation: {
    can: VIEW,
    input: { minutes: { type: 'integer', default: USUAL_SILENCE, rules: [min(1), max(LONGEST_SILENCE)] } },
  },
  columns: ['reason', 'ClientId', 'Site.name', 'User.name', 'createdAt', 'endsAt', 'endedAt'],
  // Only those that are not over.
  filters: { active: { type: 'boolean' } },
  unsearched: true,
  order: 'id DESC',
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {
    end: {
      can: VIEW,
      blocked: ({ endedAt }) => (endedAt === null ? null : { key: 'resources.alert-silences.over' }),
      whileLocked: true,
      undo: 'irreversible',
    },
  },
  messages,
})
