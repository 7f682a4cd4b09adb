/**
 * A spreadsheet recognises a formula by its first character. Some spreadsheets skip apostrophes, blanks and byte-order
 * marks (part of `\s`) before it, and some accept full-width forms. The Unicode minus and the small forms count, too.
 */
const TRIGGER = /^['\s\u200b]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]/

/** Harmless cells that begin with a sign: a number, or a plus with the digits of a phone number. */
const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i
const PHONE = /^\+\d[\d ().-]{0,38}\d$/

/** Returns whether a spreadsheet could run this text as a formula. */
export function isFormula(text: string): boolean {
  return TRIGGER.test(text) && !isHarmless(text)
}

const isHarmless = (text: string): boolean => NUMBER.test(text) || PHONE.test(text)

/**
 * The separators of cells in various spreadsheets. In a file written with commas, a spreadsheet that expects `;` ends a
 * cell at a `;` within a text, even a quoted one. The rest of the text then begins a cell of its own.
 */
const SEPARATOR = /([;,|\t\r\n])/
/** A quote after a separator within a text opens a cell there, and is not part of its text. */
const OPENING = /^['"\s\u200b]+/

/**
 * Matches wherever a formula could follow a separator, and sometimes elsewhere. Almost no text matches. Its blanks are
 * not separators, so that no run of blanks is scanned more than once.
 */
const SUSPECT = /[;,|\t\r\n](?:['"\u200b]|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]/

/**
 * Returns whether the text after a separator could run as a formula if it were a cell. A number with blanks around it
 * could not.
 */
const couldRun = (part: string): boolean => TRIGGER.test(part.replace(OPENING, '')) && !isHarmless(part.trim())

/** Applies a change to every part of a text that follows a separator. */
function behindSeparators(text: string, change: (part: string) => string): string {
  if (!SUSPECT.test(text)) return text
  // A split by a capturing group returns parts and separators alternately.
  return text
    .split(SEPARATOR)
    .map((part, index) => (index === 0 || index % 2 === 1 ? part : change(part)))
    .join('')
}

/** Returns a text as written to a file, with an apostrophe before every part that a spreadsheet could run. */
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
