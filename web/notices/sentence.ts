import { ApiError, wordingOf } from '@tocsin/core/base/errors'
import { labelOf } from '@tocsin/core/vocabulary/field-words'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { detailsInWords } from '@tocsin/core/api/in-use'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { problemText } from './problem-text'

/** A failure in the reader's words, and what to do about it. What is no answer of the server is a fault of ours, and is told as one. */
export function sentenceOf(error: unknown, t: Translate, noun?: string): string {
  if (!(error instanceof ApiError)) return t('httpError.INTERNAL_ERROR')
  const { code, keys, advice } = wordingOf(error, noun)
  const known = (key: string) => t(key) !== key
  const key = keys.find(known)
  const said = key ? t(key, detailsInWords(error, t)) : code
  return advice && known(advice) ? `${said} ${t(advice)}` : said
}

/** The same where there is no form: of fields that were refused, each with what is wrong with it. */
export function whyOf(error: unknown, t: Translate, resource: Resource): string {
  if (!(error instanceof ApiError)) return sentenceOf(error, t, resource.name)
  const problems = error.fields.flatMap(({ field, message, values }) =>
    field === undefined
      ? []
      : problemText({ key: message, ...(values ? { values } : {}) }, labelOf(resource, field, t), t),
  )
  return problems.length > 0 ? problems.join(' ') : sentenceOf(error, t, resource.name)
}

/** Whether a code bears no more guesses, so that only another one helps. */
export const isSpent = (error: unknown): boolean =>
  error instanceof ApiError && error.details?.['reason'] === 'verification.spent'

/** A failure of the second step, at the sign-in or in the profile: its own words (MFA-09), and why, where more is known. */
export function verificationSentence(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return sentenceOf(error, t)
  const key = `resources.users.errors.external.${error.code}`
  if (t(key) === key) return sentenceOf(error, t)
  const { advice } = wordingOf(error)
  const more = [error.details?.['reason'], advice].find((one) => typeof one === 'string' && t(one) !== one)
  if (typeof more !== 'string') return t(key)
  const reason = t(more, error.details)
  // A reason may say it all.
  return reason.startsWith(t(key)) ? reason : `${t(key)} ${reason}`
}
