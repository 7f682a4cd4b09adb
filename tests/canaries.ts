import { snake } from '@tocsin/core/base/naming'
import { allResources } from '@tocsin/core/resources/index'
import { clientFieldOf } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { BOREALIS, PROVIDER } from '../fixtures/clients'
import { maps } from '../fixtures/maps'
import { withServer } from '../server/context/actor'
import type { Database } from '../server/db/open'

/** Text of Borealis that nobody else's answer may hold a byte of, and its spelling where six characters must do. */
export const CANARY = 'KNARYB'
/** Text of the provider's own rows that clients are offered and are not told. */
export const UNTOLD = 'KNARYO'

/** Puts these texts into the demo's world, as its owner. */
export async function plantCanaries(database: Database): Promise<void> {
  await withServer(database, async (tx) => {
    await sql`update clients set locked = false where id = ${BOREALIS}`.execute(tx)
    await sql`update clients set name = ${CANARY}, nickname = ${CANARY} where id = ${BOREALIS}`.execute(tx)
    await sql`update projects set name = case when is_default then name else ${CANARY} end, description = ${CANARY}
      where client_id = ${BOREALIS}`.execute(tx)
    await sql`update apps set name = ${CANARY}, label = ${CANARY}, description = ${CANARY} where client_id = ${BOREALIS}`.execute(
      tx,
    )
    await sql`update sites set name = ${CANARY} || id, tag = ${CANARY} || id, reference_point = ${CANARY},
      location = jsonb_build_object('formatted', ${CANARY}::text) where client_id = ${BOREALIS}`.execute(tx)
    await sql`update registration_forms set name = ${CANARY}, schema = jsonb_build_object('title', ${CANARY}::text,
      'fields', '[]'::jsonb) where client_id = ${BOREALIS}`.execute(tx)
    await sql`update registration_handlers set name = ${CANARY} where client_id = ${BOREALIS}`.execute(tx)
    await sql`update registration_handlers_v2 set name = ${CANARY}, description = ${CANARY}
      where client_id = ${BOREALIS}`.execute(tx)
    await sql`update registration_data_schemas set content_id = ${CANARY} || id where client_id = ${BOREALIS}`.execute(
      tx,
    )
    await sql`update registration_data set key = ${CANARY}, profile_props = jsonb_build_object('name', ${CANARY}::text)
      where client_id = ${BOREALIS}`.execute(tx)
    await sql`update registration_codes set code = ${CANARY} where id = 5`.execute(tx)
    await sql`update monitoring_providers set name = ${CANARY}, email = ${`${CANARY}@example.org`}
      where client_id = ${BOREALIS}`.execute(tx)
    await sql`update monitoring_providers set email = ${`${UNTOLD}@example.org`}, manager_name = ${UNTOLD},
      manager_username = ${UNTOLD}, manager_email = ${`${UNTOLD}@example.org`}, telegram_code = ${UNTOLD}, synced_at = now(),
      delivery = jsonb_build_object('at', ${UNTOLD}::text, 'outcome', 'DELIVERED') where client_id = ${PROVIDER}`.execute(
      tx,
    )
    await sql`update provider_tokens set name = ${UNTOLD} where client_id = ${PROVIDER}`.execute(tx)
    await sql`update registration_handlers set url = ${`https://${UNTOLD}.example.org`}
      where client_id = ${PROVIDER}`.execute(tx)
    await sql`update registration_handlers_v2 set url = ${`https://${UNTOLD}.example.org`},
      schema = jsonb_build_object('matchConfig', jsonb_build_object('by', ${UNTOLD}::text)) where client_id = ${PROVIDER}`.execute(
      tx,
    )
    await sql`update license_comments set title = ${CANARY}, comment = ${CANARY} where client_id = ${BOREALIS}`.execute(
      tx,
    )
    await sql`update terms set title = ${CANARY}, content = ${CANARY} where client_id = ${BOREALIS}`.execute(tx)
    await sql`update maps set name = ${CANARY}, mobile_user_uuid = ${CANARY} where client_id = ${BOREALIS}`.execute(tx)
    await sql`update documents set content = ${CANARY}`.execute(tx)
    const ofBorealis = maps.rows.filter(({ ClientId }) => ClientId === BOREALIS)
    await sql`update mobile_users set name = ${CANARY}, uuid = ${CANARY}
      where uuid = any (${ofBorealis.map(({ MobileUserUuid }) => MobileUserUuid)})`.execute(tx)
    await sql`update users set name = ${CANARY}, email = ${`${CANARY}@example.org`} where client_id = ${BOREALIS}`.execute(
      tx,
    )
    await sql`update clients set locked = true where id = ${BOREALIS}`.execute(tx)
  })
  // An event is written for oneself only and never changed, so its canary comes from its owner.
  await database.transaction(async (tx) => {
    await sql`alter table audit_events no force row level security`.execute(tx)
    await sql`update audit_events set username = ${CANARY} where client_id = ${BOREALIS}`.execute(tx)
    await sql`alter table audit_events force row level security`.execute(tx)
  })
}

/** Returns the resources of a client with rows of Borealis but no canary: a leak of such rows would go unnoticed. */
export async function withoutCanary(database: Database): Promise<string[]> {
  const owned = (await allResources()).filter(({ kindOf }) => kindOf === undefined)
  return withServer(database, async (tx) => {
    const bare: string[] = []
    for (const resource of owned) {
      const field = clientFieldOf(resource)
      if (field === undefined) continue
      const { rows } = await sql<{
        told: boolean
      }>`select coalesce(bool_or(r::text like ${`%${CANARY}%`}), false) as told
        from ${sql.table(snake(resource.name))} r where ${sql.id(snake(field))} = ${BOREALIS}`.execute(tx)
      if (!rows[0]?.told) bare.push(resource.name)
    }
    return bare
  })
}
