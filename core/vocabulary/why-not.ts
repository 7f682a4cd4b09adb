import { isDeleted, refusedDeleted, restoringOf } from './deletion'
import type { Account } from './permissions'
import type { Draft, Reason, Resource } from './resource'

/**
 * The obstacle to an action, in the order of the checks: the user (403), the lock of the record's client (401), a
 * deletion, and the present state of the record (both 400 BLOCKED).
 */
export type Obstacle = 'account' | 'lock' | 'deleted' | 'state'
export type Refusal = { obstacle: Obstacle; reason: Reason }

type Asked = {
  resource: Resource
  /** One of the resource's actions, `update` or `delete`. */
  action: string
  record: Draft & { id: number }
  viewer: Account
  /** The reason given if the record's client is locked; null if it is not, or if that is unknown. */
  lock: Reason | null
}

/**
 * Returns the obstacle that keeps a viewer from an action on a record now, or null. Console, terminal and server call
 * this function, so that they refuse and skip alike. Existence, permission and site are checked before it, the version
 * and the input after it.
 */
export function whyNot({ resource, action, record, viewer, lock }: Asked): Refusal | null {
  const { own, forbiddenReason, undeletable, actions } = resource
  const declared = actions[action]
  const account = forbiddenReason?.(record, viewer, action)
  if (account) return { obstacle: 'account', reason: account }
  const mindsLock = !declared?.whileLocked && !(action === 'update' && own?.(record.id, viewer))
  if (lock && mindsLock) return { obstacle: 'lock', reason: lock }
  const deleted = refusedDeleted(resource, record, action)
  if (deleted) return { obstacle: 'deleted', reason: deleted }
  const state = action === 'delete' ? undeletable?.(record) : declared?.blocked?.(record, viewer)
  return state ? { obstacle: 'state', reason: state } : null
}

export type Reached = Pick<Asked, 'resource' | 'action' | 'record'> & { input: Draft }

/** Returns whether a record is already as an action or `delete` would leave it, so that a refusal leaves nothing to do. */
export function isReached({ resource, action, record, input }: Reached): boolean {
  if (action === 'delete') return isDeleted(resource, record)
  if (action === restoringOf(resource)) return !isDeleted(resource, record)
  const { patch, reached } = resource.actions[action] ?? {}
  if (!patch) return reached?.(record) ?? false
  return Object.entries(patch(record, input)).every(([field, value]) => record[field] === value)
}
