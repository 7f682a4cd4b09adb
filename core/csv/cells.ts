import { normalForm } from '../base/normal-form'
import { unguarded } from './formula'

/**
 * Characters that require a closer check of every cell: controls, and everything from U+0300 on (combining marks,
 * byte-order marks, U+FFFD). `PAIR` matches what UTF-8 read as windows-1252 leaves. Text without either is canonical
 * apart from surrounding blanks: NFC changes nothing below U+0300.
 */
const ODD = /[^\t\n\r -~\u00a0-\u02ff]/
const PAIR = /[\u00c2\u00c3][\u0080-\u00bf]/

/** Returns whether any cell of this text needs a closer check. It is called once for many records. */
export const needsCloseCheck = (text: string): boolean =>
  ODD.test(text) || ((text.includes('\u00c3') || text.includes('\u00c2')) && PAIR.test(text))

/**
 * Returns a cell as it is stored: in NFC, with LF, without byte-order marks, without surrounding blanks (no-break
 * spaces included) and without a guarding apostrophe. `odd` is the result of `needsCloseCheck` for the text that
 * contains the cell.
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
