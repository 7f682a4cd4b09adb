import { createVocabulary, type Translate } from '@tocsin/core/vocabulary/i18n'
import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { messages } from './messages'
import { usePreferences } from './preferences'

/** Every word of the console. Folders add theirs when they are loaded, resources when their declarations are. */
export const vocabulary = createVocabulary()
vocabulary.add(['web'], messages)

/** Adds a folder's words in both languages: `addWords('table', messages)` makes `table.…`. */
export const addWords = (name: string, words: Record<Locale, object>): void => vocabulary.add([name], words)

const translations: Record<string, Translate> = {}

/** Returns one function for each language, always the same, so that results made from it can be kept. */
export const wordsIn = (locale: Locale): Translate => (translations[locale] ??= vocabulary.translate(locale))

/** Returns the languages in the order of LOCALES, to find things by their words in any language. */
export const everyLanguage = (): Translate[] => LOCALES.map(wordsIn)

/** Returns the words in the reader's language; components that use them are drawn anew when it changes. */
export const useT = (): Translate => wordsIn(usePreferences().locale)
