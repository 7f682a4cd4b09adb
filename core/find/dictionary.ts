import { fold } from '../base/fold'
import { initialsOf, joinedWordsOf, wordsOf } from './fold'
import type { Entry } from './finder'

/** The part of an entry that contains a word. Together with the word's place in a title it fills a byte. */
export const IN_TITLE = 0
export const INITIALS = 1
export const KEYWORD = 2
export const LAST_PLACE = 63

/**
 * The words of all entries, sorted, and the rows that contain each. A row is an entry with one of its titles. The words
 * of the entry's other titles count as keywords.
 */
export type Dictionary = {
  words: readonly string[]
  /** All words, each after a line end, so that one search finds the words that contain a text. */
  text: string
  /** The start of each word in `text`. */
  starts: Uint32Array
  /**
   * The characters of a word as bits (see `lettersOf`); 0 for a word that is mostly digits, which is never a
   * misspelling.
   */
  letters: Uint32Array
  /** The same for its first BEGINNING characters, which distinguish more words. */
  firstLetters: Uint32Array
  /** The same for its first HEAD characters. */
  headLetters: Uint32Array
  /** The postings of word n are `first[n]` to `first[n + 1]`. */
  first: Uint32Array
  rows: Uint32Array
  /** Part in the upper two bits, place in the title in the lower six. */
  parts: Uint8Array
  entryOf: Uint32Array
  titleOf: Uint8Array
  /** Words and characters of the row's title. */
  titleWords: Uint8Array
  titleLength: Uint16Array
}

/** The number of characters that `firstLetters` and `headLetters` cover. */
export const BEGINNING = 8
export const HEAD = 4

/** The number of entries that are read, and of words that are sorted, between two yields. */
const STEP = 4000

/** Builds the dictionary in small steps, so that the caller may pause between them. */
export function* dictionarySteps(entries: readonly Entry[]): Generator<void, Dictionary> {
  const rowCount = entries.reduce((sum, { titles }) => sum + titles.length, 0)
  const entryOf = new Uint32Array(rowCount)
  const titleOf = new Uint8Array(rowCount)
  const titleWords = new Uint8Array(rowCount)
  const titleLength = new Uint16Array(rowCount)
  const known = new Map<string, number>()
  const found = new Postings()
  let row = 0

  const add = (word: string, part: number, place: number) => {
    let id = known.get(word)
    if (id === undefined) known.set(word, (id = known.size))
    found.push(id, row, (part << 6) | Math.min(place, LAST_PLACE))
  }
  const addKeyword = (text: string) => {
    const folded = fold(text)
    for (const { word } of wordsOf(folded)) add(word, KEYWORD, LAST_PLACE)
    for (const { word } of joinedWordsOf(folded)) add(word, KEYWORD, LAST_PLACE)
  }

  for (const [index, { titles, keywords }] of entries.entries()) {
    for (const [number, title] of titles.entries()) {
      const folded = fold(title)
      const words = wordsOf(folded)
      for (const [place, { word }] of words.entries()) add(word, IN_TITLE, place)
      for (const { word, at } of joinedWordsOf(folded))
        add(
          word,
          IN_TITLE,
          words.findIndex((one) => one.at >= at),
        )
      for (const initials of initialsOf(words)) add(initials, INITIALS, 0)
      for (const [other, text] of titles.entries()) if (other !== number) addKeyword(text)
      for (const keyword of keywords ?? []) addKeyword(keyword)
      entryOf[row] = index
      titleOf[row] = number
      titleWords[row] = Math.min(words.length, 255)
      titleLength[row] = Math.min(title.length, 65_535)
      row++
    }
    if (index % STEP === STEP - 1) yield
  }

  const words = yield* sorted([...known.keys()])
  const rank = new Uint32Array(words.length)
  for (const [index, word] of words.entries()) rank[known.get(word) as number] = index
  known.clear()
  yield
  const lists = found.byWord(rank)
  yield
  return { words, ...textOf(words), ...lists, entryOf, titleOf, titleWords, titleLength }
}

/**
 * Returns the words in the order of their code units. Sorts the words of one first letter after the other, and yields
 * in between.
 */
function* sorted(words: string[]): Generator<void, string[]> {
  const byFirst = new Map<number, string[]>()
  for (const word of words) {
    const list = byFirst.get(word.charCodeAt(0))
    if (list) list.push(word)
    else byFirst.set(word.charCodeAt(0), [word])
  }
  const parts: string[][] = []
  let since = 0
  for (const first of [...byFirst.keys()].sort((one, other) => one - other)) {
    const list = byFirst.get(first) ?? []
    parts.push(list.sort())
    since += list.length
    if (since < STEP) continue
    since = 0
    yield
  }
  return parts.flat()
}

function textOf(
  words: readonly string[],
): Pick<Dictionary, 'text' | 'starts' | 'letters' | 'firstLetters' | 'headLetters'> {
  const firstLetters = new Uint32Array(words.length)
  const headLetters = new Uint32Array(words.length)
  const starts = new Uint32Array(words.length + 1)
  const letters = new Uint32Array(words.length)
  let at = 0
  for (const [index, word] of words.entries()) {
    starts[index] = at + 1
    at += word.length + 1
    letters[index] = mostlyLetters(word) ? lettersOf(word) : 0
    if (letters[index] === 0) continue
    firstLetters[index] = lettersOf(word.slice(0, BEGINNING))
    headLetters[index] = lettersOf(word.slice(0, HEAD))
  }
  starts[words.length] = at + 1
  return { text: `\n${words.join('\n')}`, starts, letters, firstLetters, headLetters }
}

/** Returns the characters of a word as bits: one for each letter, and one for all others together. */
export function lettersOf(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index)
    bits |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26)
  }
  return bits
}

/** Returns whether a word is mostly letters; a code or a number is never a misspelling of another. */
export const mostlyLetters = (word: string): boolean => word.replace(/\d/g, '').length * 2 > word.length

/** Pairs of word and row, added in the order of the rows and returned in the order of the words. */
class Postings {
  #words = new Uint32Array(1 << 12)
  #rows = new Uint32Array(1 << 12)
  #parts = new Uint8Array(1 << 12)
  #size = 0

  push(word: number, row: number, part: number): void {
    if (this.#size === this.#words.length) {
      this.#words = grown(this.#words, new Uint32Array(this.#size * 2))
      this.#rows = grown(this.#rows, new Uint32Array(this.#size * 2))
      this.#parts = grown(this.#parts, new Uint8Array(this.#size * 2))
    }
    this.#words[this.#size] = word
    this.#rows[this.#size] = row
    this.#parts[this.#size] = part
    this.#size++
  }

  byWord(rank: Uint32Array): { first: Uint32Array; rows: Uint32Array; parts: Uint8Array } {
    const first = new Uint32Array(rank.length + 1)
    const rows = new Uint32Array(this.#size)
    const parts = new Uint8Array(this.#size)
    const place = (index: number) => rank[this.#words[index] as number] as number
    for (let index = 0; index < this.#size; index++) first[place(index) + 1]! += 1
    for (let word = 0; word < rank.length; word++) first[word + 1]! += first[word] as number
    const next = first.slice(0, -1)
    for (let index = 0; index < this.#size; index++) {
      const at = next[place(index)]!++
      rows[at] = this.#rows[index] as number
      parts[at] = this.#parts[index] as number
    }
    return { first, rows, parts }
  }
}

function grown<T extends Uint32Array | Uint8Array>(from: T, into: T): T {
  into.set(from)
  return into
}
