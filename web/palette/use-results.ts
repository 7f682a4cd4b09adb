import { useState, useSyncExternalStore } from 'react'
import { changed, nothing, paintedOf, toRun, type Change, type Identified, type Results } from './results'
import { useLatest } from '../ui/use-latest'

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
  /** Tells of every change that is to be drawn. */
  subscribe: (listener: () => void) => () => void
}

/** What can be read of a list, and when to read it again. */
export type Found<Row extends Identified> = Pick<Listed<Row>, 'now' | 'subscribe'>

/** The rows of a list, and what can be done with them, which stays the same. Knows the frame that was painted last. */
export function useResults<Row extends Identified>(run: (row: Row, press: Press) => void): Listed<Row> {
  const running = useLatest(run)
  const [listed] = useState(() => createListed<Row>((row, press) => running()(row, press)))
  return listed
}

/** What is read from the results, drawn anew only where that is something else. */
export const useFound = <Row extends Identified, Read>(
  { subscribe, now }: Found<Row>,
  read: (results: Results<Row>) => Read,
): Read => useSyncExternalStore(subscribe, () => read(now()))

/** Outside of React's own state: what is typed draws nothing by itself, and an answer is drawn in the task that brings it. */
function createListed<Row extends Identified>(run: (row: Row, press: Press) => void): Listed<Row> {
  let results: Results<Row> = nothing
  let painted = paintedOf(results)
  let pressed: Press | null = null
  const listeners = new Set<() => void>()
  let frame = 0

  /** A frame's callbacks run right before it is painted, with all that was drawn until then, and no key comes in between. */
  const paintedSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      painted = paintedOf(results)
      if (pressed !== null) setTimeout(attempt)
    })
  }

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
      // Who has pressed it already means the best of all that is found, not of a part.
      if (pressed !== null && change.kind === 'local' && change.isPartial) return
      const before = results
      results = changed(results, change)
      if (results === before || change.kind === 'typed') return
      for (const listener of listeners) listener()
      paintedSoon()
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
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return listed
}
