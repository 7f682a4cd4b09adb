import { fold } from '../base/fold'

/** Returns folded text, and the place of each of its characters in the original text (one more for the end). */
export function foldWithPlaces(text: string): { folded: string; places: readonly number[] } {
  const whole = fold(text)
  // Folding drops only marks, so with equal length and no marks each character keeps its place.
  if (whole.length === text.length && !/\p{M}/u.test(text)) return { folded: whole, places: placesUpTo(text.length) }
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const part = fold(character)
    for (let index = 0; index < part.length; index++) places.push(at)
    folded += part
    at += character.length
  }
  places.push(at)
  return { folded, places }
}

const counted: number[] = []

/** Returns the numbers 0, 1, 2 … up to `length` or beyond. */
function placesUpTo(length: number): readonly number[] {
  while (counted.length <= length) counted.push(counted.length)
  return counted
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Returns the words of folded text, with their positions. */
export function wordsOf(folded: string): { word: string; at: number }[] {
  if (/^[a-z0-9 ]*$/.test(folded)) return wordsBetweenBlanks(folded)
  return [...folded.matchAll(WORD)].map((match) => ({ word: match[0], at: match.index }))
}

/** Returns the same for the most usual kind of text (ASCII letters, digits and blanks), several times as fast. */
function wordsBetweenBlanks(folded: string): { word: string; at: number }[] {
  const found: { word: string; at: number }[] = []
  for (let at = 0; at < folded.length;) {
    const blank = folded.indexOf(' ', at)
    const end = blank < 0 ? folded.length : blank
    if (end > at) found.push({ word: folded.slice(at, end), at })
    at = end + 1
  }
  return found
}

/** Words that people also write as one: `d'água`, `Ji-Paraná`, `NGA-58475`, the digits of a formatted phone. */
const JOINED = /[\p{L}\p{N}]+(?:['’´`_.-][\p{L}\p{N}]+)+/gu
const PHONE = /\+?\(?\d[\d ().-]{4,}\d/g

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Returns the words of folded text without their separators, with the position of each in it. */
export function joinedWordsOf(folded: string): { word: string; at: number }[] {
  if (!/['’´`_.-]|\d.*[ (].*\d/.test(folded)) return []
  const compounds = [...folded.matchAll(JOINED)].map((match) => ({
    word: match[0].replace(/['’´`_.-]/g, ''),
    at: match.index,
  }))
  const phones = [...folded.matchAll(PHONE)].map((match) => ({ word: digitsOf(match[0]), at: match.index }))
  return [...compounds, ...phones.filter(({ word }) => !compounds.some((one) => one.word === word))]
}

/** Words with and without which initials are taken: `fi` and `fdi` are both Foz do Iguaçu. */
const SMALL = new Set(['a', 'as', 'o', 'os', 'e', 'de', 'da', 'do', 'das', 'dos', 'd', 'of', 'the', 'and', 'to'])

/** Words that say little by themselves: a letter that begins one is more likely meant for another word. */
const FUNCTION = new Set([...SMALL, 'em', 'no', 'na', 'para', 'um', 'uma', 'an', 'for', 'in', 'on'])
export const isFunctionWord = (word: string): boolean => word.length < 5 && FUNCTION.has(word)

/** Returns the initials of a title's words, none for a single word. */
export function initialsOf(words: readonly { word: string }[]): string[] {
  if (words.length < 2) return []
  const of = (some: readonly { word: string }[]) => some.map(({ word }) => word.charAt(0)).join('')
  const all = of(words)
  const large = of(words.filter(({ word }) => !SMALL.has(word)))
  return all === large || large.length < 2 ? [all] : [all, large]
}

/** The length of the part of a query that counts, in code units. */
export const MAX_QUERY = 200

/** Returns the words of a query; a query that is a phone number alone is one word, however it is formatted. */
export function queryWords(query: string): string[] {
  const folded = fold(query.slice(0, MAX_QUERY)).trim()
  const digits = digitsOf(folded)
  if (/^[+(\d][\d\s().-]*$/.test(folded) && digits.length > 4) return [digits]
  return wordsOf(folded)
    .map(({ word }) => word)
    .slice(0, 8)
}
