import { impersonate } from '@tocsin/core/api/sign-in'
import { profileFrom } from '@tocsin/core/api/session'
import { bindTab, currentAccount, switchToStored, takeAccount } from './account'
import { leave, withValidToken } from './accounts'
import { http, isLost } from './api'
import { readProfile } from './profiles'
import { storedInTab } from '../stored'

const wayBack = (child: number) => storedInTab(`way-back:${child}`)

/** Returns the address at which acting as a user began, and forgets it; the start page if it is not stored. */
function takeWayBack(child: number): string {
  const kept = wayBack(child).get()
  wayBack(child).set(null)
  return kept ?? '/'
}

/**
 * Signs in as another user: that account becomes the first one and one's own the second. The caller has to
 * reload the page, so that nothing of the previous account is left in it.
 */
export async function actAs(id: number, from: string): Promise<void> {
  const own = currentAccount()
  const profile = profileFrom(await impersonate(http, id))
  // The profile is read again, since this call may have refreshed its token.
  if (own) await switchToStored((await readProfile(own.id)) ?? own)
  wayBack(profile.id).set(from)
  await takeAccount(profile)
}

/**
 * Ends acting as another user, works as oneself again, and returns the address at which it began. Returns null if one's
 * own session is over: then both sessions have ended, and the sign-in is shown.
 */
export async function actAsOneself(): Promise<string | null> {
  const child = currentAccount()
  if (!child?.impersonator) return null
  try {
    const own = await withValidToken(child.impersonator.id)
    await switchToStored(own)
    bindTab(own.id)
  } catch (error) {
    if (!isLost(error)) throw error
    await leave(child)
    return null
  }
  await leave(child)
  return takeWayBack(child.id)
}
