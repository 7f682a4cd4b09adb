import { ApiError } from '@tocsin/core/base/errors'
import { alerts } from '@tocsin/core/resources/alerts/index'
import { beginOf, endOf } from '@tocsin/core/resources/alerts/days'
import type { Alert, STATUS_FILTERS } from '@tocsin/core/resources/alerts/types'
import { PRODUCT } from '@tocsin/core/base/constants'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { NOTIFICATIONS_OF_ALERT, tooMany } from '../../attempts/limits'
import type { Actor } from '../../context/actor'
import { afterCommit } from '../../db/transaction'
import { forbidden, invalid } from '../../http/failures'
import { isoOf } from '../../records/iso-of'
import { defineOverrides, type Condition } from '../../records/overrides'
import type { Save, Saved } from '../../records/save'
import { queueMail } from '../../outbox/outbox'
import { iso } from '../../time'
import { assignPerson, assignProvider, endAssignment, resumeAssignment } from './assign'
import { signedAttachments, type KeptAttachment } from './attachments'
import { userOf, writeEvent } from './events'
import { noteAnswered } from './handed-over'
import { peopleOf, type Reachable } from './people'
import { mayRelease } from './may-release'
import { recipientOf } from './recipients'
import { ofAssignedAlerts } from './scope'

/** The name of a place; of one that is gone or that the reader does not see, the name that it had when the alert came. */
const nameOf = (field: string, table: string, column: string) => sql`coalesce((select jsonb_build_object('name', s.name)
  from ${sql.table(table)} s where ${sql.ref(column)} = s.id${
    table === 'clients' ? sql`` : sql` and s.client_id = r.client_id`
  }), nullif(r.places -> ${field}::text, 'null'))`

/** Providers of an alert with the outcome of each. */
const providers = sql`coalesce((select jsonb_agg(jsonb_build_object('id', a.monitoring_provider_id,
    'name', a.monitoring_provider -> 'name', 'providerType', a.monitoring_provider -> 'providerType',
    'deliveredAt', ${isoOf(sql`a.delivered_at`)}, 'failed', a.delivery in ('failing', 'given-up'),
    'reason', a.code, 'nextAttemptAt', ${isoOf(sql`a.next_attempt_at`)}) order by a.id)
  from alert_assignments a
  where a.client_id = r.client_id and a.alert_id = r.id and a.monitoring_provider_id is not null), '[]')`

/** Returns the condition for a boolean column, as the predicates of the indexes spell it; null without a value. */
const flag = (name: string, value: unknown): Condition | null =>
  typeof value === 'boolean'
    ? { condition: sql`${value ? sql`` : sql`not `}${sql.ref(`r.${name}`)}`, columns: [name] }
    : null

/** Returns the condition for the alerts that an actor works on. */
function takenBy({ id, userType }: Actor): Condition {
  const has = sql`(r.taken_by ->> 'id')::int = ${id}`
  // An index finds the alerts that somebody was ever assigned to. A provider's people do not see assignments of people.
  return userType === 'monitoring-provider'
    ? { condition: has }
    : { condition: sql`(${has} and r.id in (select a.alert_id from alert_assignments a where a.user_id = ${id}))` }
}

const UNASSIGNED = 'not-assigned' satisfies (typeof STATUS_FILTERS)[number]

/** Returns the condition for one of the derived statuses (ALERT-11, A-103). */
function ofStatus(value: unknown): Condition | null {
  const wanted = Array.isArray(value) ? value : value === undefined ? [] : [value]
  if (wanted.length === 0) return null
  const [only] = wanted
  if (wanted.length === 1 && only !== UNASSIGNED) return flag('processed', only === 'assigned')
  const unassigned = sql`(not r.processed and not exists (select from alert_assignments a
    where a.client_id = r.client_id and a.alert_id = r.id and a.monitoring_provider_id is not null))`
  return {
    condition: sql`(${sql.join(
      wanted.map((one) =>
        one === 'assigned' ? sql`r.processed` : one === 'pending' ? sql`not r.processed` : unassigned,
      ),
      sql` or `,
    )})`,
  }
}

