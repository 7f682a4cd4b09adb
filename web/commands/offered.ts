import { isDeleted, restoringOf } from '@tocsin/core/vocabulary/deletion'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Obstacle } from '@tocsin/core/vocabulary/why-not'
import { refusalOf } from './why'
import { currentAccount } from '../data/account'
import type { Row } from '../data/row'

/** The obstacles that hide a command instead of blocking it. */
const HIDES: Readonly<Record<string, readonly Obstacle[]>> = {
  update: ['lock', 'deleted'],
  delete: ['lock', 'deleted', 'state'],
}

/** Returns whether an action only changes a state, as activation does. */
function isSwitching({ actions }: Resource, action: string): boolean {
  const { patch, undo = '' } = actions[action] ?? {}
  return (patch ?? actions[undo]?.patch) !== undefined
}

/**
 * Returns whether an action is offered on any of these records. Edit and delete are hidden where the client is locked,
 * as its banner says (PERM-39), and on deleted records. Delete is also hidden on a record whose state forbids it
 * (API-23). Restore is offered on deleted records alone. An action that only changes a state is hidden on records that
 * it is blocked on, such as those in that state. Any other blocked action is offered and shows its reason.
 */
export const isOffered = (resource: Resource, action: string, rows: readonly Row[]): boolean => {
  if (action === restoringOf(resource)) return rows.some((row) => isDeleted(resource, row))
  const hides = HIDES[action] ?? []
  const switches = isSwitching(resource, action)
  const viewer = currentAccount()
  return rows.some((row) => {
    if (switches && viewer && resource.actions[action]?.blocked?.(row, viewer)) return false
    const refusal = refusalOf(resource, action, row)
    return refusal === null || !hides.includes(refusal.obstacle)
  })
}
