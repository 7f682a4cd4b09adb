import { blacklists } from '@tocsin/core/resources/blacklists/index'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction'
import { defineOverrides } from '../../records/overrides'

export const blacklistsOverrides = defineOverrides(blacklists, {
  // It is read with the profiles.
  reads: { searchable: null },
})

/** Returns whether a client takes no alerts of a profile, or of its phone. */
export async function isBlacklisted(
  tx: Tx,
  { id, clientId, phone }: { id: number; clientId: number; phone: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ listed: boolean }>`select exists (select from blacklists b
    where b.client_id = ${clientId} and (b.mobile_profile_id = ${id} or b.phone = ${phone})) as listed`.execute(tx)
  return rows[0]!.listed
}
