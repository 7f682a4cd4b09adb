import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import type { Profile } from '@tocsin/core/session'
import { store } from '../store'
import { forgetProfile, keepProfile, readProfile, readProfiles } from './profile-database'

/** The account this tab works as; null when nobody is signed in here. */
export const accountAtom = atom<Profile | null>(null)

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

const bindTab = (id: number | null): void => {
  try {
    if (id === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, String(id))
  } catch {
    // Refused storage: the atom alone says who works here.
  }
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tocsin-accounts')

const show = (profile: Profile | null): void => {
  bindTab(profile?.id ?? null)
  store.set(accountAtom, profile)
}

/** Takes up the tab's account, else the one last chosen; says who it is. */
export async function resumeAccount(): Promise<Profile | null> {
  const id = tabAccount()
  const profile = id === null ? ((await readProfiles())[0] ?? null) : await readProfile(id)
  show(profile)
  return profile
}

/** Works as somebody in this tab from now on, and in new tabs. */
export async function takeAccount(profile: Profile): Promise<void> {
  await keepProfile(profile, { front: true })
  show(profile)
  channel?.postMessage({ kept: profile.id })
}

/** The tab's account with a fresh token, or gone. Other tabs of the same account follow. */
export async function replaceAccount(id: number, profile: Profile | null): Promise<void> {
  if (profile) await keepProfile(profile)
  else await forgetProfile(id)
  if (currentAccount()?.id === id) show(profile)
  channel?.postMessage(profile ? { kept: id } : { left: id })
}

channel?.addEventListener('message', ({ data }: MessageEvent<{ kept?: number; left?: number }>) => {
  const id = currentAccount()?.id
  if (id === undefined) return
  if (data.left === id) show(null)
  // Another tab refreshed the token of this account: its permissions may have changed with it.
  else if (data.kept === id)
    void readProfile(id).then((profile) => {
      if (profile && currentAccount()?.id === id) store.set(accountAtom, profile)
    })
})
