import { isDeleted, RESTORE_FIRST, restoringOf } from '@tocsin/core/vocabulary/deletion'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { blockedFor, NOT_DELETABLE } from './run-action'
import type { Row } from '../data/row'
import { CLIENT_LOCKED } from '../data/locked-clients'

/** What is not there, rather than there and blocked. */
const HIDES: Readonly<Record<string, readonly string[]>> = {
  update: [CLIENT_LOCKED, RESTORE_FIRST],
  delete: [CLIENT_LOCKED, NOT_DELETABLE, RESTORE_FIRST],
}

/**
 * Whether something is offered of these records at all. To edit and to delete is not, where the client is locked, whose
 * banner says so (PERM-39), and to delete what says of itself that it stays (API-23). What is deleted is restored, and nothing else
 * is. All else that is blocked says why.
 */
export const isOffered = (resource: Resource, action: string, rows: readonly Row[]): boolean => {
  if (action === restoringOf(resource)) return rows.some((row) => isDeleted(resource, row))
  const hides = HIDES[action]
  return !hides || rows.some((row) => !hides.includes(blockedFor(resource, action, row)?.key ?? ''))
}
