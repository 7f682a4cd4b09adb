import { setImmediate } from 'node:timers/promises'
import { HTML_ATTRIBUTES, HTML_TAGS, isSafeLink } from '@tocsin/core/base/html'
import { normalForm } from '@tocsin/core/base/normal-form'
import type { Draft, Fields } from '@tocsin/core/vocabulary/resource'
import { defaultTreeAdapter, Parser, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5'
import { invalid } from '../http/failures'

type Node = DefaultTreeAdapterMap['childNode']
type Element = DefaultTreeAdapterMap['element']

const KEPT: ReadonlySet<string> = new Set(HTML_TAGS)
/** Elements whose content is dropped with them: it is no text. */
const DROPPED: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'noscript',
  'noembed',
])

/** The old names of styles, and the names that the editor writes. */
const RENAMED: Readonly<Record<string, string>> = { b: 'strong', i: 'em' }

/** Elements that have no content and no end tag. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr'])

/** The deepest nesting allowed: deeper than anybody writes, and no deeper than its readers can go. */
const DEPTH = 200

/** Characters read, and elements written, before other requests get their turn. */
const SLICE = 16_384
const TURN = 4_096

/** Elements that a text may have beyond its tags: the parser makes unclosed ones again. */
const SPARE_ELEMENTS = 1_000

/**
 * Returns a text with nothing in it but what `core/html` allows, as the browser would read it; empty where nothing
 * readable is left. Cleaning a clean text changes nothing. Throws RangeError for a text that is nested too deep.
 */
export async function cleanHtml(html: string): Promise<string> {
  // Composed before and not after: an accent that came to lie upon a tag's end would open it again.
  const text = normalForm(html, 'NFC')
  const { treeAdapter, allow } = bounded()
  const parser = Parser.getFragmentParser<DefaultTreeAdapterMap>(null, { treeAdapter, scriptingEnabled: false })
  for (let at = 0; at < text.length; at += SLICE) {
    if (at > 0) await setImmediate()
    const slice = text.slice(at, at + SLICE)
    allow(slice.split('<').length)
    parser.tokenizer.write(slice, false)
  }
  parser.tokenizer.write('', true)
  const written = await write(parser.getFragment().childNodes)
  return written.replace(/>(\p{M})/gu, (_, mark: string) => `>&#${mark.codePointAt(0)};`).trim()
}

/**
 * Returns the parser's own tree, which stops where a text costs more than its length: every tag searches the open
 * elements beyond the depth, and unclosed styles (`<p><b><b><b></p>`) are made again in every later paragraph.
 */
function bounded(): { treeAdapter: TreeAdapter<DefaultTreeAdapterMap>; allow: (tags: number) => void } {
  let spare = SPARE_ELEMENTS
  let open = 0
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(...parts) {
      if (--spare < 0) throw new RangeError('elements')
      return defaultTreeAdapter.createElement(...parts)
    },
    onItemPush() {
      if (++open > DEPTH) throw new RangeError('depth')
    },
    onItemPop() {
      open--
    },
  }
  return { treeAdapter, allow: (tags) => void (spare += tags) }
}

/** Writes the permitted part of these nodes as HTML. Other elements are left out and their words are kept. */
async function write(nodes: readonly Node[]): Promise<string> {
  const written: string[] = []
  const within = [{ nodes, at: 0, end: '' }]
  for (let count = 1; ; count++) {
    const level = within.at(-1)
    if (!level) return written.join('')
    if (count % TURN === 0) await setImmediate()
    const node = level.nodes[level.at++]
    if (!node) {
      written.push(level.end)
      within.pop()
    } else if ('value' in node) written.push(escaped(node.value))
    else if ('tagName' in node) {
      const tag = RENAMED[node.tagName] ?? node.tagName
      if (DROPPED.has(tag)) continue
      const isKept = KEPT.has(tag)
      if (isKept) written.push(`<${tag}${attributesOf(node, tag)}>`)
      if (VOID.has(tag)) continue
      if (tag === 'pre') dropFirstLines(node)
      within.push({ nodes: node.childNodes, at: 0, end: isKept ? `</${tag}>` : '' })
      if (within.length > DEPTH) throw new RangeError('depth')
    }
  }
}

/** Drops a line end right behind `<pre>`, which a reader does not see: one, not two. */
function dropFirstLines({ childNodes: [first] }: Element): void {
  if (first && 'value' in first) first.value = first.value.replace(/^\n+/, '')
}

function attributesOf({ attrs }: Element, tag: string): string {
  let written = ''
  for (const name of HTML_ATTRIBUTES[tag] ?? []) {
    const value = attrs.find((one) => one.name === name)?.value
    const kept = value === undefined ? null : READ[name]?.(value)
    if (kept !== null && kept !== undefined) written += ` ${name}="${quoted(kept)}"`
  }
  return written
}

/** Returns the permitted part of an attribute's value, or null. */
const READ: Readonly<Record<string, (value: string) => string | null>> = {
  href: (value) => (isSafeLink(value) ? value : null),
  start: (value) => (value.trim() === '' || Number.isNaN(Number(value)) ? null : String(Number(value))),
}

const escaped = (text: string) => text.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;')
const quoted = (text: string) =>
  text.replaceAll('&', '&#x26;').replaceAll('"', '&#x22;').replaceAll("'", '&#x27;').replaceAll('`', '&#x60;')

/**
 * Returns a draft with its HTML cleaned, before it is checked: a text of markup alone becomes nothing. The texts are
 * within their limit by now (`wrongKinds`). Throws ApiError 400.
 */
export async function withCleanHtml(fields: Fields, draft: Draft): Promise<Draft> {
  const cleaned: Draft = { ...draft }
  for (const [name, { type }] of Object.entries(fields)) {
    const value = draft[name]
    if (type !== 'html' || typeof value !== 'string') continue
    try {
      cleaned[name] = await cleanHtml(value)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw invalid([{ field: name, key: 'formErrors.depth', values: { max: DEPTH } }])
    }
  }
  return cleaned
}
