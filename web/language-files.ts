import type { Locale } from '@tocsin/core/base/constants'

/** The words of one language, by the module that holds them in both. */
export type LanguageFile = Readonly<Record<string, object>>

/**
 * Loads the words of a language. The build writes these files (one-language.ts). Without it each module holds its own
 * words, and there is nothing to load.
 */
export const languageFiles: Readonly<Partial<Record<Locale, () => Promise<{ default: LanguageFile }>>>> = {}
