import { ApiError } from '@tocsin/core/base/errors'
import { ChangedMeanwhile } from '@tocsin/core/export/pages'
import type { SheetResourceName } from '@tocsin/core/resources/sheets'
import { refusalText } from '@tocsin/core/import/words'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { sentenceOf } from '../notices/sentence'
import type { Failure } from './worker-protocol'

/** Keys of the words for failures that the import itself finds. */
const OWN_WORDS = new Set(['elsewhere', 'fileChanged', 'fileChangedMidway'])

/**
 * Returns the reason an import failed, in words: a file's missing columns (IMPORT-07), a server error as it is
 * stated everywhere (IMPORT-08), anything else as a failed upload (IMPORT-09).
 */
export function importFailure(failure: Failure, t: Translate, resource: SheetResourceName): string {
  if (failure.kind === 'refusal') return refusalText(failure, t)
  if (failure.kind === 'other')
    return t(OWN_WORDS.has(failure.text) ? `sheets.${failure.text}` : 'notices.uploadCsvFailed')
  const { code } = failure.parts
  if (code.includes('missing_data'))
    return t('notices.missingSiteDataOnCSVUploadError', { fields: code.slice(code.indexOf(': ') + 2) })
  const own = t(`import.${code}`, failure.parts.details)
  if (own !== `import.${code}`) return own
  const error = new ApiError(failure.parts)
  if (!error.wordless) return sentenceOf(error, t, resource)
  const { status, requestId } = error
  const answered = requestId
    ? t('sheets.answeredRequest', { status, request: requestId })
    : t('sheets.answered', { status })
  return `${t('notices.uploadCsvFailed')} ${answered}`
}

/** Returns the reason an export failed (EXPORT-09). */
export const exportFailure = (error: unknown, t: Translate, resource?: string): string =>
  error instanceof ChangedMeanwhile ? t('sheets.changed') : sentenceOf(error, t, resource)
