import { bookkeeping, resource, type Reason, type Rule } from '../../vocabulary/resource'
import { max, required } from '../../vocabulary/rules'
import { messages } from './messages'
import {
  ALERT_STATUSES,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_TARGETS,
  RESOLUTIONS,
  STATUS_FILTERS,
  type Alert,
} from './types'

const VIEW = 'alerts:view'
const why = (reason: string): Reason => ({ key: `resources.alerts.${reason}` })
const notResolved = ({ resolvedAt }: Alert) => (resolvedAt === null ? null : why('resolved'))
/** An alert is handed on to one recipient: a person or a monitoring provider. */
const someRecipient: Rule = (value, { UserId }) =>
  (value ?? null) === null && (UserId ?? null) === null ? { key: 'formErrors.required' } : null
const onlyRecipient: Rule = (value, { MonitoringProviderId }) =>
  (value ?? null) !== null && (MonitoringProviderId ?? null) !== null ? why('oneRecipient') : null
const name = { name: { type: 'text' } } as const
/** Returns the message key of what stands for a reporter without a name: an anonymous one, or a profile that is gone. */
export const absentReporter = ({ anonymous }: { readonly anonymous?: unknown }): string =>
  `resources.alerts.${anonymous === true ? 'anonymousReporter' : 'goneReporter'}`
const person = { type: 'group', readonly: true, fields: { id: { type: 'integer' }, ...name } } as const

/**
 * The alarms that people raise. Phones write them; people work them. A lock of the client stops its staff's changes
 * and no alert: all actions go on.
 */
