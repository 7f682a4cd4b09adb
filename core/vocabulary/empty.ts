import { UNSEEN } from './kinds'

/** Matches a visible character. */
export const VISIBLE = new RegExp(`[^${UNSEEN}]`, 'u')

/** Returns whether a text has no visible character; most texts show one at once, with their first character. */
function isUnseen(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 32 && first < 127) && !VISIBLE.test(text)
}

/** Returns whether a value is empty: absent, null, white space and invisible characters alone, or no items (VAL-02). */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return isUnseen(value)
  return Array.isArray(value) && value.length === 0
}
