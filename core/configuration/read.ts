import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type YAMLError } from 'yaml'
import { fieldsOf } from '../vocabulary/fields-of'
import { isRecord } from '../vocabulary/kind-reasons'
import { TEXT_TYPES } from '../vocabulary/kinds'
import type { Draft, Field, Fields, Reason } from '../vocabulary/resource'
import { documentFields } from './document-fields'
import { KINDS, kindOf, wordOf, type Kind } from './kinds'

/** The number of the format, which every file says. */
export const FORMAT = 1

/** The largest file in bytes, and the deepest nesting of its values. */
export const MAX_BYTES = 2 * 2 ** 20
const MAX_DEPTH = 48

/** A problem of a file: where it is (lines and columns count from 1), the field, and a message key with values. */
export type FileProblem = Reason & {
  file: string
  line: number
  column: number
  field: string
  /** For a word that is not known: the word, and those that are. */
  typed?: { word: string; known: readonly string[] }
}

/** A file that was read. */
export type FileRead = {
  file: string
  kind: Kind
  /** The values as they stand in the file, without the header. Names of the environment are still there. */
  given: Draft
  /** Returns the problem of a field with its place; of a field that is absent, with the place of what is around it. */
  problem: (field: string, reason: Reason, typed?: FileProblem['typed']) => FileProblem
}

/** Thrown while a file is read, with its first problem. */
class Unreadable extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem.key)
    this.problem = problem
  }
}

/**
 * Reads the text of a file: one object with its kind and format. Returns the problem instead if there is no telling what it
 * is. Takes time and memory in proportion to the text: anchors are refused.
 */
export function readFile(file: string, text: string): FileRead | FileProblem {
  const lines = new LineCounter()
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const refuse = (offset: number, reason: Reason, field = '', typed?: FileProblem['typed']): never => {
    throw new Unreadable({ ...at(offset), field, ...reason, ...(typed ? { typed } : {}) })
  }
  const places = new Map<string, number>()
  try {
    if (text.length > MAX_BYTES) refuse(0, { key: 'configuration.tooLarge', values: { max: MAX_BYTES / 2 ** 20 } })
    const parsed = parseDocument(text, {
      lineCounter: lines,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    })
    const wrong = [...parsed.errors, ...parsed.warnings]
    if (wrong[0]) refuse(wrong[0].pos[0], syntaxReason(wrong[0], wrong.slice(1), text))
    // In an earlier version of YAML other words are true, false or numbers.
    if (parsed.directives?.yaml.version !== '1.2')
      refuse(0, { key: 'configuration.syntax', values: { code: 'YAML_VERSION' } })
    const value = valueOf(parsed.contents, { places, refuse, path: '', depth: 0 })
    if (!isRecord(value)) return refuse(0, { key: 'configuration.noObject' })
    const { format, kind: word, ...given } = value
    const place = (name: string) => places.get(name) ?? 0
    if (plain(format) !== FORMAT)
      refuse(place('format'), { key: 'configuration.format', values: { format: FORMAT } }, 'format')
    const words = KINDS.map(wordOf)
    const kind =
      kindOf(word) ??
      refuse(place('kind'), { key: 'configuration.kind', values: { kinds: words.join(', ') } }, 'kind', {
        word: String(plain(word)),
        known: words,
      })
    return {
      file,
      kind,
      given: withNumbersAsTexts(documentFields(kind), given),
      problem: (field, reason, typed) => ({
        ...at(nearest(places, field)),
        field,
        ...reason,
        ...(typed ? { typed } : {}),
      }),
    }
  } catch (error) {
    if (error instanceof Unreadable) return error.problem
    // The parser calls itself for each level of nesting.
    if (error instanceof RangeError)
      return { ...at(0), field: '', key: 'configuration.tooDeep', values: { max: MAX_DEPTH } }
    throw error
  }
}

