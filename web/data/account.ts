import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { ApiError } from '@tocsin/core/base/errors'
import { onServerClock, type Profile } from '@tocsin/core/api/session'
import { store } from '../store'
import { forgetBelongings } from './belongings'
import { forgetProfile, holdProfile, keepProfile, letGoOfProfile, readProfile, readProfiles } from './profiles'

/** The account this tab works as; null when nobody is signed in here. */
export const accountAtom = atom<Profile | null>(null)

/** Everybody who is signed in in this browser, the one last chosen first (ACCOUNT-01). */
export const profilesAtom = atom<readonly Profile[]>([])

/** Why the session of this tab ended, until somebody has signed in. */
export const lostSessionAtom = atom<ApiError | null>(null)

/** Who was just signed out here on purpose, until the sign-in comes. */
export const partingAtom = atom<Profile | null>(null)

/** Who signed in on this page and was not welcomed yet. */
export const arrivedAtom = atom<number | null>(null)

/** How often this tab went on because its account signed in again in another: the sign-in is of no use here then. */
export const resumedAtom = atom(0)

/** Who is signed in. Only within the shell, where somebody is. */
export const useAccount = (): Profile => {
  const account = useAtomValue(accountAtom)
  if (!account) throw new Error('nobody is signed in')
  return account
}

export const currentAccount = (): Profile | null => store.get(accountAtom)

/** A tab keeps the account it was loaded with, whatever another tab switches to. */
const KEY = 'account'

const tabAccount = (): number | null => {
  try {
    const kept = sessionStorage.getItem(KEY)
    return kept === null ? null : Number(kept)
  } catch {
    return currentAccount()?.id ?? null
  }
}

/** What this tab works as when it is loaded anew. */
export const bindTab = (id: number | null): void => {
  try {
    if (id === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, String(id))
  } catch {
    // Refused storage: the atom alone says who works here.
  }
}

type News =
  | { kept: number; profile?: Profile }
  | { gone: number; logout: true }
  | { gone: number; logout: false; code: string; requestId: string | undefined }

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tocsin-accounts')
const tell = (news: News): void => channel?.postMessage(news)

/** Whose session this tab has lost: it goes on by itself once that account is back. */
let awaited: number | null = null

const show = (profile: Profile | null): void => {
  bindTab(profile?.id ?? null)
  if (profile) {
    awaited = null
    store.set(lostSessionAtom, null)
    store.set(partingAtom, null)
  }
  store.set(accountAtom, profile)
}

const list = async (): Promise<void> => store.set(profilesAtom, await readProfiles())

/** Takes up the tab's account, else the one last chosen; says who it is. */
export async function resumeAccount(): Promise<Profile | null> {
  const id = tabAccount()
  await list()
  const profiles = store.get(profilesAtom)
  const profile = (id === null ? profiles[0] : profiles.find((one) => one.id === id)) ?? null
  show(profile)
  return profile
}

/** Keeps an account, tells the other tabs, and hands them what the browser would not take. */
async function keep(profile: Profile, options?: { front: boolean }): Promise<void> {
  const taken = await keepProfile(profile, options)
  tell(taken ? { kept: profile.id } : { kept: profile.id, profile })
  await list()
}

/** Works as somebody who has just signed in, in this tab from now on, and in new tabs. */
export async function takeAccount(profile: Profile): Promise<void> {
  const here = onServerClock(profile, Date.now())
  await keep(here, { front: true })
  store.set(arrivedAtom, here.id)
  show(here)
}

/** Works as an account that is stored already (ACCOUNT-04). */
export async function goOnAs(profile: Profile): Promise<void> {
  await keep(profile, { front: true })
  show(profile)
}

/** An account's profile is another: its token was refreshed, its name was changed. Tabs that work as it follow. */
export async function renewAccount(profile: Profile): Promise<void> {
  await keep(profile)
  if (currentAccount()?.id === profile.id) store.set(accountAtom, profile)
}

/** Takes an account off this browser on purpose; every tab that works as it says so. */
export async function partFrom(profile: Profile): Promise<void> {
  await forgetProfile(profile.id)
  forgetBelongings(profile.id)
  tell({ gone: profile.id, logout: true })
  await list()
  if (currentAccount()?.id === profile.id) part(profile)
}

function part(profile: Profile): void {
  if (location.pathname !== '/login') store.set(partingAtom, profile)
  show(null)
}

/** The server takes this account's session no longer: it is gone from here, and whoever works as it has to sign in. */
export async function loseAccount(id: number, error: ApiError): Promise<void> {
  await forgetProfile(id)
  tell({ gone: id, logout: false, code: error.code, requestId: error.requestId })
  await list()
  if (currentAccount()?.id === id) stopFor(error)
}

/** Nothing can be done as this account now. Where it is still stored one can go on as it later. */
export function stopFor(error: ApiError): void {
  // Told of it twice, as by several requests that failed, the tab still knows whom it waits for.
  awaited = currentAccount()?.id ?? awaited
  store.set(lostSessionAtom, error)
  show(null)
}

channel?.addEventListener('message', ({ data }: MessageEvent<News>) => void hear(data))

async function hear(news: News): Promise<void> {
  const account = currentAccount()
  if ('gone' in news) {
    letGoOfProfile(news.gone)
    await list()
    if (account?.id !== news.gone) return
    if (news.logout) part(account)
    else stopFor(new ApiError({ status: 401, code: news.code, requestId: news.requestId }))
    return
  }
  if (news.profile) holdProfile(news.profile)
  else letGoOfProfile(news.kept)
  await list()
  const profile = await readProfile(news.kept)
  if (!profile) return
  // Another tab refreshed the token of this account: its permissions may have changed with it.
  if (currentAccount()?.id === news.kept) store.set(accountAtom, profile)
  else if (!currentAccount() && awaited === news.kept) {
    show(profile)
    store.set(resumedAtom, (count) => count + 1)
  }
}
