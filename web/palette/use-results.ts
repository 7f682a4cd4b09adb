import { useState, useSyncExternalStore } from 'react'
import { changed, nothing, paintedOf, toRun, type Change, type Identified, type Results } from './results'
import { useLatest } from '../ui/use-latest'

/** The ways to press Enter: alone, with Shift to open another tab or add a record, with Mod to take the defaults. */
export type Press = 'plain' | 'aside' | 'defaults'

export type Listed<Row extends Identified> = {
  change: (change: Change<Row>) => void
  /** Counts a new query and returns its number, which every answer carries. */
  typed: () => number
  /** Runs the row the reader has seen highlighted, at once or when the next frame has shown it. */
  enter: (press: Press) => void
  /** Returns the present results, which may not be drawn yet. */
  now: () => Results<Row>
  /** Calls the listener at every change to be drawn. */
  subscribe: (listener: () => void) => () => void
}

/** The read-only side of a list. */
export type Found<Row extends Identified> = Pick<Listed<Row>, 'now' | 'subscribe'>

/** Holds the rows of a list, and which of them the last painted frame highlighted. The object never changes. */
export function useResults<Row extends Identified>(run: (row: Row, press: Press) => void): Listed<Row> {
  const running = useLatest(run)
  const [listed] = useState(() => createListed<Row>((row, press) => running()(row, press)))
  return listed
}

/** Returns a value read from the results, and renders only when that value changes. */
export const useFound = <Row extends Identified, Read>(
  { subscribe, now }: Found<Row>,
  read: (results: Results<Row>) => Read,
): Read => useSyncExternalStore(subscribe, () => read(now()))

/** Holds a list outside of React's state: typing draws nothing by itself, and an answer is drawn in its own task. */
function createListed<Row extends Identified>(run: (row: Row, press: Press) => void): Listed<Row> {
  let results: Results<Row> = nothing
  let painted = paintedOf(results)
  let pressed: Press | null = null
  const listeners = new Set<() => void>()
  let frame = 0

  /** Notes the results painted next: a frame's callbacks run right before it is painted, with no key in between. */
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
      // Typing or moving on cancels a waiting Enter.
      if (change.kind !== 'local' && change.kind !== 'remote') pressed = null
      // A waiting Enter means the best of all rows found, not of a part.
      if (pressed !== null && change.kind === 'local' && change.isPartial) return
      const before = results
      results = changed(results, change)
      if (results === before || change.kind === 'typed') return
      for (const listener of listeners) listener()
      paintedSoon()
    },
    typed: () => {
      listed.change({ kind: 'typed' })
      return results.latestQuery
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
