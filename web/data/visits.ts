import { stored } from '../stored'
import { touched, weight, type Use } from '@tocsin/core/find/use'

/** A record that was opened. */
export type Visited = { noun: string; id: number; title: string }

/** The memory of an account: uses, recent records, pinned ones, and the last command. */
export type Memory = {
  use: Use
  recents: readonly Visited[]
  /** The records that the account pinned, the latest first. */
  pins: readonly Visited[]
  /** The last command, with its values by the path of each flag. */
  again: { command: string; values: Record<string, unknown> } | null
}

const nothing: Memory = { use: {}, recents: [], pins: [], again: null }

/** Number of uses kept; the least used are dropped. */
const USES = 400
/** Number of recent records kept: one more than is shown, since the open record is not offered. */
const RECENTS = 6
/** Number of records that can be pinned. */
export const PINS = 20

const keptOf = (account: number) => stored(`palette:${account}:`)

const held = new Map<number, Memory>()
// Another tab has written: its pins must not be overwritten by older ones.
globalThis.addEventListener?.('storage', () => held.clear())

/** Returns the memory of an account; that of another account is never read. */
export function memoryOf(account: number): Memory {
  const known = held.get(account)
  if (known) return known
  const memory = { ...nothing, ...(keptOf(account).read() as Partial<Memory> | null) }
  held.set(account, memory)
  return memory
}

function keep(account: number, memory: Memory): void {
  held.set(account, memory)
  // Where storage is full or refused, the memory lasts as long as the page.
  keptOf(account).put(memory)
}

/** Returns the present weight of an id's uses, for ranking. */
export const usesOf = (account: number, now: number): ((id: string) => number) => {
  const { use } = memoryOf(account)
  return (id) => weight(use, id, now)
}

export function countUse(account: number, id: string, now = Date.now()): void {
  const memory = memoryOf(account)
  const use = touched(memory.use, id, now)
  const kept = Object.entries(use)
  const cut = kept.length > USES ? kept.sort(([one], [two]) => weight(use, two, now) - weight(use, one, now)) : kept
  keep(account, { ...memory, use: Object.fromEntries(cut.slice(0, USES)) })
}

export function rememberRun(account: number, command: string, values: Readonly<Record<string, unknown>>): void {
  keep(account, { ...memoryOf(account), again: { command, values } })
}

const isAnother =
  ({ noun, id }: Visited) =>
  (one: Visited): boolean =>
    one.noun !== noun || one.id !== id

/** Puts a record at the head of the recents when its page opens, however it was reached. A pinned one takes its name. */
export function rememberVisit(account: number, visited: Visited): void {
  const memory = memoryOf(account)
  const isOther = isAnother(visited)
  keep(account, {
    ...memory,
    recents: [visited, ...memory.recents.filter(isOther)].slice(0, RECENTS),
    pins: memory.pins.map((one) => (isOther(one) ? one : visited)),
  })
}

/** Pins a record, or unpins it if it is pinned. With PINS records pinned, no other is. Returns whether it is pinned now. */
export function togglePin(account: number, record: Visited): boolean {
  const memory = memoryOf(account)
  const others = memory.pins.filter(isAnother(record))
  const isPinned = others.length === memory.pins.length && others.length < PINS
  keep(account, { ...memory, pins: isPinned ? [record, ...others] : others })
  return isPinned
}

/** Removes deleted records from the recent records and the pinned ones. */
export function forgetVisits(account: number, resource: string, ids: readonly number[]): void {
  const memory = memoryOf(account)
  const isThere = (one: Visited) => one.noun !== resource || !ids.includes(one.id)
  const [recents, pins] = [memory.recents.filter(isThere), memory.pins.filter(isThere)]
  if (recents.length < memory.recents.length || pins.length < memory.pins.length)
    keep(account, { ...memory, recents, pins })
}

/** Drops what this page holds of an account that left it. The browser keeps it until the account signs out. */
export function dropMemory(account: number): void {
  held.delete(account)
}
