/** Which rows are seen, for the line at the foot: it changes at every step of a held key, and nothing else hears of it. */
export type Seen = { first: number; last: number }
export type SeenRows = {
  now: () => Seen
  show: (first: number, last: number) => void
  subscribe: (listener: () => void) => () => void
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
