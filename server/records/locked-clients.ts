import { sql } from 'kysely'
import type { Context, Row } from '../context/context'
import { clientLocked } from '../http/failures'

/**
 * Returns whether a client is locked, and holds it until the transaction ends: a lock waits for writes already begun,
 * and none begins afterwards (A-007, T47). The schema's triggers refuse such writes on their own.
 */
export async function isLocked({ tx, parts }: Context, clientId: number | null): Promise<boolean> {
  if (clientId === null || !parts.fences.lock) return false
  const { rows } = await sql<{ locked: boolean }>`select locked from clients where id = ${clientId} for share`.execute(
    tx,
  )
  return rows[0]?.locked === true
}

/** Refuses a write into a locked client. Throws ApiError 401. */
export async function refuseLocked(context: Context, clientId: number | null): Promise<void> {
  if (await isLocked(context, clientId)) throw clientLocked(clientId)
}

/** Refuses by the client as it was read: an early answer, which the write itself checks again. */
export function refuseLockedRow({ parts }: Context, client: Row): void {
  if (client['locked'] === true && parts.fences.lock) throw clientLocked(client.id)
}
