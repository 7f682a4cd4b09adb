import { snake } from '@tocsin/core/base/naming'
import { allResources } from '@tocsin/core/resources/index'
import { clientFieldOf, type Field } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import { BOREALIS, PROVIDER } from '../fixtures/clients'
import { maps } from '../fixtures/maps'
import { withServer } from '../server/context/actor'
import type { Database } from '../server/db/open'
import { serveResources } from '../server/resources/index'

/** Text of Borealis that nobody else's answer may hold a byte of, and its spelling where six characters must do. */
export const CANARY = 'KNARYB'
/** Text of the provider's own rows that clients are offered and are not told. */
export const UNTOLD = 'KNARYO'

type Sql = RawBuilder<unknown>

/** A text of its own for each row: some must be. */
const text = sql`${CANARY}::text || id`

/** The canaries of fields that need others than their kind has; null plants nothing. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, Sql | null>>>> = {
  // The default project's name is fixed.
  projects: { name: sql`case when is_default then name else ${text} end` },
  // The server computes with it.
  sites: { timezone: null },
  // They sign in by it.
  users: { username: null },
  // A code has exactly six characters, and no two are the same.
  'registration-codes': { code: sql`case when id = 5 then ${CANARY} else code end` },
  // A draft has no comment, and the contents of a version are no fields that are written.
  'app-versions': {
    versionComment: sql`case when version_comment is null then null else ${CANARY} end, user_name = ${CANARY},
      label = case when config is null then null else ${CANARY} end,
      channels = case when channels is null then null
        else jsonb_build_array(channels -> 0 || jsonb_build_object('name', ${CANARY}::text)) end`,
    status: null,
  },
  // The questions of an answered survey are fixed.
  surveys: { config: sql`case when locked then config else config || jsonb_build_object('title', ${text}) end` },
  // The person behind a profile has the same, below.
  maps: { MobileUserUuid: sql`${CANARY}` },
}

/** Returns the text that is planted into a field of a kind, or undefined where the kind is no text. */
function textFor({ type }: Field): Sql | undefined {
  switch (type) {
    case 'text':
    case 'longtext':
    case 'html':
      return text
    case 'email':
      return sql`${text} || '@example.org'`
    case 'url':
      return sql`'https://' || ${text} || '.example.org'`
    default:
      return undefined
  }
}

/** Returns the new value of a column, or undefined where nothing can be planted into it. */
function planted(column: Sql, field: Field): Sql | undefined {
  const value = textFor(field)
  // A field that not every record has is filled in those that have it.
  if (value) return field.when ? sql`case when ${column} is null then null else ${value} end` : value
  const inside =
    field.type === 'json'
      ? [sql`'name', ${text}`]
      : field.type === 'group'
        ? Object.entries(field.fields ?? {}).flatMap(([name, inner]) => {
            const one = textFor(inner)
            return one && !inner.when ? [sql`${name}::text, ${one}`] : []
          })
        : []
  if (inside.length === 0) return undefined
  return sql`case when jsonb_typeof(${column}) = 'object' then ${column} || jsonb_build_object(${sql.join(inside)})
    else ${column} end`
}

/** The resources whose records are written once. */
const KEPT: readonly string[] = ['audit-events', 'survey-results', 'alert-histories', 'alert-deliveries']

/** Plants canaries into every text of Borealis that a resource stores, by its declaration. */
async function plantByDeclaration(tx: Parameters<Parameters<typeof withServer>[1]>[0]): Promise<void> {
  for (const { resource, stored } of (await serveResources()).values()) {
    const client = clientFieldOf(resource)
    // Events and answers are never changed: below.
    if (client === undefined || resource.kindOf || KEPT.includes(resource.name)) continue
    const sets = [...stored].flatMap(([name, { column, field }]) => {
      const own = BESIDE[resource.name]?.[name]
      const value = own === undefined ? planted(sql.ref(column), field) : own
      return value ? [sql`${sql.ref(column)} = ${value}`] : []
    })
    if (sets.length === 0) continue
    await sql`update ${sql.table(snake(resource.name))} set ${sql.join(sets)}
      where ${sql.ref(snake(client))} = ${BOREALIS}`.execute(tx)
  }
}

/** Puts these texts into the demo's world, as its owner. */
export async function plantCanaries(database: Database): Promise<void> {
  // A token keeps its name, so that only the owner of the database may change it.
  await database.transaction(async (tx) => {
    await sql`select set_config('app.scope', 'all', true)`.execute(tx)
    await sql`update tokens set name = ${text}, prefix = ${text}
      where user_id in (select id from users where client_id = ${BOREALIS})`.execute(tx)
  })
  await withServer(database, async (tx) => {
    await sql`update clients set locked = false where id = ${BOREALIS}`.execute(tx)
    await plantByDeclaration(tx)
    // Clients see what the provider offers to them, without these texts.
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
    // These texts belong to no client, and no user of a client may read them.
    await sql`update documents set content = ${CANARY}`.execute(tx)
    const ofBorealis = maps.rows.filter(({ ClientId }) => ClientId === BOREALIS)
    await sql`update mobile_users set name = ${CANARY}, uuid = ${CANARY}
      where uuid = any (${ofBorealis.map(({ MobileUserUuid }) => MobileUserUuid)})`.execute(tx)
    await sql`update clients set locked = true where id = ${BOREALIS}`.execute(tx)
  })
  // What is never changed has its canary from its owner.
  await database.transaction(async (tx) => {
    for (const table of KEPT.map(snake))
      await sql`alter table ${sql.table(table)} no force row level security`.execute(tx)
    await sql`update audit_events set username = ${CANARY} where client_id = ${BOREALIS}`.execute(tx)
    const [person, data] = [{ name: CANARY, email: CANARY, phone: CANARY }, { plantao: CANARY }].map((one) =>
      JSON.stringify(one),
    )
    await sql`update alert_histories set text = ${CANARY}, details = ${data}::jsonb
      where client_id = ${BOREALIS}`.execute(tx)
    await sql`update alert_deliveries set answer = ${CANARY} where client_id = ${BOREALIS}`.execute(tx)
    await sql`update survey_results set mobile_profile = ${person}::jsonb, data = ${data}::jsonb
      where client_id = ${BOREALIS}`.execute(tx)
    for (const table of KEPT.map(snake)) await sql`alter table ${sql.table(table)} force row level security`.execute(tx)
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
