import { isDeleted, restoringOf } from '@tocsin/core/vocabulary/deletion'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Obstacle } from '@tocsin/core/vocabulary/why-not'
import { refusalOf } from './run-action'
import type { Row } from '../data/row'

/** What is not there, rather than there and blocked. */
const HIDES: Readonly<Record<string, readonly Obstacle[]>> = {
  update: ['lock', 'deleted'],
  delete: ['lock', 'deleted', 'state'],
}

/**
 * Whether something is offered of these records at all. To edit and to delete is not, where the client is locked, whose
 * banner says so (PERM-39), and to delete what says of itself that it stays (API-23). What is deleted is restored, and nothing else
 * is. All else that is blocked says why.
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
