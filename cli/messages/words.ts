import type { Locale } from '@tocsin/core/base/constants'
import type { Dictionary } from '@tocsin/core/vocabulary/messages'

/** The same keys, other texts: a key missing in one language does not compile. */
type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }

/** Makes one part of the program's words from both languages, side by side. */
export function words<const T extends Dictionary>(en: T, pt: SameKeys<T>): Record<Locale, Dictionary> {
  return { 'en-US': en, 'pt-BR': pt }
}
