/** Where a noun's screens are: `/sites`, `/sites/7/show`, `/sites/7`, `/sites/create`. */
export const listHref = (noun: string): string => `/${noun}`
export const showHref = (noun: string, id: number): string => `/${noun}/${id}/show`
export const editHref = (noun: string, id: number): string => `/${noun}/${id}`

/** Where one is made: with what is known already, and where to go back to. */
export function createHref(noun: string, known: Record<string, string | number> = {}, redirect?: string): string {
  const query = new URLSearchParams(Object.entries(known).map(([name, value]) => [name, String(value)]))
  if (redirect) query.set('redirect', redirect)
  const text = query.toString()
  return `/${noun}/create${text ? `?${text}` : ''}`
}

/**
 * Where a form goes when it is done, from `?redirect=`: a path on this origin that begins with one slash, read the way a
 * browser reads it, so that no spelling of another origin gets through (A-072, T65).
 */
export function safeRedirect(text: string | null): string | null {
  if (!text?.startsWith('/') || /^[/\\]{2}/.test(text) || /[\u0000-\u001f\\]/.test(text)) return null
  try {
    const base = 'https://here.invalid'
    const url = new URL(text, base)
    return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
  } catch {
    return null
  }
}

/**
 * Where a form leads that has made a record: back to the list it came from, there to the new row; to another place of the
 * console as it is.
 */
export function withRow(href: string, id: number): string {
  const [address = '', hash] = href.split('#')
  const path = address.split('?')[0] ?? ''
  const isList = /^\/[a-z-]+$/.test(path) || /^\/[a-z-]+\/\d+\/show$/.test(path)
  return isList && hash === undefined ? `${address}#row=${id}` : href
}

/** The place one was at, to come back to. */
export const here = (): string => location.pathname + location.search
