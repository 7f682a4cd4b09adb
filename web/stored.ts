/** A value in the browser's storage. */
export type Stored = {
  /** Returns the text; null where there is none, or where the browser refuses storage. */
  get: () => string | null
  /** Returns the value that `put` wrote; null also for a text that is none. */
  read: () => unknown
  /** Stores a text, or removes it with null. False where the browser refuses storage or has no room. */
  set: (text: string | null) => boolean
  /** Stores a value as JSON, or removes it with null or undefined. */
  put: (value: unknown) => boolean
}

/** Makes the access to a stored value that never throws; by default it outlives the tab, in `sessionStorage` not. */
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

/** The same for a value that lasts as long as the tab. */
export const storedInTab = (key: string): Stored => stored(key, () => sessionStorage)
