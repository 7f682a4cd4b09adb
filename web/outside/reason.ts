import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { ApiError } from '@tocsin/core/base/errors'

/** Returns why a call failed, in one sentence. */
export function reasonOf(error: unknown, t: Translate): string {
  const { status, code, fields } = error instanceof ApiError ? error : { status: -1, code: '', fields: [] }
  if (status === 0) return t('reasons.network')
  if (status === 401) return t('reasons.expired')
  if (status === 413 || fields.some(({ message }) => message === 'formErrors.maxJson')) return t('reasons.tooLarge')
  if (status === 429 || code === 'BUSY') return t('reasons.busy')
  return status >= 500 || status < 0 ? t('reasons.server') : t('reasons.refused', { code })
}
