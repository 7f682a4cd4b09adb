import { clientOf, type Reason, type Resource } from '@tocsin/core/vocabulary/resource'
import { whyNot, type Refusal } from '@tocsin/core/vocabulary/why-not'
import { currentAccount } from '../data/account'
import { lockedReason } from '../data/locked-clients'
import type { Row } from '../data/row'
import type { Targets } from './targets'

/** Returns what keeps the current account from an action, `update` or `delete` on a record as last seen, or null. */
export function refusalOf(resource: Resource, action: string, row: Row): Refusal | null {
  const viewer = currentAccount()
  if (!viewer) return null
  return whyNot({ resource, action, record: row, viewer, lock: lockedReason(clientOf(resource, row)) })
}

/** Returns the reason an action is blocked on a record, or null. */
export const blockedFor = (resource: Resource, action: string, row: Row): Reason | null =>
  refusalOf(resource, action, row)?.reason ?? null

/** Returns the first reason if every record is blocked; null if any is not, since the action can then run. */
export function blockedForAll(resource: Resource, action: string, targets: Targets): Reason | null {
  if (targets.kind !== 'rows') return null
  const reasons = targets.rows.map((row) => blockedFor(resource, action, row))
  return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null
}
