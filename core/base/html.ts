/**
 * The HTML that our texts may hold: what its editor can write, and nothing that runs, loads, looks like the
 * page around it or leads anywhere but to the web, a mailbox or a phone. The one list for the server, which cleans what
 * is stored, the editor, and the page, which cleans again what it shows.
 */
export const HTML_TAGS = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'br',
  'hr',
  'strong',
  'em',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
] as const

/** The attributes of each tag; all others have none. */
export const HTML_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = { a: ['href'], ol: ['start'] }

/** The schemes of a link (T51), spelled out in small letters, so that nothing around a link decides where it leads. */
export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const

export const SAFE_LINK = new RegExp(`^(${LINK_SCHEMES.join('|')}):[^\\s\\u0000-\\u001f]+$`)

/** Returns whether a link has one of these schemes. */
export const isSafeLink = (address: string): boolean => SAFE_LINK.test(address)

/** Returns the words of an HTML text: without its tags, and with the few escaped characters decoded. */
export function htmlText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|&#160;|&#xa0;/gi, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
