/**
 * The one place where text is brought into a normal form of Unicode. Putting a run of combining marks into order takes
 * the square of the run's length, here and in PostgreSQL: 48,000 marks take a second, 360,000 a minute and a half.
 */

/** The most combining marks in a row: UAX #15 (Stream-Safe Text) has 30; no language needs more than eighteen. */
export const MARKS_IN_A_ROW = 30

/** Combining marks, and the two letters that become marks in NFKD (half-width katakana voicing). */
const RUN = /[\p{M}\uff9e\uff9f]+/gu

/** Returns whether a text has more marks in a row than any language writes. Linear in the length of the text. */
export function hasLongRun(text: string): boolean {
  if (text.length <= MARKS_IN_A_ROW) return false
  for (const [run] of text.matchAll(RUN))
    if (run.length > MARKS_IN_A_ROW && Array.from(run).length > MARKS_IN_A_ROW) return true
  return false
}

/**
 * Returns a text in a normal form. A text with a long run of marks is returned as it is. It is never stored (`check`
 * and the readers of sheets refuse it), so that comparing and folding it only have to be fast.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  return hasLongRun(text) ? text : text.normalize(form)
}
