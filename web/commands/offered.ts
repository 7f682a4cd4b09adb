import { isDeleted, restoringOf } from '@tocsin/core/vocabulary/deletion'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Obstacle } from '@tocsin/core/vocabulary/why-not'
import { refusalOf } from './why'
import type { Row } from '../data/row'

/** The obstacles that hide a command instead of blocking it. */
const HIDES: Readonly<Record<string, readonly Obstacle[]>> = {
  update: ['lock', 'deleted'],
  delete: ['lock', 'deleted', 'state'],
}

/**
 * Returns whether an action is offered on these records at all. Edit and delete are hidden where the client is locked,
 * as its banner says (PERM-39), and on deleted records; delete also on a record that says it stays (API-23). Restore is
 * offered on deleted records alone. Any other blocked action gives its reason.
 */
export const isOffered = (resource: Resource, action: string, rows: readonly Row[]): boolean => {
  if (action === restoringOf(resource)) return rows.some((row) => isDeleted(resource, row))
  const hides = HIDES[action]
  if (!hides) return true
  return rows.some((row) => {
    const refusal = refusalOf(resource, action, row)
    return refusal === null || !hides.includes(refusal.obstacle)
  })
}
