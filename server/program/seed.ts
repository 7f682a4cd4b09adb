import type { Resource } from '@tocsin/core/vocabulary/resource'
import { apps } from '@tocsin/core/resources/apps/index'
import { auditEvents } from '@tocsin/core/resources/audit-events/index'
import { clients } from '@tocsin/core/resources/clients/index'
import { licenseComments } from '@tocsin/core/resources/license-comments/index'
import { documents } from '@tocsin/core/resources/documents/index'
import { maps } from '@tocsin/core/resources/maps/index'
import type { MobileProfile } from '@tocsin/core/resources/maps/types'
import { mobileUsers } from '@tocsin/core/resources/mobile-users/index'
import { monitoringProviders } from '@tocsin/core/resources/monitoring-providers/index'
import { projects } from '@tocsin/core/resources/projects/index'
import { publicCodes } from '@tocsin/core/resources/public-codes/index'
import { registrationData } from '@tocsin/core/resources/registration-data/index'
import { registrationDataSchemas } from '@tocsin/core/resources/registration-data-schemas/index'
import { registrationForms } from '@tocsin/core/resources/registration-forms/index'
import { registrationHandlers } from '@tocsin/core/resources/registration-handlers/index'
import { registrationHandlersV2 } from '@tocsin/core/resources/registration-handlers-v2/index'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { terms } from '@tocsin/core/resources/terms/index'
import { users } from '@tocsin/core/resources/users/index'
import { snake } from '@tocsin/core/base/naming'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Passwords } from '../secrets/passwords'
import type { ScopedDatabase } from '../db/open'
import type { Tx } from '../db/transaction'

type Values = Record<string, unknown>

/** The demo's world: records by noun, as the wire spells them, and the password of everybody in it. */
export type World = {
  clients: readonly { id: number; locked: boolean }[]
  projects: readonly object[]
  apps: readonly object[]
  appVersions: readonly object[]
  places: readonly object[]
  registrationForms: readonly object[]
  registrationHandlers: readonly object[]
  registrationHandlersV2: readonly object[]
  registrationDataSchemas: readonly object[]
  registrationData: readonly object[]
  registrationCodes: readonly object[]
  monitoringProviders: readonly object[]
  providerTokens: readonly object[]
  licenseComments: readonly object[]
  publicCodes: readonly object[]
  terms: readonly object[]
  documents: readonly object[]
  maps: readonly object[]
  mobileUsers: readonly object[]
  users: readonly object[]
  auditEvents: readonly object[]
  password: string
}
/** Enough rows a statement to be quick, few enough that no statement takes long. */
const CHUNK = 1000

/** Columns of the world that no declaration knows. */
const UNDECLARED = new Set(['password_hash', 'signing_nonce', 'uuid'])

/** Tables whose rows come with ids. */
const NUMBERED = [
  'clients',
  'projects',
  'apps',
  'sites',
  'registration_forms',
  'registration_handlers',
  'registration_handlers_v2',
  'registration_data_schemas',
  'registration_data',
  'registration_codes',
  'monitoring_providers',
  'provider_tokens',
  'license_comments',
  'public_codes',
  'terms',
  'documents',
  'maps',
  'mobile_users',
  'users',
]

/** The moment at which the world begins, whenever it is seeded. */
const BEGINNING = '2026-01-01T00:00:00Z'

