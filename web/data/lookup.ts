import type { ListQuery } from '@tocsin/core/api/client'
import { ApiError } from '@tocsin/core/base/errors'

/** Number of records a lookup offers, wherever one is chosen: in a form, a filter, a page of the palette (CONST-13). */
export const CHOICES = 15

/** A lookup starts once nothing was typed for this long, in milliseconds (CONST-16, A-013). */
export const QUIET = 400

/** Returns the query for the first records that match the typed text, the oldest first (AUTOC-01). */
export const lookupOf = (typed: string): ListQuery => {
  const q = typed.trim()
  return { limit: CHOICES, offset: 0, order: 'createdAt ASC', ...(q ? { q } : {}) }
}

/** Logs a lookup that failed (AUTOC-03); the caller shows the failure beside the choices. */
export function logFailure(resource: string, error: unknown): void {
  const said = error instanceof ApiError ? [error.code, error.requestId ?? ''] : [error]
  // oxlint-disable-next-line eslint/no-console -- the specification wants it logged
  console.warn(`${resource}: ${String(said[0])}`, ...said.slice(1))
}