/** Returns how to mend what the parser refuses, where that is known. It has one code for several mistakes. */
function syntaxReason({ code, message, pos: [at] }: YAMLError, others: readonly YAMLError[], text: string): Reason {
  const isOver = others.some((other) => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === at)
  const isOpen = /^(Missing closing|Flow )/.test(message)
  switch (code) {
    case 'TAB_AS_INDENT':
      return { key: 'configuration.tab' }
    case 'MULTIPLE_DOCS':
      return { key: 'configuration.documents' }
    case 'MULTILINE_IMPLICIT_KEY':
      return { key: 'configuration.indent' }
    case 'BLOCK_AS_IMPLICIT_KEY':
      return { key: isOver ? 'configuration.indent' : 'configuration.colon' }
    case 'BAD_INDENT':
      return { key: isOpen ? 'configuration.open' : 'configuration.indent' }
    case 'MISSING_CHAR':
      return { key: isOpen ? 'configuration.open' : 'configuration.noColon' }
    case 'TAG_RESOLVE_FAILED':
      return { key: 'configuration.tag' }
    case 'BAD_SCALAR_START':
      return { key: 'configuration.start', values: { character: text.charAt(at) } }
    default:
      return { key: 'configuration.syntax', values: { code } }
  }
}

/** Returns the place of a field, or of the nearest one around it. */
function nearest(places: ReadonlyMap<string, number>, field: string): number {
  for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const place = places.get(path)
    if (place !== undefined) return place
  }
  return 0
}

/** A number in the place of a text, as it is written: `phone: 0190` means these four characters. */
class WrittenNumber {
  readonly value: number
  readonly source: string
  constructor(value: number, source: string) {
    this.value = value
    this.source = source
  }
}

type Walk = {
  places: Map<string, number>
  refuse: (offset: number, reason: Reason, field?: string) => never
  path: string
  depth: number
}

/** Refuses an anchor, an alias and a tag. */
function refuseMarks(node: Node, offset: number, { refuse, path }: Walk): void {
  if (isAlias(node) || node.anchor !== undefined) refuse(offset, { key: 'configuration.anchor' }, path)
  else if (node.tag !== undefined) refuse(offset, { key: 'configuration.tag' }, path)
}

function valueOf(node: Node | null, walk: Walk): unknown {
  const { places, refuse, path, depth } = walk
  if (node === null) return null
  const offset = node.range?.[0] ?? 0
  if (depth > MAX_DEPTH) refuse(offset, { key: 'configuration.tooDeep', values: { max: MAX_DEPTH } }, path)
  refuseMarks(node, offset, walk)
  const below = (name: string | number) => ({
    ...walk,
    path: path === '' ? `${name}` : `${path}.${name}`,
    depth: depth + 1,
  })
  if (isSeq(node))
    return node.items.map((item, index) => {
      const inner = below(index)
      places.set(inner.path, (item as Node).range?.[0] ?? offset)
      return valueOf(item as Node, inner)
    })
  if (isMap(node)) {
    const entries = new Map<string, unknown>()
    for (const { key, value } of node.items) {
      const at = (key as Node).range?.[0] ?? offset
      refuseMarks(key as Node, at, walk)
      const name = isScalar(key) ? key.value : undefined
      if (typeof name !== 'string') return refuse(at, { key: 'configuration.key' }, path)
      const inner = below(name)
      if (entries.has(name)) refuse(at, { key: 'configuration.keyTwice' }, inner.path)
      places.set(inner.path, at)
      entries.set(name, valueOf(value as Node | null, inner))
    }
    return Object.fromEntries(entries)
  }
  const { value, source } = node as { value?: unknown; source?: string }
  if (typeof value === 'bigint') refuse(offset, { key: 'formErrors.type' }, path)
  return typeof value === 'number' ? new WrittenNumber(value, source ?? String(value)) : value
}

/** Returns a value with its numbers as numbers. */
function plain(value: unknown): unknown {
  if (value instanceof WrittenNumber) return value.value
  if (Array.isArray(value)) return value.map(plain)
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)])) : value
}

/** Returns values with numbers as they are written where a field is a text, as in `phone: 190`. */
function withNumbersAsTexts(fields: Fields, values: Draft): Draft {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return [name, field ? numbersIn(field, value, values) : plain(value)]
    }),
  )
}

function numbersIn(field: Field, value: unknown, outer: Draft): unknown {
  if (value instanceof WrittenNumber) return TEXT_TYPES.has(field.type) ? value.source : value.value
  const inner = (one: unknown) => (isRecord(one) ? withNumbersAsTexts(fieldsOf(field, outer), one) : plain(one))
  if (field.type === 'group') return inner(value)
  return field.type === 'list' && Array.isArray(value) ? value.map(inner) : plain(value)
}
