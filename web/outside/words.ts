import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { plainWords } from '../plain-words'
import { usePreferences } from '../preferences'
import { messages } from './messages'

const wordsIn = plainWords(messages)

/** Returns the words of the pages for people without an account, in the reader's language. */
export const useWords = (): Translate => wordsIn(usePreferences().locale)

/** Returns a function that writes a moment in the reader's language. */
export function useWhen(): (iso: string) => string {
  const { locale } = usePreferences()
  return (iso) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))
}
