import { codePageDecoder } from './code-pages'
import { basesOf, glyphOf, NEVER, type Glyph } from './letters'
import { costOfSign } from './signs'

/** The character of each of the 256 bytes in an encoding. */
export type Reading = readonly Glyph[]

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)

/** Letters of other languages are strange if the encoding is a guess, but hardly if somebody named it. */
const STRANGENESS = { guessed: { foreign: 7, misplaced: 1 }, named: { foreign: 1, misplaced: 0 } }

/** Returns the reading of an encoding, or null if some of its characters take several bytes. */
export function readingOf(encoding: string, how: keyof typeof STRANGENESS): Reading | null {
  const text = codePageDecoder(encoding)?.(BYTES) ?? new TextDecoder(encoding).decode(BYTES, { stream: true })
  const glyphs = Array.from(text, (character) => glyphOf(character, STRANGENESS[how]))
  return glyphs.length === BYTES.length && !encoding.startsWith('utf-') ? glyphs : null
}

/** The cost of a byte without a character, and of a letter between those of another alphabet. */
const UNDEFINED = 1_000
const MIXED = 4
/** The cost of a capital after a small letter or a small letter among capitals, and of what capitals seldom have. */
const CASE = 3
const SELDOM = 1
/** The cost of a letter or a sign in a word without an ASCII letter. */
const ALL_FOREIGN = 4
/** Signs that often stand next to each other. */
const COMPANY = /[\u00a0\u00ad–—‘’“”«»…•]/

const C = basesOf('c')
const O = basesOf('o')
const VOWELS_AND_P = basesOf('aeiouyp')

/** The weight of a word: the cost of its characters beyond ASCII, the strange part of that cost, and their number. */
export type Weight = { cost: number; strange: number; count: number }

/**
 * Weighs how unusual a word is in Portuguese, Spanish, French, German or English. `bytes` has the word from 1 to `end`,
 * and one more byte on either side.
 */
export function weightOf(bytes: Uint8Array, end: number, reading: Reading): Weight {
  let lower = 0
  let upper = 0
  let foreign = 0
  for (let index = 1; index <= end; index++) {
    const byte = bytes[index]!
    if (byte >= 128) continue
    if (byte >= 97) lower++
    else upper++
  }
  // Characters further away are not known.
  const at = (index: number): Glyph => reading[index >= 0 && index <= end + 1 ? bytes[index]! : 0]!
  const weight = { cost: 0, strange: 0, count: 0 }
  const add = (cost: number, strange: number) => {
    weight.cost += cost
    weight.strange += strange
  }
  for (let index = 1; index <= end; index++) {
    if (bytes[index]! < 128) continue
    const { kind, cost: rarity, misplaced, isOther, text } = at(index)
    weight.count++
    if (kind === 'undefined') add(UNDEFINED, UNDEFINED)
    else if (kind === 'letter') {
      const cost = costOfLetter(at, index, upper > 1 && lower === 0)
      const isMisplaced = cost - (misplaced === null ? 0 : rarity) >= NEVER
      add(cost, isMisplaced ? (misplaced ?? cost) : 0)
      if (!isOther) foreign++
    } else {
      const cost = costOfSign(at, index, end)
      add(cost, cost >= NEVER ? cost : 0)
      if (!COMPANY.test(text)) foreign++
    }
  }
  // Several such characters in a word without an ASCII letter indicate another alphabet.
  if (lower + upper === 0 && foreign > 1) add(foreign * ALL_FOREIGN, foreign * ALL_FOREIGN)
  return weight
}

/** Returns the cost of a letter among its neighbours; `capitals`: the word has two capitals and no small letter. */
function costOfLetter(at: (index: number) => Glyph, index: number, capitals: boolean): number {
  const glyph = at(index)
  const before = at(index - 1)
  const after = at(index + 1)
  let { cost } = glyph
  if (glyph.before && glyph.after) cost += glyph.before[before.base]! + glyph.after[after.base]!
  if (!glyph.upper && after.kind === 'letter' && after.upper) cost += CASE
  if (before.kind === 'letter') {
    if (glyph.isOther !== before.isOther) cost += MIXED
    if (glyph.upper && (!before.upper || (after.kind === 'letter' && !after.upper))) cost += CASE
    // No word begins with a consonant and ç, except Pça.
    if (index === 2 && C.has(glyph.base) && !VOWELS_AND_P.has(before.base)) cost += CASE
  }
  if (!capitals) return cost
  if (!glyph.upper) cost += CASE
  // Í and Ã of cp850 read as Ö and Ç.
  const isLastButOne = O.has(after.base) && at(index + 2).kind !== 'letter'
  return cost + (glyph.cost > 0 || (C.has(glyph.base) && isLastButOne) ? SELDOM : 0)
}
