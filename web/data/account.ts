import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { ApiError } from '@tocsin/core/base/errors'
import { onServerClock, type Profile } from '@tocsin/core/api/session'
import { store } from '../store'
import { storedInTab } from '../stored'
import { forgetBelongings } from './belongings'
import {
  forgetProfile,
  holdRow,
  keepProfile,
  readProfile,
  readProfiles,
  releaseRow,
  type StoredProfile,
} from './profiles'

/** The account this tab works as; null when nobody is signed in here. */
export const accountAtom = atom<Profile | null>(null)

/** The accounts signed in on this browser, the most recently chosen first (ACCOUNT-01). */
export const profilesAtom = atom<readonly Profile[]>([])

/** The error that ended the session of this tab, kept until the next sign-in. */
export const lostSessionAtom = atom<ApiError | null>(null)

/** The account just signed out on purpose in this tab, kept until the sign-in page shows. */
export const signedOutAccountAtom = atom<Profile | null>(null)

/** The id of the account that signed in on this page and has not been welcomed yet. */
export const arrivedAtom = atom<number | null>(null)

/** Counts how often this tab resumed because its account signed in in another tab, which closes an open sign-in. */
export const resumedAtom = atom(0)

/** Returns the signed-in account. Callable only within the shell, which always has one. */
export const useAccount = (): Profile => {
  const account = useAtomValue(accountAtom)
  if (!account) throw new Error('nobody is signed in')
  return account
}

export const currentAccount = (): Profile | null => store.get(accountAtom)

/** The key in the tab's storage: a tab keeps the account it was loaded with, whatever another tab switches to. */
const KEY = 'account'

const tabAccount = (): number | null => {
  try {
    const kept = sessionStorage.getItem(KEY)
    return kept === null ? null : Number(kept)
  } catch {
    return currentAccount()?.id ?? null
  }
}

/** Sets the account that this tab resumes when it reloads. */
export const bindTab = (id: number | null): void => {
  // Where storage is refused, the atom alone holds the account of this tab.
  storedInTab(KEY).set(id === null ? null : String(id))
}

type TabMessage =
  | { kept: number; /** What the browser did not store. */ row: StoredProfile | null }
  | ({ gone: number; /** False if the browser still has the row. */ isRemoved: boolean } & (
      | { logout: true }
      | { logout: false; code: string; requestId: string | undefined }
    ))

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tocsin-accounts')
const tell = (message: TabMessage): void => channel?.postMessage(message)

/** The account whose session this tab lost. The tab resumes by itself once that account is back. */
let awaited: number | null = null

const show = (profile: Profile | null): void => {
  bindTab(profile?.id ?? null)
  if (profile) {
    awaited = null
    store.set(lostSessionAtom, null)
    store.set(signedOutAccountAtom, null)
  }
  store.set(accountAtom, profile)
}

const list = async (): Promise<void> => store.set(profilesAtom, await readProfiles())

/** Resumes the account of this tab, or else the one chosen last, and returns its profile. */
export async function resumeAccount(): Promise<Profile | null> {
  const id = tabAccount()
  await list()
  const profiles = store.get(profilesAtom)
  const profile = (id === null ? profiles[0] : profiles.find((one) => one.id === id)) ?? null
  show(profile)
  return profile
}

/** Keeps an account and tells the other tabs; passes them the row if the browser did not store it. */
async function keep(profile: Profile, options?: { front: boolean }): Promise<void> {
  tell({ kept: profile.id, row: await keepProfile(profile, options) })
  await list()
}

/** Makes an account that has just signed in the account of this tab and of new tabs. */
export async function takeAccount(profile: Profile): Promise<void> {
  const here = onServerClock(profile, Date.now())
  await keep(here, { front: true })
  store.set(arrivedAtom, here.id)
  show(here)
}

/** Makes an account that is already stored the account of this tab and of new tabs (ACCOUNT-04). */
export async function switchToStored(profile: Profile): Promise<void> {
  await keep(profile, { front: true })
  show(profile)
}

/** Stores an account's new profile, as after a token refresh. The other tabs that work as the account adopt it. */
export async function renewAccount(profile: Profile): Promise<void> {
  await keep(profile)
  if (currentAccount()?.id === profile.id) store.set(accountAtom, profile)
}

/** Removes an account from this browser on sign-out; every tab that works as the account shows that. */
export async function signOutHere(profile: Profile): Promise<void> {
  const isRemoved = await forgetProfile(profile.id)
  forgetBelongings(profile.id)
  tell({ gone: profile.id, isRemoved, logout: true })
  await list()
  if (currentAccount()?.id === profile.id) showSignedOut(profile)
}

function showSignedOut(profile: Profile): void {
  if (location.pathname !== '/login') store.set(signedOutAccountAtom, profile)
  show(null)
}

/** Removes an account whose session the server rejects; every tab that works as the account has to sign in. */
export async function loseAccount(id: number, error: ApiError): Promise<void> {
  tell({ gone: id, isRemoved: await forgetProfile(id), logout: false, code: error.code, requestId: error.requestId })
  await list()
  if (currentAccount()?.id === id) stopFor(error)
}

/** Stops this tab from working as its account. The account may still be stored, and can be resumed later. */
export function stopFor(error: ApiError): void {
  // Several failed requests may call this in turn: the awaited account is kept after the first call.
  awaited = currentAccount()?.id ?? awaited
  store.set(lostSessionAtom, error)
  show(null)
}

channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => void onTabMessage(data))

async function onTabMessage(message: TabMessage): Promise<void> {
  const account = currentAccount()
  if ('gone' in message) {
    if (message.isRemoved) releaseRow(message.gone)
    else holdRow(message.gone, null)
    await list()
    if (account?.id !== message.gone) return
    if (message.logout) showSignedOut(account)
    else stopFor(new ApiError({ status: 401, code: message.code, requestId: message.requestId }))
    return
  }
  if (message.row) holdRow(message.kept, message.row)
  else releaseRow(message.kept)
  await list()
  const profile = await readProfile(message.kept)
  if (!profile) return
  // Another tab refreshed the token of this account: its permissions may have changed with it.
  if (currentAccount()?.id === message.kept) store.set(accountAtom, profile)
  else if (!currentAccount() && awaited === message.kept) {
    show(profile)
    store.set(resumedAtom, (count) => count + 1)
  }
}
