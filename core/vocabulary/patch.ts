import type { Draft, Resource } from './resource'
import { requireValid } from './require-valid'
import { canonical } from './validate'

/**
 * Returns the changes of an action that is really an update, or undefined for any other action. Checks the input by its
 * rules first, since the server sees the changes alone. Throws ApiError VALIDATION_FAILED.
 */
export function patchOf({ actions }: Resource, action: string, row: object, given: Draft): Draft | undefined {
  const { patch, partial = false, input = {} } = actions[action] ?? {}
  if (!patch) return undefined
  requireValid(input, given, { partial })
  return patch(row, partial ? given : canonical(input, given)) as Draft
}