export const alertsOverrides = defineOverrides(alerts, {
  reads: {
    // The board finds alerts; a palette of names is no place for them.
    searchable: null,
    computed: {
      status: sql`case when r.processed then 'assigned' else 'pending' end`,
      Client: nameOf('Client', 'clients', 'r.client_id'),
      Site: nameOf('Site', 'sites', 'r.site_id'),
      NearSite: nameOf('NearSite', 'sites', 'r.near_site_id'),
      MonitoringProviders: providers,
    },
    derived: {
      attachments: ({ attachments }, { parts }) =>
        signedAttachments(parts, attachments as unknown as readonly KeptAttachment[]),
      // A provider reads its own assignment alone.
      MonitoringProviders: ({ MonitoringProviders }, { actor }) =>
        actor.userType === 'monitoring-provider'
          ? MonitoringProviders.filter(({ id }) => id === actor.MonitoringProviderId)
          : MonitoringProviders,
    },
    where: {
      status: ({ actor }, { status }) => {
        // Provider staff alone look for alerts that nobody is assigned to (A-103).
        if (actor.userType !== PRODUCT && [status].flat().includes(UNASSIGNED)) throw forbidden([])
        return ofStatus(status)
      },
      test: (_, { test }) => flag('test', test),
      priority: (_, { priority }) => flag('priority', priority),
      open: (_, { open }) => flag('open', open),
      mine: ({ actor }, { mine }) => (mine === true ? takenBy(actor) : null),
      from: (_, { from }) =>
        typeof from === 'string' ? { condition: sql`r.created_at >= ${iso(beginOf(from))}::timestamptz` } : null,
      resolvedFrom: (_, { resolvedFrom }) =>
        typeof resolvedFrom === 'string'
          ? { condition: sql`r.resolved_at >= ${iso(beginOf(resolvedFrom))}::timestamptz` }
          : null,
      to: (_, { to }) =>
        typeof to === 'string' ? { condition: sql`r.created_at <= ${iso(endOf(to))}::timestamptz` } : null,
    },
    // Data collection is neither shown nor delivered (A-155).
    visible: () => ({ condition: sql`not r.data_channel`, columns: ['data_channel'] }),
  },
  scope: ofAssignedAlerts('id'),
  answered: noteAnswered,
  actions: {
    take,
    async release(save, alert) {
      if (!(await mayRelease(save, alert))) throw forbidden([], 'resources.alerts.notYours')
      await endAssignment(save, alert)
      await writeEvent(save, alert, { event: 'released', actor: userOf(save) })
      return save.history(await save.set(alert, { taken_by: null, taken_at: null }))
    },
    handOn,
    async note(save, alert, { text }) {
      await writeEvent(save, alert, { event: 'noted', actor: userOf(save), text: String(text) })
      return save.history(await save.set(alert, {}))
    },
    resolve,
    async acknowledge(save, alert, { text }) {
      const written = typeof text === 'string' ? text : null
      await writeEvent(save, alert, { event: 'acknowledged', actor: userOf(save), text: written })
      return save.history(await save.set(alert, {}))
    },
    notify,
    async resend(save, alert, { MonitoringProviderId }) {
      const chosen = typeof MonitoringProviderId === 'number' ? MonitoringProviderId : null
      const now = iso(save.parts.now())
      const { rows } = await sql<{ id: number; name: string }>`update alert_assignments
        set delivery = 'waiting', attempts = 0, next_attempt_at = ${now}, updated_at = ${now}, version = version + 1
        where client_id = ${alert.ClientId} and alert_id = ${alert.id} and delivery in ('failing', 'given-up')
          and (${chosen}::int is null or monitoring_provider_id = ${chosen})
        returning monitoring_provider_id as id, monitoring_provider ->> 'name' as name`.execute(save.tx)
      afterCommit(save.tx, () => save.parts.delivery.wake())
      for (const provider of rows)
        await writeEvent(save, alert, { event: 'resent', actor: userOf(save), details: { provider } })
      return save.history(await save.set(alert, {}))
    },
    async reopen(save, alert) {
      await resumeAssignment(save, alert)
      await writeEvent(save, alert, {
        event: 'reopened',
        actor: userOf(save),
        details: { resolution: alert.resolution },
      })
      return save.history(await save.set(alert, { resolution: null, resolved_by: null, resolved_at: null }))
    },
  },
})

