import { basesOf, type Glyph } from './letters'

/**
 * Signs and the neighbours that they have in a text: a letter (L), a digit (D), or neither (B). A sign elsewhere is
 * strange, most of all between letters.
 */
const PLACES = new Map(
  (
    [
      ['“«„¡¿', 'BL BD BB'],
      ['”»™®…', 'LB DB BB'],
      ['©', 'LB DB BB BL BD'],
      ['•', 'BB BL BD'],
      ['·', 'BB BL'],
      ['ª', 'DB LB BB'],
      ['º°', 'DB DL LB BB'],
      ['¹²³', 'DB LB'],
      ['½¼¾', 'BB DB BD'],
      ['£€¥¢', 'BB BD DB DD'],
      ['§', 'BB BD'],
      ['‰', 'DB BB'],
      ['±×÷', 'BB BD DB DD'],
      ['\u00ad', 'LL LB BL BB'],
    ] as const
  ).flatMap(([signs, places]) => Array.from(signs, (sign) => [sign, places.split(' ')] as const)),
)

/** The cost of a sign where it never stands: beside no letter, beside one letter, between two. */
const STRAY = 2
const AT_LETTER = 4
const BETWEEN = 5
/** The cost of a character that never occurs in names, such as a box-drawing line, beside a letter. */
const NO_TEXT = 6
/** The cost of a sign where it may stand but seldom does. */
const ODD = 3

/** The lower cost of a sign in an uncommon place. */
const SELDOM = 1
const CLOSING = /[”™®…]/

const VOWELS = basesOf('aeiouy')
const BASE_H = basesOf('h')
const BASE_S = basesOf('s')
const BASE_O = basesOf('o')
/** Letters that remain of a short word before an apostrophe: d’Oeste, l’Île, N’Djamena. */
const ELIDED = basesOf('dljscqotmn')
const AFRICAN = basesOf('mn')
const BASE_L = basesOf('l')
/** Letters that end hardly any word. */
const NO_END = basesOf('bgjpqv')
/** Words that often follow a no-break space, which keeps them off the end of a line. */
const LINKS = new Set(
  'a à as ao aos com da das de del des do dos du e el em en et la las le les los na no o os para por y of the and und von'.split(
    ' ',
  ),
)
/** Signs that follow their word after a no-break space, as in French. */
const KEPT = new Set(':;!?%/(+&')

/** Returns the cost of a sign at its place in a word, whose characters stand from 1 to `end`. */
export function costOfSign(at: (index: number) => Glyph, index: number, end: number): number {
  const { text } = at(index)
  const before = at(index - 1)
  const after = at(index + 1)
  const isBefore = before.kind === 'letter'
  const isAfter = after.kind === 'letter'
  if (text === '\u00a0') return costOfBlank(at, index, end)
  if ((text === '’' || text === '´') && isBefore) return costOfApostrophe(at, index)
  if (text === '‘' || text === '’' || text === '´') return isBefore && isAfter ? BETWEEN : 0
  if (text === '–' || text === '—') return costOfDash(at, index)
  const place = `${letterOf(before)}${letterOf(after)}`
  const places = PLACES.get(text)
  // A closing sign seldom comes without its opening one.
  if (places?.includes(place)) return place === 'LB' && CLOSING.test(text) ? SELDOM : 0
  if (text === '·' && BASE_L.has(before.base) && BASE_L.has(after.base)) return 0
  if (!places) return isBefore || isAfter ? NO_TEXT : STRAY
  return isBefore && isAfter ? BETWEEN : isBefore || isAfter ? AT_LETTER : STRAY
}

const letterOf = ({ kind }: Glyph): string => (kind === 'letter' ? 'L' : kind === 'digit' ? 'D' : 'B')

/** Returns the run of letters directly before or after a position. */
function pieceAt(at: (index: number) => Glyph, index: number, step: 1 | -1, end: number): Glyph[] {
  const piece: Glyph[] = []
  for (let next = index + step; next >= 1 && next <= end && at(next).kind === 'letter'; next += step)
    piece.push(at(next))
  return step === 1 ? piece : piece.toReversed()
}

const hasVowel = (piece: readonly Glyph[]): boolean => piece.some(({ base }) => VOWELS.has(base))

/**
 * Returns the cost of a no-break space. It stands before a capital, a digit, a word like “de” or a sign, and never
 * after half a word.
 */
function costOfBlank(at: (index: number) => Glyph, index: number, end: number): number {
  const before = at(index - 1)
  const after = at(index + 1)
  if (before.kind !== 'letter') return after.kind !== 'letter' || after.upper || before.kind === 'digit' ? 0 : STRAY
  if (after.kind === 'letter') {
    if (after.upper) return before.upper ? SELDOM : 0
    const piece = pieceAt(at, index, 1, end)
    if (LINKS.has(piece.map(({ text }) => text).join(''))) return 0
    // The d of “d'Abadia”, whose apostrophe ends the word.
    return piece.length === 1 && ELIDED.has(after.base) && at(index + 2).text === "'" ? 0 : AT_LETTER
  }
  if (after.kind !== 'plain' || KEPT.has(after.text)) return 0
  return NO_END.has(before.base) || !hasVowel(pieceAt(at, index, -1, end)) ? AT_LETTER : STRAY
}

/**
 * Returns the cost of an apostrophe. It follows a short word before a vowel (d’Oeste), an African prefix (N’Djamena),
 * or a plural.
 */
function costOfApostrophe(at: (index: number) => Glyph, index: number): number {
  const before = at(index - 1)
  const after = at(index + 1)
  if (after.kind !== 'letter') return BASE_S.has(before.base) ? 0 : ODD
  const isShort = at(index - 2).kind !== 'letter' || (at(index - 3).kind !== 'letter' && at(index - 2).text === 'q')
  const isDouble = BASE_L.has(before.base) && BASE_L.has(at(index - 2).base)
  if ((isShort && ELIDED.has(before.base)) || isDouble) {
    if (VOWELS.has(after.base) || BASE_H.has(after.base)) return 0
    if (AFRICAN.has(before.base)) return after.upper ? 0 : STRAY
  }
  if (after.upper && !before.upper) return SELDOM
  // O’Brien.
  if (isShort && after.upper && BASE_O.has(before.base)) return 0
  // The s of a possessive.
  return BASE_S.has(after.base) && at(index + 2).kind !== 'letter' && !isShort ? 1 : AT_LETTER
}

/** Returns the cost of a dash. It stands between words, digits or blanks, and never within a word. */
function costOfDash(at: (index: number) => Glyph, index: number): number {
  const before = at(index - 1)
  const after = at(index + 1)
  if (before.kind !== 'letter') return after.kind === 'letter' && !after.upper ? SELDOM : 0
  if (after.kind !== 'letter') return after.kind === 'digit' ? 0 : ODD
  // Between a word and a single letter, or between a word and a small letter, the dash is a misread letter.
  const isOneLetter = at(index - 2).kind !== 'letter'
  if (!after.upper || isOneLetter !== (at(index + 2).kind !== 'letter')) return AT_LETTER
  return before.upper ? SELDOM : 0
}
