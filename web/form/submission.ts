import { ApiError } from '@tocsin/core/base/errors'

/** Makes a unique key. An insecure context has no randomUUID; random numbers are enough to tell two requests apart. */
export const newKey = (): string =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join('-')

/**
 * Gives the key under which a new record is sent. It stays the same while the same draft is sent again for lack of an
 * answer, so that the record is made once. A refusal ends it.
 */
export function createSubmission(makeKey: () => string = newKey) {
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
