import type { Links } from '@tocsin/core/base/links'

const ATTRIBUTE: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

/**
 * Returns the console's page with the links in it, so that the sign-in screen shows them without a request, and
 * with the address of a map where the configuration names one.
 */
export function pageWithLinks(page: string, links: Links = {}, mapsUrl?: string): string {
  const tags = Object.entries(mapsUrl === undefined ? links : { ...links, maps: mapsUrl }).map(
    ([name, address]) =>
      `<meta name="tocsin:${name}" content="${address.replace(/[&"<>]/g, (one) => ATTRIBUTE[one] ?? '')}" />`,
  )
  return page.replace('</head>', () => `${tags.join('')}</head>`)
}
