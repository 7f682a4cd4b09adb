import type { Alert } from '@tocsin/core/resources/alerts/types'
import { users } from '@tocsin/core/resources/users/index'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { sql } from 'kysely'
import type { Context } from '../../context/context'

/**
 * Returns whether an actor may release an alert, so that nobody has it: the person who has it, the one who handed it on
 * to them, and whoever manages users. Anybody else takes it over, which says from whom.
 */
export async function mayRelease({ actor, tx }: Context, { id, ClientId, takenBy }: Alert): Promise<boolean> {
  if (takenBy?.id === actor.id || mayDo(actor, users, 'update')) return true
  const { rows } = await sql<{
    giver: number | null
  }>`select case when event = 'handed-on' then (actor ->> 'id')::int end as giver
    from alert_histories where client_id = ${ClientId} and alert_id = ${id} and event in ('taken', 'handed-on')
    order by id desc limit 1`.execute(tx)
  return rows[0]?.giver === actor.id
}
