/** What belongs to an account beside its profile, by the beginning of its names: what was typed and not saved. */
const prefixes = (account: number) => [`draft:${account}:`]

/** Who signs out on purpose leaves nothing behind that the next person at this machine could read. */
export function forgetBelongings(account: number): void {
  try {
    for (const name of Object.keys(localStorage))
      if (prefixes(account).some((prefix) => name.startsWith(prefix))) localStorage.removeItem(name)
  } catch {
    // Refused storage holds nothing.
  }
}
