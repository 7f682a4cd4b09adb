import { signOut } from '@tocsin/core/api/auth'
import { ApiError } from '@tocsin/core/base/errors'
import { hasExpired, type Profile } from '@tocsin/core/api/session'
import { bindTab, currentAccount, loseAccount, signOutHere, switchToStored } from './account'
import { isLost, openHttp, sessionOf } from './api'
import { readProfile } from './profiles'

/** Returns a stored account with a valid token. Removes the account if its refresh is refused (ACCOUNT-05). */
export async function withValidToken(id: number): Promise<Profile> {
  try {
    const profile = await readProfile(id)
    if (!profile) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
    return hasExpired(profile, Date.now()) ? await sessionOf(id).refresh(profile.token) : profile
  } catch (error) {
    if (isLost(error)) await loseAccount(id, error)
    throw error
  }
}

/** Works as a stored account in this tab, from the sign-in page of a tab without an account. */
export async function continueAs(id: number): Promise<void> {
  await switchToStored(await withValidToken(id))
}

/**
 * Works as another stored account. The page reloads, so that nothing of the previous account is left in it
 * (ACCOUNT-03, T13).
 */
export async function switchTo(id: number): Promise<void> {
  const profile = await withValidToken(id)
  await switchToStored(profile)
  bindTab(id)
  location.assign('/')
}

/**
 * The end of a session: `unconfirmed` if the server did not confirm it. The account is removed from this browser in any
 * case.
 */
export type Ended = 'ended' | 'unconfirmed'

/** Signs an account out, first in this browser and then on the server. */
export async function leave(account: Profile | null = currentAccount()): Promise<Ended> {
  if (!account) return 'ended'
  // The profile is read again: another tab may have refreshed its token.
  const profile = (await readProfile(account.id)) ?? account
  await signOutHere(account)
  try {
    await signOut(openHttp, profile.token)
    return 'ended'
  } catch (error) {
    // A 401 says that the session is unknown or over, so it has ended.
    return error instanceof ApiError && error.status === 401 ? 'ended' : 'unconfirmed'
  }
}
