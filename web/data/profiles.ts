import { atom } from 'jotai/vanilla'
import { profileFromStore, type Profile } from '@tocsin/core/api/session'
import { store } from '../store'
import { deleteRow, putRow, readRows } from './profile-database'

/**
 * The signed-in accounts. IndexedDB is the truth, since localStorage is not coherent across tabs even under a lock; the
 * specified `profiles` in localStorage are a mirror written after it. What the browser will not keep lasts as long as the
 * page.
 */
const MIRROR = 'profiles'

type Kept = Profile & { order: number }

/** `unreadable`: what was kept is damaged, or cannot be got at; `unwritable`: nothing will be kept. */
export type StoreTrouble = 'unreadable' | 'unwritable'
export const storeTroubleAtom = atom<StoreTrouble | null>(null)

/** What the browser has not taken: newer than its own row of that account; null: the account is gone all the same. */
const unkept = new Map<number, Kept | null>()

/** Who was told that nothing is kept is not told to sign in again: a store that is refused cannot be read either. */
const trouble = (kind: StoreTrouble) => store.set(storeTroubleAtom, (known) => (known === 'unwritable' ? known : kind))

function keptFrom(row: unknown): Kept | null {
  const profile = profileFromStore(row)
  const { order } = (row ?? {}) as { order?: unknown }
  return profile && { ...profile, order: typeof order === 'number' ? order : 0 }
}

async function stored(): Promise<Kept[]> {
  let rows: unknown[]
  try {
    rows = await readRows()
  } catch {
    trouble('unreadable')
    return []
  }
  const damaged = rows.filter((row) => keptFrom(row) === null)
  if (damaged.length > 0) {
    trouble('unreadable')
    // Of no use to anybody: without it the next page begins clean.
    for (const row of damaged) await deleteRow((row as { id: IDBValidKey }).id).catch(() => {})
  }
  return rows.flatMap((row) => keptFrom(row) ?? [])
}

async function all(): Promise<Kept[]> {
  const rows = await stored()
  return [...rows.filter(({ id }) => !unkept.has(id)), ...[...unkept.values()].filter((one) => one !== null)]
}

const inOrder = (kept: readonly Kept[]): Profile[] =>
  kept.toSorted((one, other) => one.order - other.order).map(({ order: _, ...profile }) => profile)

async function mirror(): Promise<void> {
  const profiles = inOrder(await all())
  try {
    if (profiles.length > 0) localStorage.setItem(MIRROR, JSON.stringify(profiles))
    else localStorage.removeItem(MIRROR)
  } catch {
    // Full or refused: the truth is kept elsewhere, and what is out of date is kept nowhere.
    try {
      localStorage.removeItem(MIRROR)
    } catch {
      // Refused altogether.
    }
  }
}

/** Every account that is signed in, the one last chosen first. */
export const readProfiles = async (): Promise<Profile[]> => inOrder(await all())

export const readProfile = async (id: number): Promise<Profile | null> =>
  (await readProfiles()).find((profile) => profile.id === id) ?? null

/**
 * Keeps an account; `front` makes it the one that a new tab takes. False where the browser did not take it, and other tabs
 * have to be told.
 */
export async function keepProfile(profile: Profile, options: { front?: boolean } = {}): Promise<boolean> {
  const others = await all()
  const orders = others.map(({ order }) => order)
  const known = others.find(({ id }) => id === profile.id)?.order
  const order = options.front || known === undefined ? Math.min(0, ...orders) - 1 : known
  const kept = { ...profile, order }
  let taken = true
  try {
    await putRow(kept)
    unkept.delete(profile.id)
  } catch {
    unkept.set(profile.id, kept)
    trouble('unwritable')
    taken = false
  }
  await mirror()
  return taken
}

/** Takes up an account that the browser would not keep for another tab. */
export function holdProfile(profile: Profile): void {
  unkept.set(profile.id, { ...profile, order: unkept.get(profile.id)?.order ?? 0 })
}

export async function forgetProfile(id: number): Promise<void> {
  try {
    await deleteRow(id)
    unkept.delete(id)
  } catch {
    unkept.set(id, null)
  }
  await mirror()
}

/** The browser has a newer row of an account, or none on purpose: what is held here is of no use any more. */
export const letGoOfProfile = (id: number): void => void unkept.delete(id)
