import { fold } from '@tocsin/core/base/fold'
import { MAX_FIELD_NAME } from '@tocsin/core/form/limits'

/** Returns a text as a name: small letters without accents, digits, and underscores between them. */
const plain = (text: string, longest: number): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, longest)
    .replace(/^_+|_+$/g, '')

/** Returns a name, with a number where it is taken. */
function unique(name: string, taken: ReadonlySet<string>, longest: number): string {
  for (let number = 2, one = name; ; number++) {
    if (!taken.has(one)) return one
    const end = `_${number}`
    one = name.slice(0, longest - end.length) + end
  }
}

/** Returns the name that a field has by its title; by `otherwise` where the title has no letters. */
export const nameFrom = (title: string, taken: ReadonlySet<string>, otherwise: string): string =>
  unique(plain(title, MAX_FIELD_NAME) || otherwise, taken, MAX_FIELD_NAME)

/** The longest value of a choice that is made from its text, in characters. */
const LONGEST_VALUE = 80

/** Returns the value that a choice has by its text; nothing where the text is blank. */
export function valueFrom(text: string, taken: ReadonlySet<string>): string {
  const value = plain(text, LONGEST_VALUE) || text.trim()
  return value === '' ? '' : unique(value, taken, LONGEST_VALUE)
}

/** A row that was pasted: the text of a choice, and its value where a second column has one. */
export type PastedChoice = { text: string; value: string }

/** Returns the rows of a pasted text that has several lines or columns; null where it is a text within one cell. */
export function pastedChoices(text: string): PastedChoice[] | null {
  if (!/[\r\n\t]/.test(text.trim())) return null
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter(([first = '']) => first !== '')
    .map(([first = '', value = '']) => ({ text: first, value }))
}
