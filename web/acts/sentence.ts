import { ApiError, wordingOf } from '@tocsin/core/errors'
import type { Translate } from '@tocsin/core/i18n'

/** A failure in the reader's words. What is no answer of the server is a fault of ours, and is told as one. */
export function sentenceOf(error: unknown, t: Translate, noun?: string): string {
  if (!(error instanceof ApiError)) return t('httpError.INTERNAL_ERROR')
  const { code, keys } = wordingOf(error, noun)
  const known = keys.find((key) => t(key) !== key)
  return known ? t(known, error.details) : code
}
