import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { offsetShowing, placeAfter, placeAt, scaleOf, START, type Place } from './offsets'

/** Rows mounted beyond those seen, on either side. */
const OVERSCAN = 4
/** Rows are placed against the first of so many, so that no row moves when the list does. */
const STRETCH = 1024
/** Scrolled by more than what is seen, again within this (ms): nobody reads what passes. */
const FLUNG = 100
/** After a scroll by hand the element takes the place that is in proportion, once it has come to rest (ms). */
const REST = 200

type WindowOptions = {
  count: number
  rowHeight: number
  /** What the sticky heading covers, in pixels. */
  headHeight: number
  scroller: RefObject<HTMLDivElement | null>
  /** The element that stands for all rows, and the one that holds those mounted. */
  holder: RefObject<HTMLDivElement | null>
  /** Stays mounted wherever the window is, or the focus would die with it. */
  active: () => number
  /** Where to begin. */
  offset: number
  /** Scrolled by hand or by key, and come to rest. */
  onRest: (offset: number) => void
  /** Writes what is mounted into the page: at every step of a scroll, without React. */
  draw: () => void
}

export type RowWindow = {
  /** What is to be mounted, in order, each in the slot that it is drawn in: a row that leaves hands its slot on to one that comes. */
  mounted: () => readonly { index: number; slot: number }[]
  /** The first and the last row of which something is seen. */
  seen: () => { first: number; last: number }
  /** Pixels of a row from the top of the holder. */
  topOf: (index: number) => number
  /** Flung past faster than anybody reads: the names are enough. */
  flung: () => boolean
  /** Pixels of the element that stands for all rows. */
  height: number
  /** Scrolls as little as it takes for the row to be seen whole, and mounts it: then it calls `mounted`. */
  reveal: (index: number, mounted?: () => void) => void
  scrollTo: (offset: number, mounted?: () => void) => void
  place: () => Place
  viewport: () => number
}

type Timer = ReturnType<typeof setTimeout>
/** What changes at every step of a held key, and is none of React's business. */
type State = {
  place: Place
  viewport: number
  rest?: Timer
  flung: { at: number; now: boolean; over?: Timer }
  began: boolean
  slots: ReadonlyMap<number, number>
  /** Pixels that the holder is moved by. */
  shift: number
}
const stateAt = (offset: number): State => ({
  place: { offset, top: 0 },
  viewport: 0,
  flung: { at: -Infinity, now: false },
  began: false,
  slots: new Map(),
  shift: 0,
})

