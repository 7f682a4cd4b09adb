import { bookkeeping, resource, type Among, type Field } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'
import { NEW_COLORS } from './colors'
import { CHANNEL_TYPES, kindFields } from './kinds/index'
import { messages } from './messages'
import type { AssignedProvider, Channel } from './types'

/** A client's own monitoring providers and those that the provider offers to every client. */
const providers: Field = {
  type: 'refs',
  of: 'monitoring-providers',
  offered: true,
  told: ['name', 'providerType'],
  tied: true,
}

/** The groups that a channel may lie in: those of its app, except itself and what lies within it. */
const groups: Among = {
  where: ({ appId, id }) => ({
    channelType: 'group',
    // No app has this id: without an app there is no group to choose.
    appId: typeof appId === 'number' ? appId : 0,
    ...(typeof id === 'number' ? { outside: id } : {}),
  }),
  otherwise: 'resources.channels.noGroup',
}

export const channels = resource<Channel>()({
  name: 'channels',
  title: 'name',
  can: { view: 'channels:view', create: 'channels:update', update: 'channels:update', delete: 'channels:update' },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required()] },
    channelType: {
      type: 'choice',
      choices: CHANNEL_TYPES,
      default: 'alert',
      rules: [required()],
      readonly: 'after-create',
    },
    label: { type: 'text' },
    primary: { type: 'boolean', default: false },
    tag: { type: 'text', tied: true },
    displayOrder: { type: 'integer', readonly: true, ordinal: true },
    schemaId: { type: 'integer', readonly: true },
    appId: { type: 'ref', of: 'apps', rules: [required()], readonly: 'after-create', partOf: true },
    clientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    MonitoringProviders: providers,
    config: {
      type: 'group',
      default: {},
      large: true,
      fields: {
        parentId: { type: 'ref', of: 'channels', among: groups },
        siteManagerOnly: { type: 'boolean', default: false },
        icon: { type: 'text' },
        bgColor1: { type: 'color', default: NEW_COLORS.bgColor1 },
        bgColor2: { type: 'color', default: NEW_COLORS.bgColor2 },
        textColor: { type: 'color' },
      },
      variants: { by: 'channelType', of: kindFields },
    },
  },
  columns: ['displayOrder', 'name', 'label', 'channelType', 'primary', 'appId', 'updatedAt'],
  filters: {
    channelType: { type: 'choice', choices: CHANNEL_TYPES },
    // The channels of the same app, except this one and what lies within it.
    outside: { type: 'ref', of: 'channels' },
    withSchema: { type: 'boolean' },
  },
  order: 'displayOrder ASC',
  tenant: 'clientId',
  actions: {
    /** Assigns these providers instead of those before; none takes them all away (CHAN-27). */
    assignProviders: {
      can: 'channels:update',
      input: { providers },
      patch: (_, { providers: assigned }) => ({ MonitoringProviders: (assigned ?? []) as AssignedProvider[] }),
      many: true,
      undo: 'assignProviders',
    },
  },
  messages,
})
