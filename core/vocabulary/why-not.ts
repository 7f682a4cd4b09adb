import { refusedDeleted } from './deletion'
import type { Account } from './permissions'
import type { Draft, Reason, Resource } from './resource'

/**
 * What stands in the way, in the order in which it is looked for: who asks (403), the lock of the record's client (401), a
 * deletion, and what the record is like now (both 400 BLOCKED).
 */
export type Obstacle = 'account' | 'lock' | 'deleted' | 'state'
export type Refusal = { obstacle: Obstacle; reason: Reason }

type Asked = {
  resource: Resource
  /** One of the resource's actions, `update` or `delete`. */
  action: string
  record: Draft & { id: number }
  viewer: Account
  /** The reason that the record's client gives while it is locked; null where it is open, or nobody knows. */
  lock: Reason | null
}

/**
 * Returns what keeps a viewer who has the permission from doing something to a record now, or null. Console, terminal and
 * server ask here, so that they refuse and skip alike. Existence, permission and site are asked before this, the version and
 * the input after it.
 */
export function whyNot({ resource, action, record, viewer, lock }: Asked): Refusal | null {
  const { own, untouchable, undeletable, actions } = resource
  const declared = actions[action]
  const account = untouchable?.(record, viewer, action)
  if (account) return { obstacle: 'account', reason: account }
  const mindsLock = !declared?.whileLocked && !(action === 'update' && own?.(record.id, viewer))
  if (lock && mindsLock) return { obstacle: 'lock', reason: lock }
  const deleted = refusedDeleted(resource, record, action)
  if (deleted) return { obstacle: 'deleted', reason: deleted }
  const state = action === 'delete' ? undeletable?.(record) : declared?.blocked?.(record, viewer)
  return state ? { obstacle: 'state', reason: state } : null
}
