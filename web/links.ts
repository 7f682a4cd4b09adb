import type { Link } from '@tocsin/core/base/links'

/** Where the operator says that something is outside of the console; undefined where nothing was said. */
export const linkTo = (name: Link): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="tocsin:${name}"]`)?.content
