import { atom } from 'jotai/vanilla'
import { profileFromStore, type Profile } from '@tocsin/core/api/session'
import { store } from '../store'
import { stored } from '../stored'
import { deleteRow, putRow, readRows } from './profile-database'

// The signed-in accounts of this browser. IndexedDB is the truth, since tabs may read old values from localStorage, even
// under a lock. The `profiles` in localStorage, which the specification asks for, are a copy written afterwards. An
// account that IndexedDB refuses is held in memory until the page closes.

/** The key of the copy in localStorage. */
const MIRROR = 'profiles'

export type StoredProfile = Profile & { order: number }

/** `unreadable`: the stored rows are damaged or out of reach; `unwritable`: nothing will be stored. */
export type StoreTrouble = 'unreadable' | 'unwritable'
export const storeTroubleAtom = atom<StoreTrouble | null>(null)

/** Changes that IndexedDB refused, by the id of the account: a row instead of the stored one, or null for a removal. */
const heldRows = new Map<number, StoredProfile | null>()

/** Records a trouble. `unreadable` never replaces `unwritable`: a store that refuses writes often refuses reads too. */
const reportTrouble = (kind: StoreTrouble) =>
  store.set(storeTroubleAtom, (known) => (known === 'unwritable' ? known : kind))

function parseRow(row: unknown): StoredProfile | null {
  const profile = profileFromStore(row)
  const { order } = (row ?? {}) as { order?: unknown }
  return profile && { ...profile, order: typeof order === 'number' ? order : 0 }
}

async function storedRows(): Promise<StoredProfile[]> {
  let rows: unknown[]
  try {
    rows = await readRows()
  } catch {
    reportTrouble('unreadable')
    return []
  }
  const damaged = rows.filter((row) => parseRow(row) === null)
  if (damaged.length > 0) {
    reportTrouble('unreadable')
    // Damaged rows are deleted, so that the next page does not report them again.
    for (const row of damaged) await deleteRow((row as { id: IDBValidKey }).id).catch(() => {})
  }
  return rows.flatMap((row) => parseRow(row) ?? [])
}

async function allRows(): Promise<StoredProfile[]> {
  const rows = await storedRows()
  return [...rows.filter(({ id }) => !heldRows.has(id)), ...[...heldRows.values()].filter((one) => one !== null)]
}

const inOrder = (rows: readonly StoredProfile[]): Profile[] =>
  rows.toSorted((one, other) => one.order - other.order).map(({ order: _, ...profile }) => profile)

async function mirror(): Promise<void> {
  const profiles = inOrder(await allRows())
  const copy = stored(MIRROR)
  // If localStorage is full or refused, the outdated copy is removed.
  if (!copy.put(profiles.length > 0 ? profiles : null)) copy.set(null)
}

/** Returns every signed-in account, the most recently chosen first. */
export const readProfiles = async (): Promise<Profile[]> => inOrder(await allRows())

export const readProfile = async (id: number): Promise<Profile | null> =>
  (await readProfiles()).find((profile) => profile.id === id) ?? null

/**
 * Stores an account; `front` puts it first, so that new tabs take it. Returns null, or the row that IndexedDB refused:
 * then the caller has to pass it to the other tabs.
 */
export async function keepProfile(profile: Profile, options: { front?: boolean } = {}): Promise<StoredProfile | null> {
  const others = await allRows()
  const orders = others.map(({ order }) => order)
  const known = others.find(({ id }) => id === profile.id)?.order
  const order = options.front || known === undefined ? Math.min(0, ...orders) - 1 : known
  const row = { ...profile, order }
  const isStored = await succeeds(putRow(row))
  if (isStored) heldRows.delete(profile.id)
  else heldRows.set(profile.id, row)
  await mirror()
  return isStored ? null : row
}

/** Removes an account. Returns false if IndexedDB refused it: then the caller has to tell the other tabs. */
export async function forgetProfile(id: number): Promise<boolean> {
  const isRemoved = await succeeds(deleteRow(id))
  if (isRemoved) heldRows.delete(id)
  else heldRows.set(id, null)
  await mirror()
  return isRemoved
}

async function succeeds(write: Promise<void>): Promise<boolean> {
  try {
    await write
    return true
  } catch {
    reportTrouble('unwritable')
    return false
  }
}

/** Holds what another tab could not store: the row of an account, or null for one that is gone. */
export const holdRow = (id: number, row: StoredProfile | null): void => void heldRows.set(id, row)

/** Drops what is held here of an account: another tab has stored a newer row, or has removed the account. */
export const releaseRow = (id: number): void => void heldRows.delete(id)
