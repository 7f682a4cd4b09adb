/** Returns the prefixes of the storage keys that belong to an account besides its profile: its drafts, its copies, and the memory of its palette with its pins. */
const prefixes = (account: number) => [`draft:${account}:`, `copied:${account}:`, `palette:${account}:`]

/** Removes what is stored for an account on sign-out, so that the next user of this machine cannot read it. */
export function forgetBelongings(account: number): void {
  try {
    for (const name of Object.keys(localStorage))
      if (prefixes(account).some((prefix) => name.startsWith(prefix))) localStorage.removeItem(name)
  } catch {
    // Where storage is refused, nothing is stored.
  }
}
