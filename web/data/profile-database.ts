import type { Profile } from '@tocsin/core/session'

/**
 * The signed-in accounts. IndexedDB is the truth, since localStorage is not coherent across tabs even under a lock; the
 * specified `profiles` in localStorage are a mirror written after it. Where a browser refuses both, they last as long as
 * the page.
 */
const MIRROR = 'profiles'
const STORE = 'profiles'

type Kept = Profile & { order: number }

let opened: Promise<IDBDatabase | null> | undefined
let unkept: Kept[] = []

const open = (): Promise<IDBDatabase | null> =>
  (opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('tocsin', 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
      request.onsuccess = () => resolve(request.result)
      request.onerror = request.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  }))

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
  })

const all = async (): Promise<Kept[]> => {
  const database = await open()
  if (!database) return unkept
  const transaction = database.transaction(STORE, 'readonly')
  const request = transaction.objectStore(STORE).getAll() as IDBRequest<Kept[]>
  await finished(transaction)
  return request.result
}

const inOrder = (kept: readonly Kept[]): Profile[] =>
  kept.toSorted((one, other) => one.order - other.order).map(({ order: _, ...profile }) => profile)

const mirror = async (): Promise<void> => {
  const profiles = inOrder(await all())
  try {
    localStorage.setItem(MIRROR, JSON.stringify(profiles))
  } catch {
    // Full or refused: the truth is kept elsewhere.
  }
}

/** Every account that is signed in, the one last chosen first. */
export const readProfiles = async (): Promise<Profile[]> => inOrder(await all())

export const readProfile = async (id: number): Promise<Profile | null> =>
  (await readProfiles()).find((profile) => profile.id === id) ?? null

/** Keeps an account; `front` makes it the one that a new tab takes. */
export async function keepProfile(profile: Profile, options: { front?: boolean } = {}): Promise<void> {
  const kept = await all()
  const orders = kept.map(({ order }) => order)
  const known = kept.find(({ id }) => id === profile.id)?.order
  const order = options.front || known === undefined ? Math.min(0, ...orders) - 1 : known
  await write({ ...profile, order })
}

export async function forgetProfile(id: number): Promise<void> {
  const database = await open()
  if (database) {
    const transaction = database.transaction(STORE, 'readwrite')
    transaction.objectStore(STORE).delete(id)
    await finished(transaction)
  } else unkept = unkept.filter((profile) => profile.id !== id)
  await mirror()
}

async function write(kept: Kept): Promise<void> {
  const database = await open()
  if (database) {
    const transaction = database.transaction(STORE, 'readwrite')
    transaction.objectStore(STORE).put(kept)
    await finished(transaction)
  } else unkept = [...unkept.filter(({ id }) => id !== kept.id), kept]
  await mirror()
}