/** Takes an alert. The row is held, so that of two people one is first, and the other is told who it was (A-162). */
async function take(save: Save<Alert>, alert: Alert, { from }: Draft): Promise<Saved<Alert>> {
  const { actor } = save
  if (alert.takenBy && alert.takenBy.id !== actor.id && alert.takenBy.id !== from)
    throw new ApiError({
      status: 409,
      code: 'ALERT_TAKEN',
      details: { alert: alert.id, takenBy: alert.takenBy, takenAt: alert.takenAt },
    })
  if (alert.takenBy?.id === actor.id) return save.history(await save.set(alert, {}))
  const details = alert.takenBy ? { from: alert.takenBy } : {}
  const columns = await assignPerson(save, alert, actor)
  await writeEvent(save, alert, { event: 'taken', actor: userOf(save), details })
  return save.history(await save.set(alert, columns))
}

/** Hands an alert on to a person who sees it, or to a monitoring provider. */
async function handOn(save: Save<Alert>, alert: Alert, input: Draft): Promise<Saved<Alert>> {
  const { UserId, MonitoringProviderId, text } = input
  const written = { event: 'handed-on', actor: userOf(save), text: typeof text === 'string' ? text : null } as const
  if (typeof MonitoringProviderId === 'number') {
    const provider = await assignProvider(save, alert, MonitoringProviderId)
    if (provider === null) throw invalid([{ field: 'MonitoringProviderId', key: 'formErrors.notFound' }])
    if (provider === undefined)
      throw invalid([{ field: 'MonitoringProviderId', key: 'resources.alerts.alreadyAssigned' }])
    const to = { provider: { id: provider.id, name: provider.name } }
    await writeEvent(save, alert, { ...written, details: { to } })
    return save.history(await save.set(alert, {}))
  }
  const person = await recipientOf(save, alert, UserId)
  const columns = await assignPerson(save, alert, person)
  await writeEvent(save, alert, { ...written, details: { to: { user: person } } })
  return save.history(await save.set(alert, columns))
}

/** Writes to the reporter, or to a manager of the site, by mail or text message (A-102). */
async function notify(save: Save<Alert>, alert: Alert, input: Draft): Promise<Saved<Alert>> {
  const { target, profile, channel, text } = input
  await refuseTooMany(save, alert)
  const isPhone = channel === 'phone'
  const { contact, responsibles } = await peopleOf(save.tx, alert.id)
  const people = target === 'contact' ? [contact] : responsibles
  const reachable = people.filter((one): one is Reachable => one !== null && (isPhone ? one.phone : one.email) !== null)
  const person = typeof profile === 'number' ? reachable.find(({ id }) => id === profile) : reachable[0]
  if (!person)
    throw invalid([{ field: people.some(Boolean) ? 'channel' : 'target', key: 'resources.alerts.notReachable' }])
  const to = { id: person.id, name: person.name, channel }
  const event = await writeEvent(save, alert, {
    event: 'notified',
    actor: userOf(save),
    text: String(text),
    details: { to, outcome: 'waiting' },
  })
  await queueMail(save, {
    channel: isPhone ? 'sms' : 'mail',
    recipient: (isPhone ? person.phone : person.email)!,
    template: isPhone ? 'alert-notification-sms' : 'alert-notification',
    data: { name: person.name, text, alert: alert.id, event },
    clientId: alert.ClientId,
  })
  return save.history(await save.set(alert, {}))
}

/** Throws ApiError 429 if as many notifications about an alert were sent as may be for now. The row of the alert is held. */
async function refuseTooMany({ tx, parts }: Save<Alert>, { id, ClientId }: Alert): Promise<void> {
  const { limit, window } = NOTIFICATIONS_OF_ALERT
  const { rows } = await sql<{ createdAt: string }>`select created_at as "createdAt" from alert_histories
    where client_id = ${ClientId} and alert_id = ${id} and event = 'notified'
    order by id desc offset ${limit - 1}::int limit 1`.execute(tx)
  const wait = rows[0] ? Date.parse(rows[0].createdAt) + window - parts.now() : 0
  if (wait > 0) throw tooMany('notifications', wait)
}

async function resolve(save: Save<Alert>, alert: Alert, { resolution, text }: Draft): Promise<Saved<Alert>> {
  if (resolution === 'other' && (text ?? null) === null) throw invalid([{ field: 'text', key: 'formErrors.required' }])
  const { id, name } = save.actor
  const now = iso(save.parts.now())
  await endAssignment(save, alert)
  await writeEvent(save, alert, {
    event: 'resolved',
    actor: userOf(save),
    text: typeof text === 'string' ? text : null,
    details: { resolution },
  })
  return save.history(
    await save.set(alert, { resolution, resolved_by: sql`${JSON.stringify({ id, name })}::jsonb`, resolved_at: now }),
  )
}
