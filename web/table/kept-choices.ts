import { stored } from '../stored'

/** An account's choices for its lists (columns, page size), kept as long as the page: a browser may refuse storage. */
const unkept = new Map<string, unknown>()

const nameOf = (account: number, owner: string, what: string) => `table:${account}:${owner}:${what}`

export function readChoice(account: number, owner: string, what: string): unknown {
  const name = nameOf(account, owner, what)
  return stored(name).read() ?? unkept.get(name)
}

/** Keeps a choice; undefined forgets it. */
export function keepChoice(account: number, owner: string, what: string, value: unknown): void {
  const name = nameOf(account, owner, what)
  unkept.set(name, value)
  stored(name).put(value)
}
