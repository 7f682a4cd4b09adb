import { signOut } from '@tocsin/core/api/auth'
import { ApiError } from '@tocsin/core/base/errors'
import { hasExpired, type Profile } from '@tocsin/core/api/session'
import { bindTab, currentAccount, goOnAs, loseAccount, partFrom } from './account'
import { isLost, openHttp, sessionOf } from './api'
import { readProfile } from './profiles'

/** A stored account with a token that is good; refused, it is stored no longer (ACCOUNT-05). */
export async function fresh(id: number): Promise<Profile> {
  try {
    const profile = await readProfile(id)
    if (!profile) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
    return hasExpired(profile, Date.now()) ? await sessionOf(id).refresh(profile.token) : profile
  } catch (error) {
    if (isLost(error)) await loseAccount(id, error)
    throw error
  }
}

/** Works as a stored account in this tab, from the sign-in where nobody works. */
export async function continueAs(id: number): Promise<void> {
  await goOnAs(await fresh(id))
}

/**
 * Works as another stored account. The page is loaded anew, so that nothing of who worked here before is left in it
 * (ACCOUNT-03, T13).
 */
export async function switchTo(id: number): Promise<void> {
  const profile = await fresh(id)
  await goOnAs(profile)
  bindTab(id)
  location.assign('/')
}

/** Whether the server heard that a session is to end; an account leaves this browser in any case. */
export type Ended = 'ended' | 'unheard'

/** Signs an account out: off this browser first, and then at the server. */
export async function leave(account: Profile | null = currentAccount()): Promise<Ended> {
  if (!account) return 'ended'
  // As it is stored now: another tab may have refreshed it.
  const profile = (await readProfile(account.id)) ?? account
  await partFrom(account)
  try {
    await signOut(openHttp, profile.token)
    return 'ended'
  } catch (error) {
    // What the server does not know, or knows to be over, has ended.
    return error instanceof ApiError && error.status === 401 ? 'ended' : 'unheard'
  }
}
