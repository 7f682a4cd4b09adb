/**
 * A spreadsheet takes a cell for a formula by its first character, and some skip apostrophes, blanks, marks and
 * full-width forms. The unicode minus and the small forms are treated alike; `\s` has the byte-order mark in it.
 */
const TRIGGER = /^['\s\u200b]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]/

/** Harmless cells that begin with a sign: a number, or a plus with the digits of a phone. */
const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i
const PHONE = /^\+\d[\d ().-]{0,38}\d$/

/** Returns whether a spreadsheet could run this text. */
export function isFormula(text: string): boolean {
  return TRIGGER.test(text) && !isHarmless(text)
}

const isHarmless = (text: string): boolean => NUMBER.test(text) || PHONE.test(text)

/**
 * The separators of cells in one spreadsheet or another. One that expects `;` ends a cell at a `;` within a text,
 * quoted or not, in a file written with commas: the text after it then begins a cell of its own.
 */
const SEPARATOR = /([;,|\t\r\n])/
/** A quote behind a separator within a text opens the cell there, and is no part of it. */
const OPENING = /^['"\s\u200b]+/

/**
 * Matches wherever a text could run behind a separator, and now and then elsewhere. It clears almost all texts. Its
 * blanks are no separators themselves, so that no run of them is walked through more than once.
 */
const SUSPECT = /[;,|\t\r\n](?:['"\u200b]|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]/

/** Tells whether the text behind a separator could run as a formula if it were a cell. A number keeps its blank. */
const couldRun = (part: string): boolean => TRIGGER.test(part.replace(OPENING, '')) && !isHarmless(part.trim())

/** Applies a change to every part of a text that stands behind a separator. */
function behindSeparators(text: string, change: (part: string) => string): string {
  if (!SUSPECT.test(text)) return text
  // A split by a group returns parts and separators in turns.
  return text
    .split(SEPARATOR)
    .map((part, index) => (index === 0 || index % 2 === 1 ? part : change(part)))
    .join('')
}

/** Returns a text as written to a file: an apostrophe precedes all that could run, wherever a spreadsheet cuts. */
export function guarded(text: string): string {
  const inner = behindSeparators(text, (part) => (couldRun(part) ? `'${part}` : part))
  return isFormula(inner) ? `'${inner}` : inner
}

/** Reverses `guarded`: drops an apostrophe before text that could run; `'s-Hertogenbosch` keeps its own. */
export function unguarded(text: string): string {
  if (!text.includes("'")) return text
  const inner = text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text
  return behindSeparators(inner, (part) => (part.startsWith("'") && couldRun(part.slice(1)) ? part.slice(1) : part))
}
