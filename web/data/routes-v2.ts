/** Whether management calls carry /v2/{userType}: what the server last said, kept for when it says nothing. */
const KEY = 'useRoutesV2'

const stored = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}

let current: boolean | undefined

export const usesRoutesV2 = (): boolean => (current ??= stored())

/** Keeps what the server said. A store that refuses it, or is full, leaves it to this page. */
export function keepRoutesV2(on: boolean): void {
  current = on
  try {
    localStorage.setItem(KEY, String(on))
  } catch {
    // As said above.
  }
}
