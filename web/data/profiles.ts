import { atom } from 'jotai/vanilla'
import { profileFromStore, type Profile } from '@tocsin/core/api/session'
import { store } from '../store'
import { stored } from '../stored'
import { deleteRow, putRow, readRows } from './profile-database'

/**
 * The signed-in accounts. IndexedDB is the truth, since localStorage is not coherent across tabs even under a lock; the
 * specified `profiles` in localStorage are a mirror written after it. A row that the browser does not store lasts as
 * long as the page.
 */
const MIRROR = 'profiles'

type Kept = Profile & { order: number }

/** `unreadable`: the stored rows are damaged or out of reach; `unwritable`: nothing will be stored. */
export type StoreTrouble = 'unreadable' | 'unwritable'
export const storeTroubleAtom = atom<StoreTrouble | null>(null)

/** Rows that the browser did not store, newer than its own row of that account; null: the account is gone. */
const unkept = new Map<number, Kept | null>()

/** Records a trouble; `unwritable` wins over the request to sign in again: a refused store is unreadable too. */
const trouble = (kind: StoreTrouble) => store.set(storeTroubleAtom, (known) => (known === 'unwritable' ? known : kind))

function keptFrom(row: unknown): Kept | null {
  const profile = profileFromStore(row)
  const { order } = (row ?? {}) as { order?: unknown }
  return profile && { ...profile, order: typeof order === 'number' ? order : 0 }
}

async function storedRows(): Promise<Kept[]> {
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
    // A damaged row is of no use: without it the next page begins clean.
    for (const row of damaged) await deleteRow((row as { id: IDBValidKey }).id).catch(() => {})
  }
  return rows.flatMap((row) => keptFrom(row) ?? [])
}

async function all(): Promise<Kept[]> {
  const rows = await storedRows()
  return [...rows.filter(({ id }) => !unkept.has(id)), ...[...unkept.values()].filter((one) => one !== null)]
}

const inOrder = (kept: readonly Kept[]): Profile[] =>
  kept.toSorted((one, other) => one.order - other.order).map(({ order: _, ...profile }) => profile)

async function mirror(): Promise<void> {
  const profiles = inOrder(await all())
  const kept = stored(MIRROR)
  // Where storage is full or refused, IndexedDB holds the truth, and an outdated mirror is removed.
  if (!kept.put(profiles.length > 0 ? profiles : null)) kept.set(null)
}

/** Returns every signed-in account, the most recently chosen first. */
export const readProfiles = async (): Promise<Profile[]> => inOrder(await all())

export const readProfile = async (id: number): Promise<Profile | null> =>
  (await readProfiles()).find((profile) => profile.id === id) ?? null

/**
 * Keeps an account; `front` makes it the one that a new tab takes. Returns false if the browser did not store it: then
 * other tabs have to be told.
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

/** Takes up an account that the browser did not store for another tab. */
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

/** Drops the row held here: the browser has a newer one of that account, or none on purpose. */
export const letGoOfProfile = (id: number): void => void unkept.delete(id)
