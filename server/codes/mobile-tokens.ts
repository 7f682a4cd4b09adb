import { sql } from 'kysely'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'

/**
 * Returns a token with which a phone acts for a mobile profile, for one hour. Returns null for a profile that is only a
 * name, or whose person is not active.
 */
export async function issueMobileToken(
  { tokens, now }: Pick<Parts, 'tokens' | 'now'>,
  tx: Tx,
  profileId: number,
): Promise<string | null> {
  const { rows } = await sql<{
    client_id: number
    generation: number
  }>`select m.client_id, u.token_generation as generation
    from maps m join mobile_users u on u.uuid = m.mobile_user_uuid where m.id = ${profileId} and u.active`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { client_id: clientId, generation: gen } = row
  return tokens.sign('mobile', { sub: String(profileId), gen, org: orgOfClient(clientId) }, now())
}

/** Returns the tenant whose turns the users and the phones of a client take. */
export const orgOfClient = (clientId: number | null): string => `client:${clientId}`
