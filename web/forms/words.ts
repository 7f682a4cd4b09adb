import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { plainWords } from '../plain-words'
import { usePreferences } from '../preferences'
import { messages } from './messages'

export const formWordsIn = plainWords(messages)

/** Returns the words of a form in the reader's language. The questions stay as they were written. */
export const useFormWords = (): Translate => formWordsIn(usePreferences().locale)
