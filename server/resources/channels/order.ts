import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../../context/context'

/** Holds an app until the transaction ends: what its channels are to each other is decided by one write at a time. */
export async function holdApp({ tx }: Pick<Context, 'tx'>, { clientId, appId }: Draft): Promise<void> {
  await sql`select id from apps where client_id = ${clientId} and id = ${appId} for update`.execute(tx)
}

/** Returns the position behind the channels of a held app. */
export async function nextPosition({ tx }: Pick<Context, 'tx'>, { clientId, appId }: Draft): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(display_order) + 1, 0) as next from channels
    where client_id = ${clientId} and app_id = ${appId}`.execute(tx)
  return rows[0]!.next
}
