import { CONTROLS } from '@tocsin/core/vocabulary/kinds'

/** Characters without a column: combining marks, joiners, variation selectors. */
const NARROW = /^[\p{Mn}\p{Me}\p{Cf}]$/u
/** Characters of two columns: East Asian wide and full-width forms, and emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u
const PLAIN = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff]*$/

/** Returns the columns of a terminal that a text takes. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const character of text) width += widthOf(character)
  return width
}

const widthOf = (character: string) => (NARROW.test(character) ? 0 : WIDE.test(character) ? 2 : 1)

/** Cuts a text to at most `width` columns; an ellipsis shows the cut. */
export function fitted(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let result = ''
  let used = 0
  for (const character of text) {
    const next = widthOf(character)
    if (used + next > width - 1) break
    result += character
    used += next
  }
  return `${result}…`
}

/** Returns the lines of a text of at most `width` columns each: broken between words, and within one that is longer. */
export function folded(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.match(/ *[^ ]+| +$/g) ?? []) {
    if (used > 0 && used + displayWidth(word) > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    for (const character of used === 0 && lines.length > 0 ? word.trimStart() : word) {
      const next = widthOf(character)
      if (used + next > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      line += character
      used += next
    }
  }
  return [...lines, line]
}

/** Pads a text to exactly `width` columns; infinitely many leave it as it is. */
export function padded(text: string, width: number): string {
  if (width === Infinity) return text
  const short = fitted(text, width)
  return short + ' '.repeat(Math.max(0, width - displayWidth(short)))
}

/** Cleans a text for a program, which may hand it on to a terminal: no controls except tabs and line ends. */
export const piped = (text: string): string => text.replace(CONTROL, ' ')

const CONTROL = new RegExp(`[${CONTROLS}]+`, 'g')

/**
 * Makes a text safe to show on one line: control characters, line separators and characters that turn the direction of
 * writing become blanks or vanish, so that a stored name can neither move the cursor nor pass for another.
 */
export function safeForTerminal(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069\u061c\u200e\u200f\ufeff]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}
