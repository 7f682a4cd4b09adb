import { currentAccount } from '../data/account'
import { actAsOneself } from '../data/impersonation'
import { mayLeave } from '../form/leave'
import { tellOnArrival } from './arrival'
import { toastFailure } from './toast'

/** Back to the own account, and to where one was when one left it. */
export async function backToOneself(): Promise<void> {
  if (!(await mayLeave())) return
  const own = currentAccount()?.impersonator
  try {
    const href = await actAsOneself()
    if (href === null || !own) return
    tellOnArrival({ key: 'notices.backToOneself', values: { name: own.name || own.username } })
    location.assign(href)
  } catch (error) {
    toastFailure(error, (t) => t('acts.loginAs.notBack'))
  }
}
