/** An account's choices for its lists (columns, page size), kept as long as the page: a browser may refuse storage. */
const unkept = new Map<string, unknown>()

const nameOf = (account: number, owner: string, what: string) => `table:${account}:${owner}:${what}`

export function readChoice(account: number, owner: string, what: string): unknown {
  const name = nameOf(account, owner, what)
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? unkept.get(name)
  } catch {
    return unkept.get(name)
  }
}

/** Keeps a choice; undefined forgets it. */
export function keepChoice(account: number, owner: string, what: string, value: unknown): void {
  const name = nameOf(account, owner, what)
  unkept.set(name, value)
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Refused storage: the choice still holds for this page.
  }
}
