/**
 * The active row. It changes at every repetition of a held key, so it lives outside of React: the grid itself moves the
 * focus, and subscribers are told once the moving has paused.
 */
export type ActiveRow = {
  readonly index: number
  /** Returns the index as of the last pause in moving. */
  readonly settled: () => number
  move: (index: number) => void
  subscribe: (listener: () => void) => () => void
}

/** The pause before subscribers are told (ms): nobody reads a menu or a preview at every row passed. */
const PAUSE = 120

export function createActiveRow(start: number): ActiveRow {
  const listeners = new Set<() => void>()
  let index = start
  let settled = start
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    get index() {
      return index
    },
    settled: () => settled,
    move(to) {
      index = to
      clearTimeout(timer)
      if (to === settled) return
      timer = setTimeout(() => {
        settled = index
        for (const listener of listeners) listener()
      }, PAUSE)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
