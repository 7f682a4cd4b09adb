import { useLayoutEffect, useMemo, useReducer, useRef } from 'react'
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
}

/** The rows of a list, and what can be done with them, which stays the same. Knows the frame that was painted last. */
export function useResults<Row extends Identified>(
  run: (row: Row, press: Press) => void,
): [results: Results<Row>, listed: Listed<Row>] {
  const [results, dispatch] = useReducer(changed<Row>, nothing as Results<Row>)
  const latest = useLatest(results)
  const running = useLatest(run)
  const painted = useRef(paintedOf(results))
  const pressed = useRef<Press | null>(null)
  const asked = useRef(0)

  const listed = useMemo(() => {
    const attempt = () => {
      const press = pressed.current
      if (press === null) return
      const row = toRun(latest.current, painted.current)
      if (row === 'wait') return
      pressed.current = null
      if (row) running.current(row, press)
    }
    return {
      attempt,
      change: (change: Change<Row>) => {
        // Who goes on typing or moving has not meant that Enter any more.
        if (change.kind !== 'local' && change.kind !== 'remote') pressed.current = null
        dispatch(change)
      },
      typed: () => {
        pressed.current = null
        dispatch({ kind: 'typed' })
        return ++asked.current
      },
      enter: (press: Press) => {
        pressed.current = press
        attempt()
      },
    }
  }, [latest, running])

  useLayoutEffect(() => {
    // A frame's callbacks run right before it is painted, and no key is answered in between.
    const frame = requestAnimationFrame(() => {
      painted.current = paintedOf(results)
      if (pressed.current !== null) setTimeout(listed.attempt)
    })
    return () => cancelAnimationFrame(frame)
  }, [results, listed])

  return [results, listed]
}
