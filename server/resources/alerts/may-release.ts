import type { Alert } from '@tocsin/core/resources/alerts/types'
import { users } from '@tocsin/core/resources/users/index'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { userOf } from './events'

/**
 * Returns whether an actor may release an alert, so that nobody has it: the person who has it, the one who handed it on
 * to that person, and people of the client or of the staff who manage users. Everybody else takes it over, which says from whom.
 */
export async function mayRelease(context: Context, { id, ClientId, takenBy }: Alert): Promise<boolean> {
  const { actor, tx } = context
  const self = userOf(context)
  if (self.kind === 'user' && takenBy?.id === self.id) return true
  if (actor.MonitoringProviderId === null && mayDo(actor, users, 'update')) return true
  // An alert that was handed on to a provider is still with the same person.
  const { rows } = await sql<{ isGiver: boolean }>`select event = 'handed-on' and actor ->> 'kind' = ${self.kind}
      and (actor ->> 'id')::int = ${self.id}::int as "isGiver"
    from alert_histories where client_id = ${ClientId} and alert_id = ${id}
      and (event = 'taken' or event = 'handed-on' and details -> 'to' -> 'user' is not null)
    order by id desc limit 1`.execute(tx)
  return rows[0]?.isGiver === true
}
