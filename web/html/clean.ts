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

/** Cleans a stored text once more before it is shown: nothing in it runs, loads or looks like ours. */
export const cleanFragment = (html: string): DocumentFragment => clean(html)

/** Tags the editor reads as its own ones, and tags that stand for a line of their own. */
const READ = ['b', 'i', 'div', 'section', 'article', 'tr', 'td', 'th', 'caption', 'dt', 'dd', 'figcaption']
/** The attribute by which the editor recognises its own text. */
const OWN = 'data-pm-slice'

/**
 * Removes the styles of another program: the page's own policy refuses them as soon as they are parsed, however inert
 * the parser, and reports each in the console. Any style past these patterns is refused all the same.
 */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[^]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''))

/** Cleans pasted text before the editor reads it: a row of a table becomes a paragraph with its cells apart. */
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
