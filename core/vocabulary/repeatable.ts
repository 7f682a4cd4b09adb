import { same } from '../base/same'
import { restoringOf } from './deletion'
import type { Reached } from './why-not'

/**
 * Returns whether an action leaves a record the same when it is done twice, so that it may be repeated at will: a toggle and
 * a message that is sent do not.
 */
export function isRepeatable({ resource, action, record, input }: Reached): boolean {
  if (action === 'delete' || action === restoringOf(resource)) return true
  const { patch, reached } = resource.actions[action] ?? {}
  if (!patch) return reached !== undefined
  const once = patch(record, input)
  return same(patch({ ...record, ...once }, input), once)
}
