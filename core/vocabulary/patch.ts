import { ApiError } from '../base/errors'
import type { Draft, Resource } from './resource'
import { canonical, check } from './validate'

/**
 * Returns the changes of an action that is really an update, or undefined for any other action. Checks the input by its
 * rules first, since the server sees the changes alone. Throws ApiError VALIDATION_FAILED.
 */
export function patchOf({ actions }: Resource, action: string, row: object, given: Draft): Draft | undefined {
  const { patch, input = {} } = actions[action] ?? {}
  if (!patch) return undefined
  const problems = check(input, given)
  if (problems.length > 0) {
    const fields = problems.map(({ field, key, values }) => ({ field, message: key, ...(values ? { values } : {}) }))
    throw new ApiError({ status: 400, code: 'VALIDATION_FAILED', fields })
  }
  return patch(row, canonical(input, given)) as Draft
}
