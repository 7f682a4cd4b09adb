/** The number of rows mounted before and after those seen. */
export const OVERSCAN = 4

/** Returns the rows seen, a few on either side, and the active one, wherever it is. */
export function rowsToMount({ first, last }: { first: number; last: number }, count: number, active: number): number[] {
  if (count === 0) return []
  const from = Math.max(0, first - OVERSCAN)
  const to = Math.min(count - 1, last + OVERSCAN)
  const indexes = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  if (active >= 0 && active < from) indexes.unshift(active)
  else if (active > to && active < count) indexes.push(active)
  return indexes
}

/** Reuses slots: filling an element costs a third of making one. A row that stays keeps its slot, and so the focus. */
export function reuseSlots(before: ReadonlyMap<number, number>, indexes: readonly number[]): Map<number, number> {
  const now = new Map<number, number>()
  for (const index of indexes) {
    const slot = before.get(index)
    if (slot !== undefined) now.set(index, slot)
  }
  const used = new Set(now.values())
  let free = 0
  for (const index of indexes) {
    if (now.has(index)) continue
    while (used.has(free)) free++
    used.add(free)
    now.set(index, free)
  }
  return now
}
