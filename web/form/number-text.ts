import type { Locale } from '@tocsin/core/base/constants'
import { readNumber as readCell } from '@tocsin/core/csv/number'

/**
 * The number that a typed text means, by the rule that reads a sheet: in pt-BR a comma is the decimal sign, elsewhere
 * only where nothing else can be meant. Null for none; the text itself where it is no number, for the rules to say so.
 */
export function readNumber(text: string, locale: Locale): number | string | null {
  const typed = text.trim()
  if (typed === '') return null
  const reading = readCell(typed, locale === 'pt-BR', Number.POSITIVE_INFINITY)
  return 'value' in reading ? reading.value : text
}

/** A number as it is typed: the language's decimal sign, no groups. What is no number stays as it was typed. */
export function writeNumber(value: unknown, locale: Locale): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  const plain = value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
  return locale === 'pt-BR' ? plain.replace('.', ',') : plain
}
