import { formatNumber, type Translate } from '@tocsin/core/vocabulary/i18n'
import type { Locale } from '@tocsin/core/base/constants'

const UNITS = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const

/** Returns a size as people say it: whole, in the largest unit of 1,024 that leaves at least one. */
export function sizeText(bytes: number, t: Translate, locale: Locale): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return t(`sheets.fileSize.${UNITS[unit]}`, { size: formatNumber(locale, Math.round(bytes / 1_024 ** unit)) })
}
