import type { RE2JS } from 're2js'

// Patterns are written by users and run on the answers of strangers. The engine takes time that is linear in the length of
// the text, whatever the pattern. It is large, so that only who needs it loads it.

let engine: typeof RE2JS | undefined

/** The longest pattern, and the longest text that it is run against, in characters. */
export const MAX_PATTERN = 500
export const MAX_MATCHED = 10_000

/** Loads the engine, which `patternFor` needs. */
export async function loadPatterns(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS
}

/**
 * The most instructions of a pattern: time is that number times the length of the text, a fifth of a second at worst. Long
 * repetitions have more.
 */
const MAX_PROGRAM = 2_000

export type Pattern = (text: string) => boolean

/**
 * Returns a pattern in RE2 syntax as a function that says whether it is found anywhere in a text; null if it is none, as
 * with look-around, back-references, or repetitions that grow too large. Throws Error if the engine is not loaded.
 */
export function patternFor(source: string): Pattern | null {
  if (!engine) throw new Error('The engine of patterns is not loaded')
  if (source.length > MAX_PATTERN) return null
  const known = compiled.get(source)
  if (known !== undefined) return known
  let pattern: Pattern | null = null
  try {
    const program = engine.compile(source)
    if (program.programSize() <= MAX_PROGRAM) pattern = (text) => program.matcher(text.slice(0, MAX_MATCHED)).find()
  } catch {
    // It is no pattern.
  }
  if (compiled.size >= KEPT) compiled.clear()
  compiled.set(source, pattern)
  return pattern
}

/** The patterns that are kept: a form has a few, and is evaluated at every key. */
const KEPT = 200
const compiled = new Map<string, Pattern | null>()

/** Returns whether the engine is loaded. */
export const hasPatterns = (): boolean => engine !== undefined
