import { draftOf } from '@tocsin/core/command-line/commands'
import { currentAccount } from '../data/account'
import { client } from '../data/api'
import { markStale } from '../data/query'
import { tellOnce } from '../notices/told-once'
import { forgetFailure, toastFailure } from '../notices/toast'
import { attemptOf } from '../record/name-of'
import type { OwnRun } from './own-runs'
import { titleOf } from './titles'

/** Runs an action whose answer is told once (`secret` of its declaration), and shows that to be copied. */
export const tellSecret: OwnRun = async (resource, row, values, action) => {
  const asker = currentAccount()?.id
  const subject = attemptOf(resource, action, row)
  const title = titleOf(resource, action, { kind: 'rows', rows: [row] })
  const secret = resource.actions[action]!.secret!
  try {
    const answer = (await client.act(resource, action, row, draftOf(values))) as Record<string, unknown>
    // Another account may be signed in by now.
    if (currentAccount()?.id !== asker) return false
    forgetFailure(subject)
    tellOnce({
      title,
      detail: (t) => t(`resources.${resource.name}.told.${action}`),
      what: (t) => t(`resources.${resource.name}.actions.${action}`),
      text: String(answer[secret]),
    })
    void markStale(resource.name)
    return true
  } catch (error) {
    toastFailure(error, (t) => t('acts.failed', { what: title(t) }), { subject, resource })
    return false
  }
}
