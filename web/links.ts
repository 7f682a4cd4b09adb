import type { Link } from '@tocsin/core/base/links'

/** Returns the address of a link out of the console, as the operator has set it; undefined where unset. */
export const linkTo = (name: Link): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="tocsin:${name}"]`)?.content
