/**
 * The tags that an HTML text may have. The editor can write all of them. None runs code, loads anything, looks
 * like the page around it or links to anything but the web, a mailbox or a phone. The server cleans stored texts by
 * this list, and the console cleans by it again what it shows.
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

/**
 * The schemes of a link (T51), in lower case. A link has to name one, so that its target does not depend on the page
 * around it.
 */
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
