import { normalForm } from '../base/normal-form'

/**
 * The letters beyond ASCII of Portuguese, Spanish, French, German and English text. Each line has a letter, the letters
 * that usually and seldom precede it, and those that usually and seldom follow it. `^` is the start of a word, `$` is
 * its end, and `-` stands for none. The counts come from dictionaries and place names. Any other neighbour has less
 * than one case in a thousand.
 */
const NEIGHBOURS = `
á ^bcdfghijlmnprstuvz aekowxy $bcfgilmnprstuv adehjoqxyz
à ^lt abdiv $ st
â ^bcdefghilmnprstv ajouxz bcgilmnpst $hqrv
ã ^bcdghijlmnoprstuz aefvxy $eos imz
ä ^bdfghklmnprstwz eijuv cdfghlmnrstu abeikopqvwz
ç aeilnopru cst aou ei
é ^abcdfghijlmnprstuvz ekoqwxy $abcdefgilmnoprstuv hjkqxyz
è cdfghilmnprstv ^abkoquwxyz cdglmnqrstv $bpz
ê bcdefghilmnprstv ^ajouxz $aclmnpstuv bgiqrx
ë aou cilmnr $lnrst im
í ^abcdefghilmnoprstuv jxz $abcdfglmnoprstv eiqxz
î ^adgor bcflmnptu $clmnt qsv
ï aeou l $acdeklmnqrstvw bfgopuz
ì - cdhilmnprst $ -
ñ aeiou ^n aeiou $
ó bcdefghijlmnprstz ^aouvwxy $bcdfgilmnprst ajqvxy
ò - cdehilmnprst $ -
ô abcdefghilmnprstvz ^joux $dlmnst aefpruv
õ abcdfghijlmnoprstz euvx e -
ö ^bdfghklmnrstwyz aceijopuv bcdfghlmnprst $eikvwxz
ú ^abcdefghijlmnprst koquvxz $abcdlmnprstv efgijoqxz
ù o cdghiprst $ -
û bdeflmnorst acgjp $clmnrt ep
ü ^bdfghklmnprstwz aceijoquvy bcdefghiklmnrst $aopvyz
œ bcfhnps ^iltv cdilu efmnrst
ß aeioru lny $eghlnrstu abdfikmopvwz
å ^abdfghklmnprstv - $abcdefgiklmnrstv -
ø bdfghjklmnrstv ^ $bdfgjklmnrstvy e
æ ^bfhklmnstv - $bdfgklmnrst -
š ^aeiou bcdklnprtvz $aeioklmntuv bcdghjprs
ž ^aeiou bdlnr $aeiou bdlmnv
`

/** Letters of one of those languages alone, and letters of their neighbours. */
const RARE: readonly (readonly [letters: string, cost: number])[] = [
  ['äîïöüùß', 1],
  ['œëûåøæìòšž', 2],
]
/** The cost of a neighbour that a letter seldom has, and of one that it never has. */
const SELDOM = 1
export const NEVER = 3

/** The number of every character except the letters a to z, which have the numbers 0 to 25. */
const EDGE = 26

/** A character that a byte stands for, and what is known of it. */
export type Glyph = {
  text: string
  kind: 'letter' | 'digit' | 'sign' | 'plain' | 'undefined'
  /** The number of the letter without its accent. */
  base: number
  upper: boolean
  /** True for Greek, Cyrillic and other letters that are not Latin. */
  isOther: boolean
  /** The cost of the letter wherever it stands. */
  cost: number
  /** How strange the letter is where it never stands; null for a letter that is strange everywhere. */
  misplaced: number | null
  /** The cost of each preceding and following letter; null for a character that those languages do not use. */
  before: readonly number[] | null
  after: readonly number[] | null
}

const costs = (usual = '', seldom = '', edge: string): readonly number[] =>
  Array.from({ length: EDGE + 1 }, (_, base) => {
    const letter = base === EDGE ? edge : String.fromCharCode(97 + base)
    return usual.includes(letter) ? 0 : seldom.includes(letter) ? SELDOM : NEVER
  })

const LETTERS = new Map(
  NEIGHBOURS.trim()
    .split('\n')
    .map((row) => {
      const [letter = '', before, seldomBefore, after, seldomAfter] = row.split(' ')
      const cost = RARE.find(([letters]) => letters.includes(letter))?.[1] ?? 0
      return [
        letter,
        { cost, before: costs(before, seldomBefore, '^'), after: costs(after, seldomAfter, '$') },
      ] as const
    }),
)

/** Letters that do not decompose into a letter from a to z. */
const BASES: Readonly<Record<string, string>> = { ß: 's', œ: 'o', ø: 'o', æ: 'a', ı: 'i', ł: 'l', đ: 'd' }

function baseOf(lower: string): number {
  const code = (BASES[lower] ?? normalForm(lower, 'NFD')).charCodeAt(0)
  return code >= 97 && code <= 122 ? code - 97 : EDGE
}

/** Characters that Unicode classes as letters and text uses as signs. */
const SIGNS = /[ªºµƒˆ]/

/** How strange a letter is that those languages do not use, and one of theirs in a place where it never stands. */
export type Strangeness = { foreign: number; misplaced: number }

/** Returns what is known of a character. */
export function glyphOf(text: string, { foreign, misplaced }: Strangeness): Glyph {
  const lower = text.toLowerCase()
  const found = LETTERS.get(lower)
  const isLetter = /[\p{L}\p{M}]/u.test(text) && !SIGNS.test(text)
  const isAscii = text < '\u0080'
  return {
    text,
    kind: isLetter
      ? 'letter'
      : /\d/.test(text)
        ? 'digit'
        : /[\u0080-\u009f\ufffd]/.test(text)
          ? 'undefined'
          : isAscii
            ? 'plain'
            : 'sign',
    base: isLetter ? baseOf(lower) : EDGE,
    upper: isLetter && lower !== text,
    isOther: isLetter && !/\p{Script=Latin}/u.test(text),
    cost: found?.cost ?? foreign,
    misplaced: found || isAscii ? misplaced * (found && found.cost > 1 ? NEVER : 1) : null,
    before: found?.before ?? null,
    after: found?.after ?? null,
  }
}

/** Returns the base letters of some letters, as numbers. */
export const basesOf = (letters: string): ReadonlySet<number> => new Set(Array.from(letters, baseOf))
