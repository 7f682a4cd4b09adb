import { ApiError, wordingOf } from '@tocsin/core/base/errors'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { sentenceOf } from '../../notices/sentence'

/** Why one was not signed in: what the server says, or the generic sentence where it says nothing known (LOGIN-13). */
export function sentence(error: unknown, t: Translate): string {
  const isKnown = error instanceof ApiError && wordingOf(error).keys.some((key) => t(key) !== key)
  return isKnown ? sentenceOf(error, t) : t('signIn.failed')
}
