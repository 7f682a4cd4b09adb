import { impersonate } from '@tocsin/core/api/auth'
import { profileFrom } from '@tocsin/core/api/session'
import { bindTab, currentAccount, goOnAs, takeAccount } from './account'
import { fresh, leave } from './accounts'
import { http, isLost } from './api'
import { readProfile } from './profiles'

const wayBack = (child: number): string => `way-back:${child}`

/** Where one was when one signed in as somebody; the start where this tab does not know. */
function takeWayBack(child: number): string {
  try {
    const kept = sessionStorage.getItem(wayBack(child))
    sessionStorage.removeItem(wayBack(child))
    return kept ?? '/'
  } catch {
    return '/'
  }
}

function keepWayBack(child: number, href: string): void {
  try {
    sessionStorage.setItem(wayBack(child), href)
  } catch {
    // Refused storage: the way back leads to the start.
  }
}

/**
 * Signs in as another user: their account comes to the front, the own one stands right behind it. The page is to
 * be loaded anew by whoever calls, so that nothing of who worked here before is left in it.
 */
export async function actAs(id: number, from: string): Promise<void> {
  const own = currentAccount()
  const profile = profileFrom(await impersonate(http, id))
  // As it is stored now: its token may have been refreshed for this very call.
  if (own) await goOnAs((await readProfile(own.id)) ?? own)
  keepWayBack(profile.id, from)
  await takeAccount(profile)
}

/**
 * Ends acting as somebody else and works as oneself again; gives where that was begun. Null where one's own session is
 * over: then both are, and the sign-in comes.
 */
export async function actAsOneself(): Promise<string | null> {
  const child = currentAccount()
  if (!child?.impersonator) return null
  try {
    const own = await fresh(child.impersonator.id)
    await goOnAs(own)
    bindTab(own.id)
  } catch (error) {
    if (!isLost(error)) throw error
    await leave(child)
    return null
  }
  await leave(child)
  return takeWayBack(child.id)
}
