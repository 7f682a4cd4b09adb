/** True if management calls carry /v2/{userType}: the server's last answer, kept for when it is silent. */
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

/** Keeps the server's answer. If the store refuses it or is full, it holds for this page alone. */
export function keepRoutesV2(on: boolean): void {
  current = on
  try {
    localStorage.setItem(KEY, String(on))
  } catch {
    // The answer holds for this page alone.
  }
}
