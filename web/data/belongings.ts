/** Returns the storage key of the actions of an account that wait for a connection. */
export const waitingKey = (account: number): string => `waiting:${account}:`

/**
 * Returns the prefixes of the storage keys that belong to an account besides its profile: its drafts and copies, and what
 * waits to be sent.
 */
const prefixes = (account: number) => [`draft:${account}:`, `copied:${account}:`, waitingKey(account)]

/** Removes what is stored for an account on sign-out, so that the next user of this machine cannot read it. */
export function forgetBelongings(account: number): void {
  try {
    for (const name of Object.keys(localStorage))
      if (prefixes(account).some((prefix) => name.startsWith(prefix))) localStorage.removeItem(name)
  } catch {
    // Where storage is refused, nothing is stored.
  }
}
