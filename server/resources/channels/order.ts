import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../../context/context'

/** Returns the position behind an app's channels. Holds the app until the transaction ends, so that no two get the same. */
export async function nextPosition({ tx }: Context, { clientId, appId }: Draft): Promise<number> {
  await sql`select id from apps where client_id = ${clientId} and id = ${appId} for update`.execute(tx)
  const { rows } = await sql<{ next: number }>`select coalesce(max(display_order) + 1, 0) as next from channels
    where client_id = ${clientId} and app_id = ${appId}`.execute(tx)
  return rows[0]!.next
}
