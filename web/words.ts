import { createVocabulary, type Translate } from '@tocsin/core/vocabulary/i18n'
import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { loadLaterWords, onLanguage } from './languages'
import { messages } from './messages'
import { usePreferences } from './preferences'
import { addToRest } from './rest'

/** Every word of the console. A folder adds its words when it is loaded, a resource when its declaration is. */
export const vocabulary = createVocabulary()
vocabulary.add(['web'], messages)
onLanguage(vocabulary.renew)
addToRest(loadLaterWords, 'outside')

/** Adds a folder's words in both languages: `addWords('table', messages)` makes `table.…`. */
export const addWords = (name: string, words: Record<Locale, object>): void => vocabulary.add([name], words)

const translations: Record<string, Translate> = {}

/** Returns the translate function of a language. It is always the same function, so that its results can be cached. */
export const wordsIn = (locale: Locale): Translate => (translations[locale] ??= vocabulary.translate(locale))

/** Returns the languages in the order of LOCALES, to find things by their words in any language. */
export const everyLanguage = (): Translate[] => LOCALES.map(wordsIn)

/** Returns the words in the reader's language. The component is drawn again when the language changes. */
export const useT = (): Translate => wordsIn(usePreferences().locale)
