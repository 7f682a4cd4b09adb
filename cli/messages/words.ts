import type { Locale } from '@tocsin/core/base/constants'
import type { Dictionary } from '@tocsin/core/vocabulary/messages'
import type { SameKeys } from '@tocsin/core/vocabulary/messages/both-languages'

/** Makes one part of the program's words from both languages, side by side. */
export function words<const T extends Dictionary>(en: T, pt: SameKeys<T>): Record<Locale, Dictionary> {
  return { 'en-US': en, 'pt-BR': pt }
}
