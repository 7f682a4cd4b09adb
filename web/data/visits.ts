import { touched, weight, type Use } from '@tocsin/core/find/use'

/** A record somebody was at. */
export type Visited = { noun: string; id: number; title: string }

/** What the palette remembers of an account: how often what was used, where one was, what was done last. */
export type Memory = {
  use: Use
  recents: readonly Visited[]
  /** The last command, and what was asked for by the path of its flag. */
  again: { command: string; values: Record<string, unknown> } | null
}

const nothing: Memory = { use: {}, recents: [], again: null }

/** Uses that are kept; the least used goes first. */
const USES = 400
/** One more than is shown, since the record that is open is not offered. */
const RECENTS = 6

const keyOf = (account: number) => `palette:${account}`

const held = new Map<number, Memory>()

/** What is remembered of an account; of another account nothing is ever read. */
export function memoryOf(account: number): Memory {
  const known = held.get(account)
  if (known) return known
  let memory = nothing
  try {
    memory = { ...nothing, ...(JSON.parse(localStorage.getItem(keyOf(account)) ?? '{}') as Partial<Memory>) }
  } catch {
    // Unreadable or refused: nothing is remembered.
  }
  held.set(account, memory)
  return memory
}

function keep(account: number, memory: Memory): void {
  held.set(account, memory)
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(memory))
  } catch {
    // Full or refused: it is remembered while the page lives.
  }
}

/** What an id's uses are worth now, for ranking. */
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

/** A record's page stands, by whatever way one came: it leads the recents. */
export function rememberVisit(account: number, visited: Visited): void {
  const memory = memoryOf(account)
  const others = memory.recents.filter(({ noun, id }) => noun !== visited.noun || id !== visited.id)
  keep(account, { ...memory, recents: [visited, ...others].slice(0, RECENTS) })
}

/** What is no more is not offered. */
export function forgetVisits(account: number, noun: string, ids: readonly number[]): void {
  const memory = memoryOf(account)
  const recents = memory.recents.filter((one) => one.noun !== noun || !ids.includes(one.id))
  if (recents.length < memory.recents.length) keep(account, { ...memory, recents })
}

/** Who has left leaves no names of records behind. */
export function forgetMemory(account: number): void {
  held.delete(account)
  try {
    localStorage.removeItem(keyOf(account))
  } catch {
    // Refused storage holds nothing.
  }
}
