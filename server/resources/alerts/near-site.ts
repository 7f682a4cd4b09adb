import { sql } from 'kysely'
import type { Tx } from '../../db/transaction'

/** The distance in km within which a site is near even though its own radius is smaller. */
const NEAR_KM = 1
const KM_OF_DEGREE = 111.2

/**
 * Returns the id of the active site of a client that is nearest to a place: of those whose radius covers it, else of those
 * within a kilometre; null if there is none.
 */
export async function nearSite(
  tx: Tx,
  clientId: number,
  { latitude, longitude }: { latitude: number; longitude: number },
): Promise<number | null> {
  // A box is compared first, which needs no trigonometry. Degrees of longitude shrink towards the poles.
  const shrunk = Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  const reach = sql`greatest(s.radius, ${NEAR_KM}) / ${KM_OF_DEGREE}`
  const apart = sql`abs(s.lng - ${longitude})`
  const { rows } = await sql<{ id: number }>`select id from (
      select s.id, s.radius, 2 * 6371 * asin(least(1, sqrt(
          power(sin(radians(s.lat - ${latitude}) / 2), 2)
          + cos(radians(${latitude})) * cos(radians(s.lat)) * power(sin(radians(s.lng - ${longitude}) / 2), 2)))) as km
      from sites s
      where s.client_id = ${clientId} and s.site_type = 'site' and s.active
        and abs(s.lat - ${latitude}) <= ${reach} and least(${apart}, 360 - ${apart}) <= ${reach} / ${shrunk}
    ) near
    where km <= greatest(radius, ${NEAR_KM})
    order by km <= radius desc, km, id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
