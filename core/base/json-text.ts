/**
 * The result of reading JSON: the value and the line of each of its parts, or the place of the first error. Lines and
 * columns count from 1, `at` from 0.
 */
export type JsonText =
  | { value: unknown; lineOf: (path: string) => number }
  | { at: number; line: number; column: number }

/** Thrown for a text that ends early or is nested too deeply, or for a character that does not belong where it is. */
class JsonSyntaxError extends Error {
  readonly at: number
  constructor(at: number) {
    super('JSON')
    this.at = at
  }
}

/** The deepest nesting: more than any record has, and few enough levels for the call stack. */
const DEEPEST = 200

const LITERALS: [text: string, value: unknown][] = [
  ['true', true],
  ['false', false],
  ['null', null],
]
const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const STRING = /"([^"\\\u0000-\u001f]|\\(["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const STRING_SO_FAR = /"([^"\\\u0000-\u001f]|\\(["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y

/**
 * Reads JSON and remembers the line of every part, which JSON.parse does not report. A problem with
 * `schema.fields.2.name` can then be reported in line 14.
 */
export function readJsonText(text: string): JsonText {
  let at = 0
  const starts = new Map<string, number>()

  const match = (expression: RegExp): string | null => {
    expression.lastIndex = at
    const found = expression.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  const blanks = () => {
    while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++
  }
  const take = (character: string) => {
    blanks()
    if (text[at] !== character) throw new JsonSyntaxError(at)
    at++
  }

  function value(path: string, depth: number): unknown {
    blanks()
    if (depth > DEEPEST) throw new JsonSyntaxError(at)
    starts.set(path, at)
    if (text[at] === '{') return record(path, depth)
    if (text[at] === '[') return list(path, depth)
    if (text[at] === '"') return JSON.parse(string())
    for (const [literal, meaning] of LITERALS)
      if (text.startsWith(literal, at)) {
        at += literal.length
        return meaning
      }
    const number = match(NUMBER)
    if (number === null || number === '') throw new JsonSyntaxError(at)
    return Number(number)
  }

  function string(): string {
    const whole = match(STRING)
    if (whole !== null) return whole
    match(STRING_SO_FAR)
    throw new JsonSyntaxError(at)
  }

  function record(path: string, depth: number): unknown {
    const entries: [string, unknown][] = []
    each('}', () => {
      blanks()
      if (text[at] !== '"') throw new JsonSyntaxError(at)
      const from = at
      const name = JSON.parse(string()) as string
      take(':')
      const inner = `${path}${path === '' ? '' : '.'}${name}`
      entries.push([name, value(inner, depth + 1)])
      starts.set(inner, from)
    })
    return Object.fromEntries(entries)
  }

  function list(path: string, depth: number): unknown {
    const items: unknown[] = []
    each(']', () => items.push(value(`${path}${path === '' ? '' : '.'}${items.length}`, depth + 1)))
    return items
  }

  function each(end: string, one: () => void): void {
    at++
    blanks()
    if (text[at] === end) {
      at++
      return
    }
    for (;;) {
      one()
      blanks()
      if (text[at] === end) {
        at++
        return
      }
      take(',')
    }
  }

  try {
    const whole = value('', 0)
    blanks()
    if (at < text.length) throw new JsonSyntaxError(at)
    return { value: whole, lineOf: (path) => lineAt(text, nearest(starts, path)) }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const before = text.slice(0, error.at)
    return { at: error.at, line: lineAt(text, error.at), column: error.at - before.lastIndexOf('\n') }
  }
}

/** Returns the offset of the part at a path. For a missing part, returns that of the part that should contain it. */
function nearest(starts: ReadonlyMap<string, number>, path: string): number {
  for (let part = path; ; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const start = starts.get(part)
    if (start !== undefined) return start
    if (part === '') return 0
  }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length
