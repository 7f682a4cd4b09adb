import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'

/** The two actions of a noun that `T` goes to and fro between: putting out of use, and what takes that back. */
export type Switch = { on: string; off: string }

const OFF = 'deactivate'

/** The switch of a noun; null where it has none. */
export function switchOf({ actions }: Resource): Switch | null {
  const on = actions[OFF]?.undo
  return on !== undefined && actions[on] ? { on, off: OFF } : null
}

/** Which of the two is next for a record: to put out what can be, else to take it in. */
export const nextOf = (resource: Resource, { on, off }: Switch, row: Row, account: Profile): string =>
  resource.actions[off]?.blocked?.(row, account) ? on : off
