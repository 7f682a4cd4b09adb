/** The prefixes of the stored names that belong to an account beside its profile: its unsaved drafts. */
const prefixes = (account: number) => [`draft:${account}:`]

/** Removes on sign-out all that the next person at this machine could read. */
export function forgetBelongings(account: number): void {
  try {
    for (const name of Object.keys(localStorage))
      if (prefixes(account).some((prefix) => name.startsWith(prefix))) localStorage.removeItem(name)
  } catch {
    // Refused storage holds nothing.
  }
}
