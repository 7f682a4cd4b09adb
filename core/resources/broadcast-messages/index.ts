import { bookkeeping, resource, type Among, type Reason } from '../../vocabulary/resource'
import { max, required } from '../../vocabulary/rules'
import { messages } from './messages'
import { MESSAGE_LENGTH, type BroadcastMessage } from './types'

/** The channels that a message may go to: those of its client that show messages (BCAST-07). */
const broadcastChannels: Among = {
  where: ({ ClientId }) => ({
    channelType: 'broadcast',
    ...(typeof ClientId === 'number' ? { clientId: ClientId } : {}),
  }),
  perPage: 50,
  otherwise: 'resources.broadcast-messages.noBroadcastChannel',
}

const why = (reason: string): Reason => ({ key: `resources.broadcast-messages.${reason}` })

/** Returns the reason that a message goes to nobody any more, or null. */
const unsendable = ({ sentAt, active }: BroadcastMessage): Reason | null =>
  sentAt !== null ? why('alreadySent') : active ? null : why('notActive')

export const broadcastMessages = resource<BroadcastMessage>()({
  name: 'broadcast-messages',
  title: 'text',
  // The people who post do not review.
  can: {
    view: 'broadcast-messages:view',
    create: 'broadcast-messages:create',
    update: 'broadcast-messages:update',
  },
  programs: ['create'],
  fields: {
    ...bookkeeping,
    text: { type: 'longtext', rules: [required(), max(MESSAGE_LENGTH)], readonly: 'after-create' },
    // The channel says whose the message is.
    ClientId: { type: 'ref', of: 'clients', readonly: 'after-create' },
    ChannelId: {
      type: 'ref',
      of: 'channels',
      rules: [required()],
      readonly: 'after-create',
      among: broadcastChannels,
      outlives: true,
    },
    Channel: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
    MonitoringProviderId: {
      type: 'ref',
      of: 'monitoring-providers',
      offered: true,
      readonly: 'after-create',
      outlives: true,
    },
    MonitoringProvider: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
    active: { type: 'boolean', default: true },
    testAt: { type: 'date', readonly: true },
    sentAt: { type: 'date', readonly: true },
  },
  columns: ['text', 'Channel.name', 'MonitoringProvider.name', 'createdAt', 'testAt', 'sentAt', 'active'],
  order: 'createdAt DESC',
  tenant: 'ClientId',
  switch: 'active',
  actions: {
    /** Sends the message to the phones of one channel, marked as a test (BCAST-02). */
    test: {
      can: 'broadcast-messages:update',
      input: { ChannelId: { type: 'ref', of: 'channels', rules: [required()], among: broadcastChannels } },
      blocked: unsendable,
      setsInUpdate: 'testAt',
      undo: 'irreversible',
    },
    /** Sends the message to everybody who sees its channel, once (BCAST-03). */
    approve: {
      can: 'broadcast-messages:update',
      blocked: (row) => unsendable(row) ?? (row.ChannelId === null ? why('noChannel') : null),
      setsInUpdate: 'sentAt',
      reaches: ({ ChannelId }) => ({ resource: 'maps', where: { channel: ChannelId ?? 0, status: 'active' } }),
      undo: 'irreversible',
      danger: 'ask',
    },
    activate: {
      can: 'broadcast-messages:update',
      patch: () => ({ active: true }),
      blocked: (row) => (row.active ? why('alreadyActive') : null),
      many: true,
      undo: 'deactivate',
    },
    deactivate: {
      can: 'broadcast-messages:update',
      patch: () => ({ active: false }),
      blocked: (row) => (row.active ? null : why('notActive')),
      many: true,
      undo: 'activate',
    },
  },
  messages,
})
