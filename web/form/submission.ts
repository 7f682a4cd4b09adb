import { ApiError } from '@tocsin/core/base/errors'
import { newId } from '../new-id'

/**
 * Makes the idempotency key under which a new record is sent. The key stays the same while the same draft is sent again
 * for lack of a response, so that the record is created once. After a refusal the next attempt has a new key.
 */
export function createSubmission(makeKey: () => string = newId) {
  let last: { text: string; key: string } | null = null
  return {
    keyFor: (draft: unknown): string => {
      const text = JSON.stringify(draft)
      if (last?.text !== text) last = { text, key: makeKey() }
      return last.key
    },
    failed: (error: unknown): void => {
      if (!(error instanceof ApiError && error.temporary)) last = null
    },
  }
}
