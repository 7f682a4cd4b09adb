import type { Locale } from '../../base/constants'

/** The same keys, other texts: a key missing in one language does not compile. */
export type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }

/** Makes one part of the words from both languages. */
export function inBothLanguages<const T extends object>(en: T, pt: SameKeys<T>): Record<Locale, SameKeys<T>> {
  return { 'en-US': en as SameKeys<T>, 'pt-BR': pt }
}
