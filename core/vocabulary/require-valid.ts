import { ApiError } from '../base/errors'
import type { Draft, Fields } from './resource'
import { check } from './validate'

/**
 * Checks a draft by the rules of its fields before it is sent. Throws ApiError VALIDATION_FAILED, as the server would.
 */
export function requireValid(fields: Fields, draft: Draft, options: { partial?: boolean } = {}): void {
  const problems = check(fields, draft, options)
  if (problems.length === 0) return
  throw new ApiError({
    status: 400,
    code: 'VALIDATION_FAILED',
    fields: problems.map(({ field, key, values }) => ({ field, message: key, ...(values ? { values } : {}) })),
  })
}
