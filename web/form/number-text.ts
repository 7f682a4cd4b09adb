import type { Locale } from '@tocsin/core/base/constants'
import { readNumber as readCell } from '@tocsin/core/csv/number'

/**
 * Reads a typed text as a number, by the rule that reads a sheet: in pt-BR a comma is the decimal sign, elsewhere only
 * where nothing else can be meant. Returns null for an empty text, and the text itself where it is no number, so that
 * the rules report it.
 */
export function readNumber(text: string, locale: Locale): number | string | null {
  const typed = text.trim()
  if (typed === '') return null
  const reading = readCell(typed, locale === 'pt-BR', Number.POSITIVE_INFINITY)
  return 'value' in reading ? reading.value : text
}

/** Writes a number as it is typed: with the language's decimal sign and without groups. A text stays as it is. */
export function writeNumber(value: unknown, locale: Locale): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  const plain = value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
  return locale === 'pt-BR' ? plain.replace('.', ',') : plain
}
