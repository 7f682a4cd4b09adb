import { ApiError, wordingOf } from '@tocsin/core/errors'
import type { Translate } from '@tocsin/core/i18n'

/** A failure in the reader's words. What is no answer of the server is a fault of ours, and is told as one. */
export function sentenceOf(error: unknown, t: Translate, noun?: string): string {
  if (!(error instanceof ApiError)) return t('httpError.INTERNAL_ERROR')
  const { code, keys } = wordingOf(error, noun)
  const known = keys.find((key) => t(key) !== key)
  return known ? t(known, error.details) : code
}

/** A failure of the second step, at the sign-in or in the profile: its own words (MFA-09), and why, where more is known. */
export function verificationSentence(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return sentenceOf(error, t)
  const key = `resources.users.errors.external.${error.code}`
  if (t(key) === key) return sentenceOf(error, t)
  const reason = error.details?.['reason']
  return typeof reason === 'string' && t(reason) !== reason ? `${t(key)} ${t(reason, error.details)}` : t(key)
}
