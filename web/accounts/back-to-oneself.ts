import { currentAccount } from '../data/account'
import { actAsOneself } from '../data/impersonation'
import { mayLeave } from '../navigation/leave'
import { tellOnArrival } from '../notices/arrival'
import { toastFailure } from '../notices/toast'

/** Returns to one's own account, at the address where acting as another user began. */
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
