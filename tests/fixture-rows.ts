import type { Draft, Field, Resource } from '@tocsin/core/vocabulary/resource'
import { clientOf } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import { world } from '../fixtures/world'

export type FixtureRow = Draft & { id: number }
type Stored = Pick<Resource, 'name' | 'kindOf'>

const fixtures = world.fixtures.flatMap((one) => ('resource' in one ? [one] : []))
const storedAs = ({ name, kindOf }: Stored): string => kindOf?.resource ?? name

/** Returns the rows of the fixtures that are records of a resource; of a kind, those among the rows of its resource. */
export function fixtureRows(resource: Stored): FixtureRow[] {
  const { name, kindOf } = resource
  const fixture = fixtures.find((one) => one.resource.name === storedAs(resource))
  // An event gets its id when it is written.
  const rows: FixtureRow[] = fixture?.rows.map((row, index) => ({ id: index + 1, ...row })) ?? []
  const found = rows.filter((row) => !kindOf || row[kindOf.field] === kindOf.value)
  if (found.length === 0)
    throw new Error(
      `${name} has no rows in fixtures: add fixtures/${storedAs(resource)}.ts and its line in fixtures/world.ts`,
    )
  return found
}

/** The ids that rows of the fixtures point to, by resource. */
const pointedTo = new Map<string, Set<unknown>>()
for (const { resource, rows } of fixtures)
  for (const [name, { type, of = '' }] of Object.entries(resource.fields))
    if (type === 'ref' || type === 'refs')
      for (const row of rows as readonly Draft[]) {
        const ids = pointedTo.get(of) ?? new Set()
        for (const id of [row[name]].flat()) ids.add(id)
        pointedTo.set(of, ids)
      }

/** Returns the first row of a client that no other row points to, so that nothing but the client stands in its way. */
export function freeRow(resource: Pick<Resource, 'name' | 'kindOf' | 'tenant'>, client: number): FixtureRow {
  const own = fixtureRows(resource).filter((row) => clientOf(resource, row) === client)
  const row = own.find(({ id }) => !pointedTo.get(storedAs(resource))?.has(id)) ?? own[0]
  if (!row)
    throw new Error(`${resource.name} has no row of client ${client}: add one to fixtures/${storedAs(resource)}.ts`)
  return row
}

export const isRequired = (field: Field): boolean => field.rules?.some((rule) => rule.required) ?? false

const password = { password: 'Abcdef12', passwordConfirm: 'Abcdef12' }

/** The fields of a new record that no row can lend it. */
const NEW: Readonly<Record<string, (n: number) => Draft>> = {
  // A client is made with its first user, whom its row does not name.
  clients: (n) => ({ manager: { username: `m${n}`, email: 'm@example.org', name: 'm' } }),
  // No two users have the same name, and passwords are in no fixture.
  users: (n) => ({ username: `u${n}`, ...password }),
  // The channels of messages have two providers, of which one must be chosen.
  'broadcast-messages': () => ({ MonitoringProviderId: 1 }),
  // A code has exactly six characters.
  'public-codes': (n) => ({ code: String(100_000 + n).slice(0, 6) }),
}

/** Returns a draft like a row: the row's values of what is required, with a name of its own. The n-th differs from the others. */
export function draftLike({ name, fields, title }: Resource, row: FixtureRow, n = 1): Draft {
  const draft: Draft = { ...NEW[name]?.(n) }
  const lend = (key: string): void => {
    if (row[key] == null)
      throw new Error(`row ${row.id} of fixtures/${name}.ts has no ${key}, which a new record must have: add it`)
    draft[key] = key === title && fields[key]?.type === 'text' ? `x${n}` : row[key]
  }
  for (const [key, field] of Object.entries(fields))
    if (field.readonly !== true && isRequired(field) && !(key in draft) && field.when?.(row) !== false) lend(key)
  // A rule may want more of such a record.
  for (const { field } of check(fields, draft)) if (!(field in draft)) lend(field)
  return draft
}
