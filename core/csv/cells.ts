import { normalForm } from '../base/normal-form'
import { unguarded } from './formula'

/**
 * Characters that ask for a closer look at every cell: controls, everything from the combining marks on (composition,
 * byte-order marks, U+FFFD), and the pairs that UTF-8 read as windows-1252 leaves. Text without them is canonical but
 * for the blanks around it: nothing below U+0300 changes under NFC.
 */
const ODD = /[^\t\n\r -~\u00a0-\u02ff]/
const PAIR = /[\u00c2\u00c3][\u0080-\u00bf]/

/** Returns whether any cell of this text may be other than plain; asked once for many records. */
export const isOdd = (text: string): boolean =>
  ODD.test(text) || ((text.includes('\u00c3') || text.includes('\u00c2')) && PAIR.test(text))

/**
 * Returns a cell as it is kept: NFC, LF, no byte-order mark within, no blanks around (no-break spaces included), and
 * without the apostrophe that only guarded it. `odd` is the result of `isOdd` for the text it comes from.
 */
export function cellText(raw: string, odd: boolean): string {
  if (raw === '') return raw
  let text = raw
  if (odd) {
    if (text.includes('\ufeff')) text = text.replaceAll('\ufeff', '')
    text = normalForm(text, 'NFC').trim()
  } else {
    const first = raw.charCodeAt(0)
    const last = raw.charCodeAt(raw.length - 1)
    if (first <= 32 || last <= 32 || first === 160 || last === 160) text = raw.trim()
  }
  return text.includes("'") ? unguarded(text).trim() : text
}
