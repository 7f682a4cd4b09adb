import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { User } from '@tocsin/core/resources/users/types'
import { nameOfAccount } from './account-acts'
import { currentAccount } from '../data/account'
import { actAs } from '../data/impersonation'
import { mayLeave } from '../navigation/leave'
import { here } from '../navigation/hrefs'
import { tellOnArrival } from '../notices/arrival'
import { ask } from '../notices/confirm'
import { lineOf } from '../commands/lines'
import type { Row } from '../data/row'
import { toastFailure } from '../notices/toast'

/** Signs in as another user after a confirmation, and loads the start page as that user (USERS-07). */
export async function loginAs(users: Resource, user: Row): Promise<boolean> {
  const account = currentAccount()
  if (!account) return false
  const [name, own] = [nameOfAccount(user as unknown as User), nameOfAccount(account)]
  const isMeant = await ask({
    title: (t) => t('acts.loginAs.title', { name }),
    detail: (t) => t('acts.loginAs.detail', { name, own }),
    verb: (t) => t('acts.loginAs.verb', { name }),
    danger: false,
  })
  if (!isMeant || !(await mayLeave())) return false
  try {
    await actAs(user.id, here())
  } catch (error) {
    toastFailure(error, (t) => t('acts.failed', { what: t('acts.loginAs.verb', { name }) }))
    return false
  }
  const line = lineOf(users, 'loginAs', { kind: 'rows', rows: [user] })
  tellOnArrival({ key: 'notices.loginAsSuccess', values: { name, own }, line })
  location.assign('/')
  return true
}
