import type { ListQuery } from '@tocsin/core/api/client'
import { ApiError } from '@tocsin/core/base/errors'

/** As many records as are looked up at once, wherever one is chosen: in a form, a filter, a page of the palette (CONST-13). */
export const CHOICES = 15

/** They are looked up once nothing was typed for so long (CONST-16, A-013), in milliseconds. */
export const QUIET = 400

/** The first of them that match what is typed, the oldest first (AUTOC-01). */
export const lookupOf = (typed: string): ListQuery => {
  const q = typed.trim()
  return { limit: CHOICES, offset: 0, order: 'createdAt ASC', ...(q ? { q } : {}) }
}

/** Logs a lookup that failed (AUTOC-03); whoever shows the choices tells it. */
export function logFailure(noun: string, error: unknown): void {
  const said = error instanceof ApiError ? [error.code, error.requestId ?? ''] : [error]
  // oxlint-disable-next-line eslint/no-console -- the specification wants it logged
  console.warn(`${noun}: ${String(said[0])}`, ...said.slice(1))
}
