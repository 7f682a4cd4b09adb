import { here } from './hrefs'

type Navigate = (to: string, options?: { replace?: boolean; state?: unknown }) => void

/** Returns the history state for a page that is opened from this one: the present address. */
export const fromHere = (): { from: string } => ({ from: here() })

/**
 * Returns to the address that a form was opened from. If that is the previous entry of the history, it goes back, so
 * that a list is shown as it was left, at the same row. Otherwise it navigates to the address.
 */
export function leaveTo(href: string, navigate: Navigate): void {
  const { from } = (history.state ?? {}) as { from?: unknown }
  if (from === href.split('#')[0]) history.back()
  else navigate(href, { replace: true })
}