export const alerts = resource<Alert>()({
  name: 'alerts',
  title: 'text',
  can: { view: VIEW },
  programs: ['view', 'acknowledge'],
  fields: {
    ...bookkeeping,
    uuid: { type: 'text', readonly: true },
    text: { type: 'longtext', readonly: true },
    generatedAt: { type: 'date', readonly: true },
    processedAt: { type: 'date', readonly: true },
    status: { type: 'choice', choices: ALERT_STATUSES, readonly: true },
    priority: { type: 'boolean', readonly: true },
    test: { type: 'boolean', readonly: true },
    anonymous: { type: 'boolean', readonly: true },
    location: {
      type: 'group',
      readonly: true,
      fields: { latitude: { type: 'number' }, longitude: { type: 'number' }, formatted: { type: 'text' } },
    },
    gpsAlert: { type: 'boolean', readonly: true },
    // The channel and the profile may be deleted since, so that their ids are no references.
    ChannelId: { type: 'integer', readonly: true },
    Channel: {
      type: 'group',
      readonly: true,
      fields: { ...name, label: { type: 'text' }, channelType: { type: 'text' }, icon: { type: 'text' } },
    },
    ClientId: { type: 'ref', of: 'clients', readonly: true },
    Client: { type: 'group', readonly: true, fields: name },
    SiteId: { type: 'ref', of: 'sites', readonly: true, outlives: true },
    Site: { type: 'group', readonly: true, fields: name },
    NearSiteId: { type: 'ref', of: 'sites', readonly: true, outlives: true },
    NearSite: { type: 'group', readonly: true, fields: name },
    MobileProfileId: { type: 'integer', readonly: true },
    MobileProfile: {
      type: 'group',
      readonly: true,
      fields: { name: { type: 'text', absent: absentReporter }, phone: { type: 'phone' } },
    },
    MonitoringProviders: {
      type: 'list',
      readonly: true,
      fields: {
        id: { type: 'integer' },
        ...name,
        providerType: { type: 'text' },
        deliveredAt: { type: 'date' },
        failed: { type: 'boolean' },
        reason: { type: 'text' },
        nextAttemptAt: { type: 'date' },
      },
    },
    meta: { type: 'json', readonly: true },
    attachments: {
      type: 'list',
      readonly: true,
      fields: {
        uuid: { type: 'text' },
        kind: { type: 'choice', choices: ['image', 'audio', 'video', 'file'] },
        ...name,
        meta: { type: 'json' },
        updatedAt: { type: 'date' },
      },
    },
    takenBy: person,
    takenAt: { type: 'date', readonly: true },
    resolution: { type: 'choice', choices: RESOLUTIONS, readonly: true },
    resolvedBy: person,
    resolvedAt: { type: 'date', readonly: true },
  },
  columns: [
    'status',
    'generatedAt',
    'createdAt',
    'Channel.name',
    'Client.name',
    'Site.name',
    'MobileProfile.name',
    'priority',
    'test',
  ],
  filters: {
    status: { type: 'choice', choices: STATUS_FILTERS },
    test: { type: 'boolean' },
    priority: { type: 'boolean' },
    // Open alerts are those that nobody has resolved.
    open: { type: 'boolean' },
    // Alerts that the viewer works on.
    mine: { type: 'boolean' },
    from: { type: 'date' },
    to: { type: 'date' },
    // Alerts that were resolved since then.
    resolvedFrom: { type: 'date' },
  },
  order: 'id DESC',
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {
    /** The first one to take an alert wins. `from` names the person whose alert it is, to take it over. */
    take: {
      can: VIEW,
      input: { from: { type: 'integer', unasked: true } },
      blocked: notResolved,
      whileLocked: true,
      undo: 'release',
    },
    release: {
      can: VIEW,
      blocked: (row) => notResolved(row) ?? (row.takenBy === null ? why('notTaken') : null),
      whileLocked: true,
      undo: 'take',
    },
    /** Hands the alert on to a person or to a monitoring provider: one of the two. */
    handOn: {
      can: VIEW,
      input: {
        UserId: { type: 'ref', of: 'users', rules: [onlyRecipient] },
        MonitoringProviderId: { type: 'ref', of: 'monitoring-providers', offered: true, rules: [someRecipient] },
        text: { type: 'longtext', rules: [max(2000)] },
      },
      blocked: notResolved,
      whileLocked: true,
      undo: 'irreversible',
    },
    note: {
      can: VIEW,
      input: { text: { type: 'longtext', rules: [required(), max(2000)] } },
      whileLocked: true,
      undo: 'irreversible',
    },
    resolve: {
      can: VIEW,
      input: {
        resolution: { type: 'choice', choices: RESOLUTIONS, default: RESOLUTIONS[0], rules: [required()] },
        text: { type: 'longtext', rules: [max(2000)] },
      },
      blocked: notResolved,
      whileLocked: true,
      many: true,
      undo: 'reopen',
    },
    reopen: {
      can: VIEW,
      blocked: ({ resolvedAt }) => (resolvedAt === null ? why('notResolved') : null),
      whileLocked: true,
      many: true,
      undo: 'resolve',
    },
    /** A monitoring provider confirms that it has the alert. */
    acknowledge: {
      can: VIEW,
      input: { text: { type: 'longtext', rules: [max(2000)] } },
      whileLocked: true,
      undo: 'irreversible',
    },
    /** Writes to the reporter or to a responsible person of the site: `profile` is the id of the latter. */
    notify: {
      can: VIEW,
      path: 'notifications',
      input: {
        target: { type: 'choice', choices: NOTIFICATION_TARGETS, default: 'contact', rules: [required()] },
        profile: { type: 'integer', unasked: true },
        channel: { type: 'choice', choices: NOTIFICATION_CHANNELS, default: 'phone', rules: [required()] },
        text: { type: 'longtext', rules: [required(), max(1000)] },
      },
      whileLocked: true,
      undo: 'irreversible',
    },
    /** Hands the alert over once more, to one provider or to all that failed. */
    resend: {
      can: VIEW,
      input: { MonitoringProviderId: { type: 'integer', unasked: true } },
      blocked: ({ MonitoringProviders }) =>
        MonitoringProviders.some(({ failed }) => failed) ? null : why('nothingFailed'),
      whileLocked: true,
      undo: 'irreversible',
    },
  },
  messages,
})
