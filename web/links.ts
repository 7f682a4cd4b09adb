import type { Link } from '@tocsin/core/base/links'

/**
 * Returns the address of a link out of the console, or of `maps`, as the operator has set it; undefined where unset
 * (A-111, A-156).
 */
export const linkTo = (name: Link | 'maps'): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="tocsin:${name}"]`)?.content
