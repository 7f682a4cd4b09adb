import { setImmediate } from 'node:timers/promises'
import { HTML_ATTRIBUTES, HTML_TAGS, isSafeLink } from '@tocsin/core/base/html'
import { normalForm } from '@tocsin/core/base/normal-form'
import type { Draft, Fields } from '@tocsin/core/vocabulary/resource'
import { defaultTreeAdapter, Parser, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5'
import { invalid } from '../http/failures'

type Node = DefaultTreeAdapterMap['childNode']
type Element = DefaultTreeAdapterMap['element']

const KEPT: ReadonlySet<string> = new Set(HTML_TAGS)
/** Elements that are dropped with their content, which is no text. */
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

/** The old names of styles, with the names that the editor writes. */
const RENAMED: Readonly<Record<string, string>> = { b: 'strong', i: 'em' }

/** Elements that have no content and no end tag. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr'])

/** The deepest nesting: more than people write, and no more than readers of the text can process. */
const DEPTH = 200

/** The number of characters read, and of elements written, before other requests get their turn. */
const SLICE = 16_384
const TURN = 4_096

/** The number of elements that a text may have in addition to its tags: the parser opens unclosed ones again. */
const SPARE_ELEMENTS = 1_000

/**
 * Returns a text with nothing in it but what core/base/html.ts allows, as a browser would read it; empty if nothing
 * readable is left. Cleaning a clean text changes nothing. Throws RangeError for a text that is nested too deeply, or
 * that opens too many elements again.
 */
export async function cleanHtml(html: string): Promise<string> {
  // The text is composed before it is cleaned and not after: an accent next to the end of a tag would combine with it
  // and open it again.
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
 * Returns the parser's own tree with limits on texts that cost more than their length. Every tag searches the open
 * elements, which the depth limits. Unclosed styles (`<p><b><b><b></p>`) are opened again in every later paragraph,
 * which the number of elements limits.
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

/** Returns the permitted part of these nodes as HTML. Other elements are left out, and their text is kept. */
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

/** Drops the line ends right after `<pre>`. A browser hides the first one. */
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
 * Returns a draft with its HTML cleaned, before it is checked: a text of markup alone becomes empty. The texts are
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
