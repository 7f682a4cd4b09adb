import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { languageFiles, type LanguageFile, type WordsPart } from './language-files'

const loaded: Record<WordsPart, Map<Locale, LanguageFile>> = { first: new Map(), later: new Map() }
const listeners = new Set<() => void>()
/** The parts that a language is loaded with. */
let parts: readonly WordsPart[] = ['first']

/** Returns whether the words of a language are here. */
export const isLoaded = (locale: Locale): boolean =>
  languageFiles[locale] === undefined || parts.every((part) => loaded[part].has(locale))

async function loadPart(locale: Locale, part: WordsPart): Promise<void> {
  const files = languageFiles[locale]
  if (files === undefined || loaded[part].has(locale)) return
  loaded[part].set(locale, (await files[part]()).default)
  for (const listener of listeners) listener()
}

/** Loads the words of a language, unless they are here. */
export const loadLanguage = async (locale: Locale): Promise<void> =>
  void (await Promise.all(parts.map((part) => loadPart(locale, part))))

/** Loads the words that the first page did without, in every language that is here, and from now on in any other. */
export async function loadLaterWords(): Promise<void> {
  parts = ['first', 'later']
  await Promise.all([...loaded.first.keys()].map(loadLanguage))
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
    Object.fromEntries(
      LOCALES.map((locale) => [
        locale,
        { get: () => ({ ...loaded.first.get(locale)?.[module], ...loaded.later.get(locale)?.[module] }) },
      ]),
    ),
  ) as Record<Locale, object>