/** Puts the fixtures' world into an empty database. */
export async function seedWorld(database: ScopedDatabase, world: World, passwords: Passwords): Promise<void> {
  const hash = await passwords.hash(world.password)
  await withServer(database, async (tx) => {
    // Nothing can be written into a locked client, so it is locked last.
    await insert(
      tx,
      'clients',
      rowsOf(clients, world.clients, (row) => ({ ...row, locked: false })),
    )
    await insert(tx, 'projects', rowsOf(projects, world.projects))
    await insert(tx, 'apps', rowsOf(apps, world.apps))
    await insert(tx, 'app_versions', world.appVersions as readonly Values[])
    await insert(tx, 'sites', placesOf(world.places))
    await insert(tx, 'registration_forms', rowsOf(registrationForms, world.registrationForms))
    await insert(tx, 'registration_handlers', rowsOf(registrationHandlers, world.registrationHandlers))
    await insert(tx, 'registration_handlers_v2', rowsOf(registrationHandlersV2, world.registrationHandlersV2))
    await insert(tx, 'registration_data_schemas', rowsOf(registrationDataSchemas, world.registrationDataSchemas))
    await insert(tx, 'registration_data', rowsOf(registrationData, world.registrationData))
    await insert(tx, 'terms', rowsOf(terms, world.terms))
    await insert(tx, 'registration_codes', rowsOf(registrationCodes, world.registrationCodes))
    await insert(tx, 'monitoring_providers', rowsOf(monitoringProviders, world.monitoringProviders))
    await insert(tx, 'provider_tokens', world.providerTokens as readonly Values[])
    await insert(tx, 'license_comments', rowsOf(licenseComments, world.licenseComments))
    await insert(tx, 'public_codes', rowsOf(publicCodes, world.publicCodes))
    await insert(tx, 'documents', rowsOf(documents, world.documents))
    await insert(tx, 'maps', rowsOf(maps, world.maps))
    await insert(tx, 'mobile_users', rowsOf(mobileUsers, world.mobileUsers))
    await insert(
      tx,
      'users',
      rowsOf(users, world.users, (row) => ({ ...row, password_hash: row['hasPassword'] ? hash : null })),
    )
    await insert(tx, 'audit_events', rowsOf(auditEvents, world.auditEvents))
    const locked = world.clients.filter((client) => client.locked).map((client) => client.id)
    for (const table of NUMBERED) await moveOn(tx, table)
    await insert(tx, 'maps', managersOf(world.places, world.maps))
    await sql`update clients set locked = true where id = any (${locked}::int[])`.execute(tx)
  })
}

/** Adds many sites, for `--big`. */
export async function seedPlaces(database: ScopedDatabase, places: Iterable<object>): Promise<void> {
  let chunk: object[] = []
  const write = () =>
    withServer(database, async (tx) => {
      await insert(tx, 'sites', placesOf(chunk))
      await moveOn(tx, 'sites')
      await insert(tx, 'maps', managersOf(chunk))
    })
  for (const place of places) {
    chunk.push(place)
    if (chunk.length < CHUNK) continue
    await write()
    chunk = []
  }
  if (chunk.length > 0) await write()
}

type Named = { id: number; ClientId: number; MobileProfiles: readonly Values[] }

const placesOf = (places: readonly object[]): Values[] =>
  rowsOf(sites, places, ({ MobileProfiles: _, ...place }) => place)

/** Returns the managers that places name as profiles of theirs, except people whose profile the world has already. */
function managersOf(places: readonly object[], told: readonly object[] = []): Values[] {
  const known = new Set(
    (told as readonly MobileProfile[]).map(({ SiteId, profileProps }) => `${SiteId} ${profileProps.email}`),
  )
  return (places as readonly Named[]).flatMap(({ id, ClientId, MobileProfiles }) =>
    MobileProfiles.filter(({ email }) => !known.has(`${id} ${String(email)}`)).map(({ name, ...props }, order) => ({
      created_at: BEGINNING,
      updated_at: BEGINNING,
      client_id: ClientId,
      site_id: id,
      name,
      status: 'active',
      role: 'manager',
      profile_props: props,
      manager_order: order,
    })),
  )
}

/** Returns records as rows: every stored field under its column's name. */
function rowsOf(
  resource: Resource,
  records: readonly object[],
  also: (record: Values) => Values = (record) => record,
): Values[] {
  return records.map((record) =>
    Object.fromEntries([
      ['created_at', BEGINNING],
      ...('updatedAt' in resource.fields ? [['updated_at', BEGINNING]] : []),
      ...Object.entries(also(record as Values)).flatMap(([name, value]) => {
        const declared = resource.fields[name]
        if (!declared && !UNDECLARED.has(name)) return []
        return name === 'hasPassword' ? [] : [[snake(name), value]]
      }),
    ]),
  )
}

async function insert(tx: Tx, table: string, rows: readonly Values[]): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK)
    const columns = [...new Set(chunk.flatMap((row) => Object.keys(row)))].map((column) => sql.ref(column))
    await sql`insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(chunk)}::jsonb)`.execute(
      tx,
    )
  }
}

/** Moves the next id behind the given ones. */
async function moveOn(tx: Tx, table: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    tx,
  )
}
