import { draftOf } from '@tocsin/core/command-line/commands'
import type { OwnRun } from '../../commands/own-runs'
import { client } from '../../data/api'
import { markStale } from '../../data/query'
import type { Row } from '../../data/row'
import { go } from '../../navigation/go'
import { editHref } from '../../navigation/hrefs'
import { toastFailure } from '../../notices/toast'
import { newId } from '../../new-id'
import { attemptOf, nameOf } from '../../record/name-of'

/** Copies a survey, and opens the copy, whose questions can be changed. */
export const copySurvey: OwnRun = async (surveys, row, values) => {
  try {
    const copy = (await client.act(surveys, 'copy', row, draftOf(values), { key: newId() })) as Row
    void markStale(surveys.name)
    go(editHref(surveys.name, copy.id))
    return true
  } catch (error) {
    toastFailure(error, (t) => t('acts.failed', { what: nameOf(surveys, row, t) }), {
      subject: attemptOf(surveys, 'copy', row),
      resource: surveys,
    })
    return false
  }
}
