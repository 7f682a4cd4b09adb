/**
 * A spreadsheet takes a cell for a formula by its first character, and some look past apostrophes, blanks, marks and
 * full-width forms. The unicode minus and the small forms are treated alike; `\s` has the byte-order mark in it.
 */
const TRIGGER = /^['\s\u200b]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]/

/** What begins with a sign and is harmless: a number, or a plus with the digits of a phone. */
const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i
const PHONE = /^\+\d[\d ().-]{0,38}\d$/

/** Whether a spreadsheet could run this text. */
export function isFormula(text: string): boolean {
  return TRIGGER.test(text) && !NUMBER.test(text) && !PHONE.test(text)
}

/** The text as it is written to a file: with an apostrophe before it where a spreadsheet could run it. */
export function guarded(text: string): string {
  return isFormula(text) ? `'${text}` : text
}

/** The reverse: one apostrophe less where it stands before what could be run; `'s-Hertogenbosch` keeps its own. */
export function unguarded(text: string): string {
  return text.charCodeAt(0) === 39 && isFormula(text.slice(1)) ? text.slice(1) : text
}
