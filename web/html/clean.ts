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

/**
 * Returns stored HTML, cleaned once more before it is shown: it cannot run scripts, load anything or look like a part of
 * the console.
 */
export const cleanFragment = (html: string): DocumentFragment => clean(html)

/** More tags of pasted text: those that the editor turns into its own, and those that mark a line or a cell. */
const PASTED_TAGS = ['b', 'i', 'div', 'section', 'article', 'tr', 'td', 'th', 'caption', 'dt', 'dd', 'figcaption']
/** The attribute by which the editor recognises its own text. */
const EDITOR_MARK = 'data-pm-slice'

/**
 * Removes `<style>` elements and `style` attributes from pasted HTML. The content policy refuses them even in an inert
 * document, and the browser logs each. A style that these patterns miss is refused all the same.
 */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[^]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''))

/** The tags that end a line within a cell; a paragraph cannot hold them. */
const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, hr, pre, blockquote, ul, ol, li, div, section, article, dt, dd, figcaption, table, thead, tbody, tfoot, tr, td, th, caption'

/** Makes a cell one line: other programs write a paragraph, or several, into each. */
function flatten(cell: Element): void {
  for (const block of cell.querySelectorAll(BLOCKS)) block.replaceWith(' ', ...block.childNodes, ' ')
}

/** Returns pasted HTML, cleaned for the editor. A row of a table becomes a paragraph with a space between the cells. */
export function cleanPasted(html: string): string {
  const body = document.implementation.createHTMLDocument('').body
  body.append(clean(withoutStyles(html), ['table', 'thead', 'tbody', 'tfoot', ...PASTED_TAGS], [EDITOR_MARK]))
  for (const row of body.querySelectorAll('tr')) {
    const line = body.ownerDocument.createElement('p')
    for (const cell of row.children) {
      flatten(cell)
      if (line.hasChildNodes()) line.append(' ')
      line.append(...cell.childNodes)
    }
    row.replaceWith(line)
  }
  for (const part of body.querySelectorAll('table, thead, tbody, tfoot')) part.replaceWith(...part.childNodes)
  return body.innerHTML
}
