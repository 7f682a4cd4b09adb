import type { Resource } from '@tocsin/core/vocabulary/resource'

type Noun = Pick<Resource, 'name' | 'kindOf'>

/** The versions that were written here, of each record; whatever is missing between two of them is somebody else's. */
const written = new Map<string, Set<number>>()

const keyOf = (noun: Noun, id: number) => `${noun.kindOf?.noun ?? noun.name} ${id}`

/** Keeps that a change of one's own, made on one version, led to the next. A change of nothing leads nowhere. */
export function keepOwn(noun: Noun, id: number, on: number | undefined, to: number | undefined): void {
  if (on === undefined || to !== on + 1) return
  const key = keyOf(noun, id)
  written.set(key, (written.get(key) ?? new Set()).add(to))
}

/**
 * How far a record has come from a version by changes of one's own alone: what is based on it may be taken back on that
 * one, and is refused where somebody else has changed the record in between.
 */
export function lastOwn(noun: Noun, id: number, since: number | undefined): number | undefined {
  if (since === undefined) return undefined
  const own = written.get(keyOf(noun, id))
  let last = since
  while (own?.has(last + 1)) last++
  return last
}

/** Another account has written nothing yet. */
export const forgetOwn = (): void => written.clear()
