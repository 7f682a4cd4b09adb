/** Which rows are seen, for the line at the foot: it changes at every step of a held key, and nothing else hears of it. */
export type Seen = { first: number; last: number }
export type SeenRows = {
  now: () => Seen
  show: (first: number, last: number) => void
  subscribe: (listener: () => void) => () => void
}

/** What is said of it, counted from 1: of a list that has become shorter its end, before any row was seen nothing. */
export function rangeOf({ first, last }: Seen, total: number): Seen | null {
  if (last < first || total === 0) return null
  const from = Math.min(first + 1, total)
  return { first: from, last: Math.max(from, Math.min(last + 1, total)) }
}

/** Nobody reads faster (ms). */
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
