import { sql } from 'kysely'
import type { Context, Row } from '../context/context'
import { clientLocked } from '../http/failures'

/**
 * Returns whether a client is locked, and keeps that from changing until the transaction ends. A lock thus waits for
 * the writes that have begun, and no write begins after it (A-007, T47). The triggers of the schema refuse such writes
 * as well.
 */
export async function isLocked({ tx, parts }: Context, clientId: number | null): Promise<boolean> {
  if (clientId === null || !parts.fences.lock) return false
  const { rows } = await sql<{ locked: boolean }>`select locked from clients where id = ${clientId} for share`.execute(
    tx,
  )
  return rows[0]?.locked === true
}

/** Throws ApiError 401 for a write into a locked client. */
export async function refuseLocked(context: Context, clientId: number | null): Promise<void> {
  if (await isLocked(context, clientId)) throw clientLocked(clientId)
}

/**
 * Throws ApiError 401 if the client was locked when it was read. This is an early check, which the write itself
 * repeats.
 */
export function refuseLockedRow({ parts }: Context, client: Row): void {
  if (client['locked'] === true && parts.fences.lock) throw clientLocked(client.id)
}
