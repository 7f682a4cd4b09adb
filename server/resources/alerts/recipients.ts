import { alerts } from '@tocsin/core/resources/alerts/index'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { sql, type RawBuilder } from 'kysely'
import { actorFrom, USER_COLUMNS, type UserRow } from '../../auth/session-actor'
import type { Context } from '../../context/context'
import { invalid } from '../../http/failures'
import type { ServedResource } from '../../records/served-resource'
import { withinScope } from '../../records/tenancy'
import { assignable } from './assign'
import { isAlertWithin } from './scope'

/** Somebody that an alert can be handed on to. `near`: a person of the alert's site, or of a provider that has the alert. */
export type Recipient = { id: number; name: string; username: string; near: boolean }
export type Recipients = {
  /** The people who see the alert, those who are near first. */
  people: Recipient[]
  /** The monitoring providers of the client, and those that are offered to it, which do not have the alert yet. */
  providers: { id: number; name: string; providerType: string }[]
  /** There are more of each than an answer has: a part of the name finds them. */
  more: { people: boolean; providers: boolean }
}

/** The most people, and the most providers, that are offered. */
const MOST = 2_000

/** Returns whether a user, who is active, sees an alert. This is the one rule: it offers people, and refuses others. */
function seesAlert(user: UserRow, { ClientId, SiteId, MonitoringProviders }: Alert): boolean {
  const person = actorFrom(user, '')
  const providerIds = MonitoringProviders.map(({ id }) => id)
  return mayDo(person, alerts, 'view') && isAlertWithin(person, { clientId: ClientId, siteId: SiteId, providerIds })
}

/** Returns the person that an alert is handed on to. Throws ApiError 400 unless they are active and see the alert. */
export async function recipientOf(
  context: Pick<Context, 'tx'>,
  alert: Alert,
  id: unknown,
): Promise<{ id: number; name: string }> {
  const { rows } = await sql<UserRow>`select ${USER_COLUMNS} from users u where u.id = ${id}::int and u.active`.execute(
    context.tx,
  )
  const [user] = rows
  const former = user ? undefined : await formerHolder(context, alert, id)
  if (former) return former
  if (!user) throw invalid([{ field: 'UserId', key: 'formErrors.notFound' }])
  if (!seesAlert(user, alert)) throw invalid([{ field: 'UserId', key: 'resources.alerts.notSeen' }])
  return { id: user.id, name: user.name }
}

/**
 * Returns the person from whom an alert was last taken over, if their id is this one. The actor may give it back to them
 * without seeing that account otherwise: people of a client see no staff.
 */
async function formerHolder({ tx }: Pick<Context, 'tx'>, { id, ClientId }: Alert, userId: unknown) {
  const { rows } = await sql<{ from: { id: number; name: string } | null }>`select details -> 'from' as "from"
    from alert_histories where client_id = ${ClientId} and alert_id = ${id} and event = 'taken'
    order by id desc limit 1`.execute(tx)
  const former = rows[0]?.from
  return former?.id === userId ? former : undefined
}

type Served = { users: ServedResource; providers: ServedResource }

/**
 * Returns those that an alert can be handed on to, of the people and the providers whom the actor sees. `q`: a part of the
 * name, or of a person's username, without regard to case and accents.
 */
export async function recipientsOf(context: Context, alert: Alert, served: Served, q = ''): Promise<Recipients> {
  const sees = ({ resource }: ServedResource) => mayDo(context.actor, resource, 'view')
  const people = sees(served.users) ? await peopleFor(context, alert, served.users, q) : []
  const providers = sees(served.providers) ? await providersFor(context, alert, served.providers, q) : []
  return {
    people: people.slice(0, MOST),
    providers: providers.slice(0, MOST),
    more: { people: people.length > MOST, providers: providers.length > MOST },
  }
}

/** Returns the condition that a part of some text is the one that is searched for. */
const found = (text: RawBuilder<unknown>, q: string) => sql`strpos(tocsin_fold(${text}), tocsin_fold(${q.trim()})) > 0`

async function peopleFor(context: Context, alert: Alert, users: ServedResource, q: string): Promise<Recipient[]> {
  const within = withinScope(users, context) ?? sql`true`
  // Client staff of other clients are not even read, so that the cost does not grow with the number of clients.
  const { rows } = await sql<UserRow>`select ${USER_COLUMNS} from users u
    where u.active and (u.user_type <> 'client' or u.client_id = ${alert.ClientId})
      and ${found(sql`concat_ws(' ', u.name, u.username)`, q)}
      and u.id in (select r.id from users r where ${within})
    order by tocsin_fold(u.name), u.id`.execute(context.tx)
  const people = rows
    .filter((user) => user.id !== alert.takenBy?.id && seesAlert(user, alert))
    .map(({ id, name, username, site_id, monitoring_provider_id }) => ({
      id,
      name,
      username,
      near: monitoring_provider_id !== null || (site_id !== null && site_id === alert.SiteId),
    }))
  return [...people.filter(({ near }) => near), ...people.filter(({ near }) => !near)]
}

async function providersFor(
  context: Context,
  alert: Alert,
  providers: ServedResource,
  q: string,
): Promise<Recipients['providers']> {
  const within = withinScope(providers, context) ?? sql`true`
  const { rows } = await sql<{ id: number; name: string; providerType: string }>`select p.id, p.name,
      p.provider_type as "providerType"
    from monitoring_providers p
    where ${assignable(alert)} and ${found(sql`p.name`, q)} and p.id in (select r.id from monitoring_providers r where ${within})
      and not exists (select from alert_assignments a where a.client_id = ${alert.ClientId} and a.alert_id = ${alert.id}
        and a.monitoring_provider_id = p.id)
    order by tocsin_fold(p.name), p.id limit ${MOST + 1}`.execute(context.tx)
  return rows
}
