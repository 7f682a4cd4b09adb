import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { world } from '../fixtures/world'

export type FixtureRow = Draft & { id: number }

/** Returns the rows of the fixtures that are records of a resource; of a kind, those among the rows of its resource. */
export function fixtureRows({ name, kindOf }: Pick<Resource, 'name' | 'kindOf'>): FixtureRow[] {
  const stored = kindOf?.noun ?? name
  const fixture = world.fixtures.find((one) => 'resource' in one && one.resource.name === stored)
  // An event gets its id when it is written.
  const rows: FixtureRow[] = fixture?.rows.map((row, index) => ({ id: index + 1, ...row })) ?? []
  const found = rows.filter((row) => !kindOf || row[kindOf.field] === kindOf.value)
  if (found.length === 0)
    throw new Error(`${name} has no rows in fixtures: add fixtures/${stored}.ts and its line in fixtures/world.ts`)
  return found
}
