/** The rows in view, for the status line. They change at every step of a held key; only that line subscribes. */
export type Seen = { first: number; last: number }
export type SeenRows = {
  now: () => Seen
  show: (first: number, last: number) => void
  subscribe: (listener: () => void) => () => void
}

/** Returns the range to show, counted from 1 and within the total; null before any row is seen. */
export function rangeOf({ first, last }: Seen, total: number): Seen | null {
  if (last < first || total === 0) return null
  const from = Math.min(first + 1, total)
  return { first: from, last: Math.max(from, Math.min(last + 1, total)) }
}

/** The least time between two changes (ms): nobody reads faster. */
const EVERY = 100

export function createSeenRows(): SeenRows {
  const listeners = new Set<() => void>()
  let seen: Seen = { first: 0, last: -1 }
  let next = seen
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    now: () => seen,
    show(first, last) {
      next = { first, last }
      timer ??= setTimeout(() => {
        timer = undefined
        if (next.first === seen.first && next.last === seen.last) return
        seen = next
        for (const listener of listeners) listener()
      }, EVERY)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
