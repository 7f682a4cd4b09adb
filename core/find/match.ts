import { BEGINNING, HEAD, lettersOf, mostlyLetters, type Dictionary } from './dictionary'
import { typos, typosAllowed } from '../base/distance'
import { isFunctionWord } from './fold'

/** The agreements of a typed word with one of the dictionary, best first. */
export const EXACT = 0
const PREFIX = 1
const INFIX = 2
/**
 * Agreements with typos: one in the whole word that adds no letter, the more frequent kind; any other single one; two
 * in the whole word; two in its beginning.
 */
const TYPO = 3
const TYPO_BEGINNING = 4
const TYPOS = 5
const TYPOS_BEGINNING = 6
/** The beginning of a function word, or all of it if nothing else was typed. */
const FUNCTION_WORD = 7

/**
 * The cost of a match, by agreement and then by part: title, initials, keyword. Matches with typos cost more than those
 * within words, and those more than beginnings. 255 is no match.
 */
const COSTS = [
  [0, 3, 5],
  [2, 8, 7],
  [12, 255, 15],
  [20, 255, 24],
  [22, 255, 25],
  [26, 255, 30],
  [28, 255, 31],
  [5, 9, 9],
] as const
export const costsOf = (agreement: number): readonly number[] => COSTS[agreement]!
export const costOf = (agreement: number, part: number): number => COSTS[agreement]?.[part as 0 | 1 | 2] ?? 255

/** Returns the tier of a cost: 0 exact, beginning or initials, 1 within a word, 2 with typos. */
export const tierOf = (cost: number): number => (cost < 12 ? 0 : cost < 20 ? 1 : 2)

/** Words of the dictionary with their agreement to a typed one. */
export type Matches = { words: Uint32Array; agreements: Uint8Array }
const none: Matches = { words: new Uint32Array(), agreements: new Uint8Array() }

/** Returns the first index at which a word is not less than another. */
export function lowerBound(words: readonly string[], word: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the range of words with a prefix: all of them come before the prefix with the last code unit. */
export function prefixRange({ words }: Dictionary, typed: string): [from: number, to: number] {
  return [lowerBound(words, typed), lowerBound(words, `${typed}\uffff`)]
}

/**
 * Returns the agreement of a word that begins with the typed one. `alone` is true if nothing else was typed: `a` may
 * begin any word.
 */
export const agreementInRange = (word: string, typed: string, alone: boolean): number =>
  word.length === typed.length
    ? alone && isFunctionWord(word)
      ? FUNCTION_WORD
      : EXACT
    : isFunctionWord(word)
      ? FUNCTION_WORD
      : PREFIX

/**
 * Returns the words that contain a typed one after their beginning; none for one or two ASCII characters, which nearly
 * every word contains.
 */
export function within(dictionary: Dictionary, typed: string): Matches {
  if (typed.length < 3 && /^[\0-\x7f]*$/.test(typed)) return none
  const { text, starts } = dictionary
  const found: number[] = []
  for (let at = text.indexOf(typed); at >= 0;) {
    let [low, high] = [0, starts.length - 1]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= at) low = middle
      else high = middle
    }
    if (starts[low]! !== at) found.push(low)
    at = text.indexOf(typed, starts[low]! !== at ? starts[low + 1] : at + 1)
  }
  return { words: Uint32Array.from(found), agreements: new Uint8Array(found.length).fill(INFIX) }
}

/** Returns words that differ from a typed one by typos. */
export function misspelt(dictionary: Dictionary, typed: string): Matches {
  const most = typosAllowed(typed.length)
  if (most === 0 || !mostlyLetters(typed)) return none
  const bits = lettersOf(typed)
  const { words, headLetters } = dictionary
  const letters = typed.length + most > BEGINNING ? dictionary.letters : dictionary.firstLetters
  const withHead = typed.length - most >= HEAD
  const found: number[] = []
  const agreements: number[] = []
  for (let index = 0; index < words.length; index++) {
    const has = letters[index] as number
    if (has === 0) continue
    // Each letter that the word lacks is a typo, and so is each at its head that was not typed.
    let lacking = bits & ~has
    lacking &= lacking - 1
    if (most > 1) lacking &= lacking - 1
    if (lacking !== 0) continue
    let beyond = withHead ? headLetters[index]! & ~bits : 0
    beyond &= beyond - 1
    if (most > 1) beyond &= beyond - 1
    if (beyond !== 0) continue
    const { whole, beginning } = typos(typed, words[index]!, most)
    if (beginning > most || beginning === 0) continue
    found.push(index)
    agreements.push(
      whole === 1 && (bits & ~has) === 0
        ? TYPO
        : beginning === 1
          ? TYPO_BEGINNING
          : whole <= most
            ? TYPOS
            : TYPOS_BEGINNING,
    )
  }
  return { words: Uint32Array.from(found), agreements: Uint8Array.from(agreements) }
}
