import { HTML_ATTRIBUTES, HTML_TAGS, SAFE_LINK } from '@tocsin/core/base/html'
import createDOMPurify from 'dompurify'

const purifier = createDOMPurify(window)

const clean = (html: string, tags: readonly string[] = [], attributes: readonly string[] = []): DocumentFragment =>
  purifier.sanitize(html, {
    ALLOWED_TAGS: [...HTML_TAGS, '#text', ...tags],
    ALLOWED_ATTR: [...Object.values(HTML_ATTRIBUTES).flat(), ...attributes],
    ALLOWED_URI_REGEXP: SAFE_LINK,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })

/** A text as the server keeps it, cleaned once more by who shows it: nothing in it runs, loads or looks like ours. */
export const cleanFragment = (html: string): DocumentFragment => clean(html)

/** What the editor reads as one of its own, and what stands for a line of its own. */
const READ = ['b', 'i', 'div', 'section', 'article', 'tr', 'td', 'th', 'caption', 'dt', 'dd', 'figcaption']
/** By which the editor knows its own text again. */
const OWN = 'data-pm-slice'

/**
 * Leaves out what another program's look is made of: the page's own policy refuses it as soon as it is parsed, however
 * inert the parser, and tells the console of each. What gets past these patterns is refused all the same.
 */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[^]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''))

/** What is pasted, before the editor reads it: a row of a table becomes a paragraph in which its cells stay apart. */
export function cleanPasted(html: string): string {
  const body = document.implementation.createHTMLDocument('').body
  body.append(clean(withoutStyles(html), ['table', 'thead', 'tbody', 'tfoot', ...READ], [OWN]))
  for (const row of body.querySelectorAll('tr')) {
    const line = body.ownerDocument.createElement('p')
    for (const cell of row.children) {
      if (line.hasChildNodes()) line.append(' ')
      line.append(...cell.childNodes)
    }
    row.replaceWith(line)
  }
  for (const part of body.querySelectorAll('table, thead, tbody, tfoot')) part.replaceWith(...part.childNodes)
  return body.innerHTML
}
