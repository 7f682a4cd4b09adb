import type { Locale } from '@tocsin/core/base/constants'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Returns a span of milliseconds in its largest unit, `3 days`, cut and not rounded. Less than a minute is one minute. */
export function spanInWords(milliseconds: number, locale: Locale): string {
  const [unit, size] = UNITS.find(([, length]) => milliseconds >= length) ?? UNITS[2]
  const count = Math.max(1, Math.floor(milliseconds / size))
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
