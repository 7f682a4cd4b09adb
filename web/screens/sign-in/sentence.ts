import { ApiError } from '@tocsin/core/base/errors'
import { wordingOf } from '@tocsin/core/base/wording'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { sentenceOf } from '../../notices/sentence'

/** Returns the reason a sign-in failed: the server's own, or the generic sentence if it is not known (LOGIN-13). */
export function sentence(error: unknown, t: Translate): string {
  const isKnown = error instanceof ApiError && wordingOf(error).keys.some((key) => t(key) !== key)
  return isKnown ? sentenceOf(error, t) : t('signIn.failed')
}
