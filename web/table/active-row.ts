/**
 * The active row of a list. It changes at every repetition of a held key, so React does not hold it: the grid moves the
 * focus itself, and subscribers are notified once the moves pause.
 */
export type ActiveRow = {
  readonly index: number
  /** Returns the index as of the last pause in moving. */
  readonly settled: () => number
  /** Ends the pause at once. */
  settle: () => void
  move: (index: number) => void
  subscribe: (listener: () => void) => () => void
}

/** The pause before subscribers are notified (ms): nobody reads a menu or a preview of every row passed. */
const PAUSE = 120

export function createActiveRow(start: number): ActiveRow {
  const listeners = new Set<() => void>()
  let index = start
  let settled = start
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    settled = index
    for (const listener of listeners) listener()
  }
  return {
    get index() {
      return index
    },
    settled: () => settled,
    settle,
    move(to) {
      index = to
      clearTimeout(timer)
      if (to !== settled) timer = setTimeout(settle, PAUSE)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
