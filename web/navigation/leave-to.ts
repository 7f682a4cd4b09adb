import { here } from './hrefs'

type Navigate = (to: string, options?: { replace?: boolean; state?: unknown }) => void

/** Returns the history state of a place that a list leads to: the address it came from. */
export const fromHere = (): { from: string } => ({ from: here() })

/**
 * Goes back to the place that a form was opened from. If it is the previous entry of the history, it goes back there,
 * so that a list comes back as it was left, at the same row; else it goes to the address.
 */
export function leaveTo(href: string, navigate: Navigate): void {
  const { from } = (history.state ?? {}) as { from?: unknown }
  if (from === href.split('#')[0]) history.back()
  else navigate(href, { replace: true })
}
