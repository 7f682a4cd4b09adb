import type { Link } from '@tocsin/core/base/links'

/** Returns the operator's address of a place outside of the console; undefined if none is given. */
export const linkTo = (name: Link): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="tocsin:${name}"]`)?.content
