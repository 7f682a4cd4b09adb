import { HTML_ATTRIBUTES, HTML_TAGS, isSafeLink, LINK_SCHEMES } from '@tocsin/core/html'
import type { Draft, Fields } from '@tocsin/core/resource'
import { fromHtml } from 'hast-util-from-html'
import { sanitize, type Schema } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { invalid } from './failures'

type Tree = ReturnType<typeof fromHtml>
type Part = Tree['children'][number]

const SCHEMA: Schema = {
  tagNames: [...HTML_TAGS],
  attributes: Object.fromEntries(Object.entries(HTML_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
  protocols: { href: [...LINK_SCHEMES] },
  // Not their words either: they are no text.
  strip: ['script', 'style', 'title', 'textarea', 'template', 'svg', 'math', 'iframe', 'object', 'noscript', 'noembed'],
}

/** The looks of old texts under the names that the editor writes. */
const RENAMED: Readonly<Record<string, string>> = { b: 'strong', i: 'em' }

/** Deeper than anybody writes, and no deeper than what reads it can go. */
const DEPTH = 200

/** Elements that end where they begin. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'wbr', 'meta', 'link', 'col', 'source', 'area'])

/**
 * A text with nothing in it but what `core/html` allows, as the browser would read it; empty where nothing is left that
 * could be read. Cleaning what is clean changes nothing. Throws RangeError for what is nested beyond reason.
 */
export function cleanHtml(html: string): string {
  // Composed before and not after: an accent that came to lie upon a tag's end would open it again.
  const text = html.normalize('NFC')
  if (leftOpen(text) > DEPTH) throw new RangeError('depth')
  const tree = fromHtml(text, { fragment: true })
  prepare(tree, 0)
  const clean = sanitize(tree, SCHEMA) as Tree
  const written = toHtml(clean).replace(/>(\p{M})/gu, (_, mark: string) => `>&#${mark.codePointAt(0)};`)
  return written.trim()
}

/** How many tags are never closed: reading ten thousand of them takes a reader of HTML seconds. */
function leftOpen(html: string): number {
  const open = new Map<string, number>()
  let count = 0
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = tag.toLowerCase()
    const before = open.get(name) ?? 0
    if (VOID.has(name) || (slash && before === 0)) continue
    open.set(name, before + (slash ? -1 : 1))
    count += slash ? -1 : 1
  }
  return count
}

function prepare(part: Tree | Part, depth: number): void {
  if (depth > DEPTH) throw new RangeError('depth')
  if (part.type === 'element') {
    part.tagName = RENAMED[part.tagName] ?? part.tagName
    const [first] = part.children
    // A line end right behind it is none to a reader, once there and not twice.
    if (part.tagName === 'pre' && first?.type === 'text') first.value = first.value.replace(/^\n+/, '')
    const { href, start } = part.properties
    if (href !== undefined && !(typeof href === 'string' && isSafeLink(href))) delete part.properties['href']
    if (typeof start !== 'number') delete part.properties['start']
  }
  if ('children' in part) for (const child of part.children) prepare(child, depth + 1)
}

/** A draft with its HTML cleaned, before anybody checks it: what is only markup is nothing. Throws ApiError 400. */
export function withCleanHtml(fields: Fields, draft: Draft): Draft {
  const cleaned: Draft = { ...draft }
  for (const [name, { type }] of Object.entries(fields)) {
    const value = draft[name]
    if (type !== 'html' || typeof value !== 'string') continue
    try {
      cleaned[name] = cleanHtml(value)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw invalid([{ field: name, key: 'formErrors.depth', values: { max: DEPTH } }])
    }
  }
  return cleaned
}
