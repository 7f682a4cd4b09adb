import { sql } from 'kysely'
import type { Tx } from '../../db/transaction'
import type { EventOf } from './events'

/** A person who can be told about an alert. `id` is that of their mobile profile. */
export type Reachable = { id: number; name: string; role: string; phone: string | null; email: string | null }

const columns = sql`m.id, m.name, m.role, m.profile_props ->> 'phone' as phone, m.profile_props ->> 'email' as email`

/** Returns the active profiles of an alert's site, managers first. */
export async function siteTeam(tx: Tx, { ClientId, SiteId }: EventOf): Promise<Reachable[]> {
  if (SiteId === null) return []
  const { rows } = await sql<Reachable>`select ${columns} from maps m
    where m.client_id = ${ClientId} and m.site_id = ${SiteId} and m.status = 'active'
    order by m.role = 'manager' desc, m.manager_order, m.id limit 100`.execute(tx)
  return rows
}

/** Returns the managers of an alert's site who can be reached in some way. */
export const responsiblesOf = async (tx: Tx, alert: EventOf): Promise<Reachable[]> =>
  (await siteTeam(tx, alert)).filter(({ role, phone, email }) => role === 'manager' && (phone ?? email) !== null)

/** Returns the reporter of an alert; null if it is anonymous, or if the profile is gone. */
export async function contactOf(
  tx: Tx,
  { ClientId, MobileProfileId }: EventOf & { MobileProfileId: number | null },
): Promise<Reachable | null> {
  if (MobileProfileId === null) return null
  const { rows } = await sql<Reachable>`select ${columns} from maps m
    where m.client_id = ${ClientId} and m.id = ${MobileProfileId}`.execute(tx)
  return rows[0] ?? null
}
