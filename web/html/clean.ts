import { HTML_ATTRIBUTES, HTML_TAGS, SAFE_LINK } from '@tocsin/core/html'
import createDOMPurify from 'dompurify'

const purifier = createDOMPurify(window)

/** A text as the server keeps it, cleaned once more by who shows it: nothing in it runs, loads or looks like ours. */
export function cleanFragment(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...HTML_TAGS, '#text'],
    ALLOWED_ATTR: Object.values(HTML_ATTRIBUTES).flat(),
    ALLOWED_URI_REGEXP: SAFE_LINK,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
}
