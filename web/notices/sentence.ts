import { ApiError } from '@tocsin/core/base/errors'
import { wordingOf } from '@tocsin/core/base/wording'
import { labelOf } from '@tocsin/core/vocabulary/field-words'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { detailsInWords } from '@tocsin/core/api/in-use'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { problemText } from './problem-text'

/** Returns a failure in the reader's words, with advice. An error that is no `ApiError` reads as an internal error. */
export function sentenceOf(error: unknown, t: Translate, resource?: string): string {
  if (!(error instanceof ApiError)) return t('httpError.INTERNAL_ERROR')
  const { code, keys, advice } = wordingOf(error, resource)
  const known = (key: string) => t(key) !== key
  const key = keys.find(known)
  const said = key ? t(key, detailsInWords(error, t)) : code
  return advice && known(advice) ? `${said} ${t(advice)}` : said
}

/** Returns a failure in the reader's words where no form shows it: each refused field with its problem. */
export function whyOf(error: unknown, t: Translate, resource: Resource): string {
  if (!(error instanceof ApiError)) return sentenceOf(error, t, resource.name)
  const problems = error.fields.flatMap(({ field, message, values }) =>
    field === undefined
      ? []
      : problemText({ key: message, ...(values ? { values } : {}) }, labelOf(resource, field, t), t),
  )
  return problems.length > 0 ? problems.join(' ') : sentenceOf(error, t, resource.name)
}

/** Returns whether a code allows no more attempts, so that only a new one helps. */
export const isSpent = (error: unknown): boolean =>
  error instanceof ApiError && error.details?.['reason'] === 'verification.spent'

/** Returns a failure of the second step, at sign-in or in the profile: its words (MFA-09) and its reason, if known. */
export function verificationSentence(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return sentenceOf(error, t)
  const key = `resources.users.errors.external.${error.code}`
  if (t(key) === key) return sentenceOf(error, t)
  const { advice } = wordingOf(error)
  const more = [error.details?.['reason'], advice].find((one) => typeof one === 'string' && t(one) !== one)
  if (typeof more !== 'string') return t(key)
  const reason = t(more, error.details)
  // The reason may begin with the same sentence.
  return reason.startsWith(t(key)) ? reason : `${t(key)} ${reason}`
}
