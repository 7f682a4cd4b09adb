import { atom, type WritableAtom } from 'jotai/vanilla'

/** A value in the browser's storage. */
export type Stored = {
  /** Returns the text; null where there is none, or where the browser refuses storage. */
  get: () => string | null
  /** Returns the value that `put` wrote; null also for a text that is not JSON. */
  read: () => unknown
  /** Stores a text, or removes it with null. Returns false where the browser refuses storage or has no room. */
  set: (text: string | null) => boolean
  /** Stores a value as JSON, or removes it with null or undefined. */
  put: (value: unknown) => boolean
}

/** Returns access to a stored value, which never throws. By default the value outlives the tab (`localStorage`). */
export function stored(key: string, storage: () => Storage = () => localStorage): Stored {
  const get = () => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  }
  const set = (text: string | null) => {
    try {
      if (text === null) storage().removeItem(key)
      else storage().setItem(key, text)
      return true
    } catch {
      return false
    }
  }
  return {
    get,
    read() {
      try {
        return JSON.parse(get() ?? 'null') as unknown
      } catch {
        return null
      }
    },
    set,
    put: (value) => set(value === null || value === undefined ? null : JSON.stringify(value)),
  }
}

/** Returns access to a value that is stored until the tab closes. */
export const storedInTab = (key: string): Stored => stored(key, () => sessionStorage)

/** Makes an atom whose value is stored. Where the browser refuses storage, the value holds for this page alone. */
export function storedAtom<Value>(key: string, first: Value): WritableAtom<Value, [Value], void> {
  const kept = stored(key)
  const now = atom((kept.read() as Value | null) ?? first)
  return atom(
    (get) => get(now),
    (_, set, value) => {
      kept.put(value)
      set(now, value)
    },
  )
}
