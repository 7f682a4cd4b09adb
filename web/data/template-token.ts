/** Returns the token of a shared template at whose address the page is. */
export function tokenInAddress(): string | undefined {
  const { pathname, search } = location
  const isTemplate = /^\/apps\/templates\/\d+/.test(pathname)
  return isTemplate ? (new URLSearchParams(search).get('token') ?? undefined) : undefined
}
