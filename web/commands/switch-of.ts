import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'

/** The two actions of a resource that `T` switches between: deactivation and its inverse. */
export type Switch = { on: string; off: string }

const OFF = 'deactivate'

/** Returns the switch of a resource; null where it has none. */
export function switchOf({ actions }: Resource): Switch | null {
  const on = actions[OFF]?.undo
  return on !== undefined && actions[on] ? { on, off: OFF } : null
}

/** Returns the action that the switch runs next on a record: off unless that is blocked, else on. */
export const nextOf = (resource: Resource, { on, off }: Switch, row: Row, account: Profile): string =>
  resource.actions[off]?.blocked?.(row, account) ? on : off
