import { ApiError } from '@tocsin/core/base/errors'

/** A key nobody else has. Without a secure context there is no randomUUID; chance is enough to tell two sendings apart. */
export const newKey = (): string =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join('-')

/**
 * The key under which a new record is sent: the same as long as the same is sent again because no answer came, so that
 * it is made once. After a refusal it is another sending.
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
