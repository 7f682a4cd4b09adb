import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { changed, nothing, paintedOf, toRun, type Change, type Identified, type Results } from './results'
import { useLatest } from './use-latest'

/** How Enter was pressed: alone, with Shift to open beside this page, with Mod to take the defaults. */
export type Press = 'plain' | 'aside' | 'defaults'

export type Listed<Row extends Identified> = {
  change: (change: Change<Row>) => void
  /** What was typed counts from here; its number belongs to every answer. */
  typed: () => number
  /** Runs what the reader has seen highlighted, at once or when the next frame has shown it. */
  enter: (press: Press) => void
  /** As it is now, which may not be drawn yet. */
  now: () => Results<Row>
}

/** The rows of a list, and what can be done with them, which stays the same. Knows the frame that was painted last. */
export function useResults<Row extends Identified>(
  run: (row: Row, press: Press) => void,
): [results: Results<Row>, listed: Listed<Row>] {
  const running = useLatest(run)
  const [store] = useState(() => createStore<Row>((row, press) => running.current(row, press)))
  const results = useSyncExternalStore(store.subscribe, store.listed.now)

  useLayoutEffect(() => {
    // A frame's callbacks run right before it is painted, and no key is answered in between.
    const frame = requestAnimationFrame(() => store.painted(results))
    return () => cancelAnimationFrame(frame)
  }, [results, store])

  return [results, store.listed]
}

/** Outside of React's own state: what is typed draws nothing by itself, and an answer is drawn in the task that brings it. */
function createStore<Row extends Identified>(run: (row: Row, press: Press) => void) {
  let results: Results<Row> = nothing
  let painted = paintedOf(results)
  let pressed: Press | null = null
  const listeners = new Set<() => void>()

  const attempt = () => {
    if (pressed === null) return
    const row = toRun(results, painted)
    if (row === 'wait') return
    const press = pressed
    pressed = null
    if (row) run(row, press)
  }
  const listed: Listed<Row> = {
    change: (change) => {
      // Who goes on typing or moving has not meant that Enter any more.
      if (change.kind !== 'local' && change.kind !== 'remote') pressed = null
      const before = results
      results = changed(results, change)
      if (results !== before && change.kind !== 'typed') for (const listener of listeners) listener()
    },
    typed: () => {
      listed.change({ kind: 'typed' })
      return results.asked
    },
    enter: (press) => {
      pressed = press
      attempt()
    },
    now: () => results,
  }
  return {
    listed,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    painted: (drawn: Results<Row>) => {
      painted = paintedOf(drawn)
      if (pressed !== null) setTimeout(attempt)
    },
  }
}
