/**
 * The value of a number as people and spreadsheets write it, or the reason why it has none. `ambiguous_decimal` means
 * that the same text could be a thousand times more, or that it has both points and commas.
 */
export type NumberReading = { value: number } | { fault: 'invalid' | 'ambiguous_decimal' }

/** The longest text that can be a number. A longer one is refused without further tries. */
const LENGTH = 100

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const COMMA = /^[+-]?(\d*),(\d+)(e[+-]?\d{1,3})?$/i
const GROUPED = /^[+-]?\d{1,3}([.,]\d{3})*[.,]\d*$/

/**
 * Reads the whole text of a numeric cell. `comma` is true for a file that may write decimal commas, because its
 * delimiter is not a comma. Values beyond `limit` are refused anyway, so that nobody means such a reading: `-16,757` as
 * a latitude is not ambiguous.
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

/** Returns whether a number such as `2.500` could mean thousands in a file with decimal commas. */
export function couldBeThousands(text: string): boolean {
  return /^[1-9]\d{0,2}\.\d{3}$/.test(text)
}
