/**
 * A number as people and spreadsheets write it. With a comma as its point (`comma`), or where it can mean nothing
 * else; `ambiguous` where the same text could be a thousand times more, or has both signs.
 */
export type NumberReading = { value: number } | { fault: 'invalid' | 'ambiguous_decimal' }

/** The longest text that is read as a number: longer ones are none, and are not tried in every way. */
const LENGTH = 100

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const COMMA = /^[+-]?(\d*),(\d+)(e[+-]?\d{1,3})?$/i
const GROUPED = /^[+-]?\d{1,3}([.,]\d{3})*[.,]\d*$/

/**
 * Reads the text of a numeric cell, never a part of it. `comma`: the file is of a kind that writes decimal commas (its
 * delimiter is none). `limit`: values from here on are refused anyway, so a reading that goes beyond it is not meant,
 * and `-16,757` of a latitude is no ambiguity.
 */
export function readNumber(text: string, comma: boolean, limit: number): NumberReading {
  if (text.length > LENGTH) return { fault: 'invalid' }
  if (PLAIN.test(text)) {
    const value = Number(text)
    return Number.isFinite(value) ? { value } : { fault: 'invalid' }
  }
  const found = COMMA.exec(text.replace('\u2212', '-'))
  if (found) {
    const [, whole = '', decimals = ''] = found
    const thousands = /^[1-9]\d{0,2}$/.test(whole) && decimals.length === 3
    if (thousands && !comma && Number(whole + decimals) <= limit) return { fault: 'ambiguous_decimal' }
    return { value: Number(text.replace('\u2212', '-').replace(',', '.')) }
  }
  const minus = text.replace('\u2212', '-')
  if (minus !== text && PLAIN.test(minus)) return { value: Number(minus) }
  return { fault: GROUPED.test(text) ? 'ambiguous_decimal' : 'invalid' }
}

/** Returns whether a number with a point could be thousands in a file of decimal commas: `2.500`. */
export function couldBeThousands(text: string): boolean {
  return /^[1-9]\d{0,2}\.\d{3}$/.test(text)
}
