import { snake } from '@tocsin/core/base/naming'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { ScopedDatabase } from '../db/open'
import type { Tx } from '../db/transaction'
import { serveResources } from '../resources/index'
import type { Passwords } from '../secrets/passwords'

type Values = Record<string, unknown>

/** Rows of a resource, as requests spell them, or of a table that no resource declares, by its columns. */
export type Fixture = { rows: readonly object[] } & (
  | {
      resource: Resource
      /** Returns columns that are in no declaration. `passwordHash` is the hash of the world's password. */
      columns?: (row: never, passwordHash: string) => object
      /** Fields that are set after all rows are in: their values, such as a lock, would prevent other rows. */
      last?: readonly string[]
      /** True if other fixtures' rows are read as these. */
      isView?: boolean
    }
  | { table: string }
)

/** The demo's world: its rows, each after those that it points to, and the password of all its users. */
export type World = { fixtures: readonly Fixture[]; password: string }

/** The rows of a statement: enough to be quick, and few enough that no statement takes long. */
const CHUNK = 1000

/** The time at which the rows of the world were created, whenever it is seeded. */
const BEGINNING = '2026-01-01T00:00:00Z'

/** Writes the fixtures' world into an empty database. */
export async function seedWorld(database: ScopedDatabase, world: World, passwords: Passwords): Promise<void> {
  const hash = await passwords.hash(world.password)
  const stored = await storedFields()
  await withServer(database, async (tx) => {
    for (const fixture of world.fixtures)
      if (!('isView' in fixture && fixture.isView)) await put(tx, fixture, stored, hash)
    for (const fixture of world.fixtures)
      if ('resource' in fixture) for (const field of fixture.last ?? []) await setLast(tx, fixture, field)
  })
}

/** Adds more rows to a seeded world, for `--big`: each fixture in a transaction of its own. */
export async function seedMore(database: ScopedDatabase, fixtures: Iterable<Fixture>): Promise<void> {
  const stored = await storedFields()
  for (const fixture of fixtures) await withServer(database, (tx) => put(tx, fixture, stored, ''))
}

type Stored = (resource: Resource, field: string) => boolean

/** Returns a function that tells whether a field of a resource is a column. */
async function storedFields(): Promise<Stored> {
  const resources = await serveResources()
  return ({ name }, field) => resources.get(name)?.stored.has(field) === true
}

const tableOf = (fixture: Fixture): string => ('table' in fixture ? fixture.table : snake(fixture.resource.name))

async function put(tx: Tx, fixture: Fixture, stored: Stored, hash: string): Promise<void> {
  const table = tableOf(fixture)
  const rows = 'table' in fixture ? (fixture.rows as readonly Values[]) : rowsOf(fixture, stored, hash)
  for (let start = 0; start < rows.length; start += CHUNK) await insert(tx, table, rows.slice(start, start + CHUNK))
  // The next id comes after the given ones.
  if (rows.some((row) => row['id'] !== undefined))
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      tx,
    )
}

/** Returns records as rows: every stored field under the name of its column. */
function rowsOf(fixture: Extract<Fixture, { resource: Resource }>, stored: Stored, hash: string): Values[] {
  const { resource, rows, columns, last = [] } = fixture
  return (rows as readonly Values[]).map((row) => ({
    created_at: BEGINNING,
    ...('updatedAt' in resource.fields ? { updated_at: BEGINNING } : {}),
    ...Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => stored(resource, name) && !last.includes(name))
        .map(([name, value]) => [snake(name), value]),
    ),
    ...columns?.(row as never, hash),
  }))
}

async function insert(tx: Tx, table: string, rows: readonly Values[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((column) => sql.ref(column))
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}

async function setLast(tx: Tx, fixture: Fixture, field: string): Promise<void> {
  const table = sql.table(tableOf(fixture))
  const column = sql.ref(snake(field))
  const values = (fixture.rows as readonly Values[]).map((row) => ({ id: row['id'], [snake(field)]: row[field] }))
  await sql`update ${table} set ${column} = given.${column}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(values)}::jsonb) given
    where ${table}.id = given.id and ${table}.${column} is distinct from given.${column}`.execute(tx)
}
