import type { Locale } from '@tocsin/core/base/constants'

/** The words of one language, by the module that holds them in both. */
export type LanguageFile = Readonly<Record<string, object>>

/** `first`: the words of the first page. `later`: those that the other screens need besides. */
export type WordsPart = 'first' | 'later'

/**
 * Loads the words of a language. The build writes these files (one-language.ts). Without it each module holds its own
 * words, and there is nothing to load.
 */
export const languageFiles: Readonly<
  Partial<Record<Locale, Readonly<Record<WordsPart, () => Promise<{ default: LanguageFile }>>>>>
> = {}