/** The rows that are mounted: those seen and a few more, of a list as long as one likes. */
export function useWindow(options: WindowOptions): RowWindow {
  const { count, rowHeight, scroller, holder, active, offset } = options
  const [state] = useState(() => stateAt(offset))
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  const scale = () => scaleOf(latest.current.count, latest.current.rowHeight, state.viewport, window.devicePixelRatio)

  const seen = () => {
    const { count: all, rowHeight: height } = latest.current
    const last = Math.ceil((state.place.offset + state.viewport) / height) - 1
    return {
      first: Math.max(0, Math.min(Math.floor(state.place.offset / height), all - 1)),
      last: Math.max(0, Math.min(last, all - 1)),
    }
  }
  const stretch = () => Math.floor(seen().first / STRETCH) * STRETCH

  /** Rows move with the element; where it is scaled, the holder makes up for the difference. */
  const settle = () => {
    const shift = stretch() * latest.current.rowHeight - (state.place.offset - state.place.top)
    if (!holder.current || shift === state.shift) return
    state.shift = shift
    holder.current.style.top = `${shift}px`
  }
  const draw = () => {
    settle()
    latest.current.draw()
  }

  const put = (place: Place) => {
    state.place = place
    if (scroller.current) scroller.current.scrollTop = place.top
    restSoon()
  }

  const restSoon = () => {
    clearTimeout(state.rest)
    state.rest = setTimeout(() => {
      const exact = placeAt(scale(), state.place.offset)
      if (exact.top !== state.place.top) {
        put(exact)
        settle()
        clearTimeout(state.rest)
      }
      latest.current.onRest(state.place.offset)
    }, REST)
  }

  const fling = () => {
    const { flung } = state
    const now = performance.now()
    flung.now ||= now - flung.at < FLUNG
    flung.at = now
    clearTimeout(flung.over)
    if (flung.now)
      flung.over = setTimeout(() => {
        flung.now = false
        draw()
      }, FLUNG)
  }

  const showing = (index: number, height = latest.current.rowHeight) =>
    offsetShowing(state.place, state.viewport, index, height)

  // Before the effect that places the list: it has to know how much of it is seen.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const height = Math.max(0, element.clientHeight - latest.current.headHeight)
      if (height === state.viewport) return false
      const isSeen = state.viewport > 0 && showing(active()) === state.place.offset
      state.viewport = height
      // What somebody is at stays in sight when the frame gets smaller.
      if (isSeen && showing(active()) !== state.place.offset) put(placeAt(scale(), showing(active())))
      return true
    }
    measure()
    const observer = new ResizeObserver(() => {
      if (measure()) draw()
    })
    observer.observe(element)
    const onScroll = () => {
      const top = element.scrollTop
      // Our own writing comes back as an event.
      if (top === state.place.top) return
      const before = state.place.offset
      state.place = placeAfter(scale(), state.place, top)
      if (Math.abs(state.place.offset - before) > state.viewport) fling()
      draw()
      restSoon()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      clearTimeout(state.rest)
      clearTimeout(state.flung.over)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- for as long as the list is there; what it reads is the latest
  }, [])

  // A list that has shrunk, rows that are taller on a narrow screen: the place stays at the same row as far as it can, and
  // the active row in sight. Who uses the window draws after this.
  const height = useRef(rowHeight)
  useLayoutEffect(() => {
    const offsetBefore = (state.place.offset / height.current) * rowHeight
    const isSeen = height.current !== rowHeight && showing(active(), height.current) === state.place.offset
    height.current = rowHeight
    if (count === 0) return
    if (state.began && offsetBefore === state.place.offset && offsetBefore + state.viewport <= count * rowHeight) return
    state.began = true
    put(placeAt(scale(), offsetBefore))
    if (isSeen) put(placeAt(scale(), showing(active())))
    settle()
    // oxlint-disable-next-line react/exhaustive-deps -- only when the rows themselves change
  }, [count, rowHeight])

  const scrollTo = (to: number, mounted?: () => void) => {
    const next = placeAt(scale(), to)
    if (next.offset === state.place.offset) {
      mounted?.()
      return
    }
    state.place = next
    draw()
    mounted?.()
    // Last: it makes the browser lay out whatever has changed until here, once.
    put(next)
  }

  const all = scaleOf(count, rowHeight, 0, typeof window === 'undefined' ? 1 : window.devicePixelRatio).element
  return {
    mounted() {
      state.slots = handOn(state.slots, around(seen(), latest.current.count, active()))
      return [...state.slots].map(([index, slot]) => ({ index, slot }))
    },
    seen,
    flung: () => state.flung.now,
    height: all,
    topOf(index) {
      const { first, last } = seen()
      const height = latest.current.rowHeight
      // The active row outside of the window must not make the element any longer.
      if (index < first - OVERSCAN || index > last + OVERSCAN) {
        const top = index * height - (state.place.offset - state.place.top)
        return Math.max(0, Math.min(top, all - height)) - state.shift
      }
      return (index - stretch()) * height
    },
    reveal: (index, then) => scrollTo(showing(index), then),
    scrollTo,
    place: () => (count === 0 ? START : state.place),
    viewport: () => state.viewport,
  }
}

/** The rows that are seen and a few on either side, and the active one, wherever it is. */
function around({ first, last }: { first: number; last: number }, count: number, active: number): number[] {
  if (count === 0) return []
  const from = Math.max(0, first - OVERSCAN)
  const to = Math.min(count - 1, last + OVERSCAN)
  const indexes = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  if (active >= 0 && active < from) indexes.unshift(active)
  else if (active > to && active < count) indexes.push(active)
  return indexes
}

/** Filling an element anew costs a third of making one. A row that stays keeps its own, and with it the focus. */
function handOn(before: ReadonlyMap<number, number>, indexes: readonly number[]): Map<number, number> {
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
