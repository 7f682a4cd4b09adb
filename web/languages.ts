import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { languageFiles, type LanguageFile } from './language-files'

const loaded = new Map<Locale, LanguageFile>()
const listeners = new Set<() => void>()

/** Returns whether the words of a language are here. */
export const isLoaded = (locale: Locale): boolean => languageFiles[locale] === undefined || loaded.has(locale)

/** Loads the words of a language, unless they are here. */
export async function loadLanguage(locale: Locale): Promise<void> {
  const load = languageFiles[locale]
  if (load === undefined || loaded.has(locale)) return
  loaded.set(locale, (await load()).default)
  for (const listener of listeners) listener()
}

/** Loads every language, to find things by their words in any of them. */
export const loadEveryLanguage = async (): Promise<void> => void (await Promise.all(LOCALES.map(loadLanguage)))

/** Calls the listener whenever the words of a language have been loaded. */
export const onLanguage = (listener: () => void): void => void listeners.add(listener)

/**
 * Returns a module's words in the languages that are loaded. The build puts it in the place of both dictionaries.
 *
 * @public
 */
export const wordsOf = (module: string): Record<Locale, object> =>
  Object.defineProperties(
    {},
    Object.fromEntries(LOCALES.map((locale) => [locale, { get: () => loaded.get(locale)?.[module] ?? {} }])),
  ) as Record<Locale, object>
