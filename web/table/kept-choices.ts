import { stored } from '../stored'

/** The choices made in this page (columns, page size). They replace the storage of a browser that refuses it. */
const unkept = new Map<string, unknown>()

const nameOf = (account: number, owner: string, what: string) => `table:${account}:${owner}:${what}`

export function readChoice(account: number, owner: string, what: string): unknown {
  const name = nameOf(account, owner, what)
  return stored(name).read() ?? unkept.get(name)
}

/** Stores a choice; undefined removes it. */
export function keepChoice(account: number, owner: string, what: string, value: unknown): void {
  const name = nameOf(account, owner, what)
  unkept.set(name, value)
  stored(name).put(value)
}
