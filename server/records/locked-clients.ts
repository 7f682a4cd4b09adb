import { ApiError } from '@tocsin/core/base/errors'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction'
import type { Row } from '../context/context'

/**
 * Refuses a write into a locked client (A-007, T47). Holds the client until the transaction ends: whoever locks it
 * waits for writes already begun, and none begins afterwards. The schema's triggers say the same on their own.
 */
export async function refuseLocked(tx: Tx, clientId: number | null): Promise<void> {
  if (clientId === null) return
  const { rows } = await sql<{ locked: boolean }>`select locked from clients where id = ${clientId} for share`.execute(
    tx,
  )
  if (rows[0]?.locked) throw clientLocked(clientId)
}

/** The same of a client as it was read: told early, and asked again by the write itself. */
export function refuseLockedRow(client: Row): void {
  if (client['locked'] === true) throw clientLocked(client.id)
}

const clientLocked = (clientId: number) =>
  new ApiError({ status: 401, code: 'CLIENT_LOCKED', details: { ClientId: clientId } })
