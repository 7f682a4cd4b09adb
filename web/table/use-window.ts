import { useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useReducer, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { offsetShowing, placeAfter, placeAt, scaleOf, START, type Place } from './offsets'

/** Rows mounted beyond those seen, on either side. */
const OVERSCAN = 4
/** Rows are placed against the first of so many, so that no row moves when the list does. */
const STRETCH = 1024
/** Scrolled by more than what is seen, again within this (ms): nobody reads what passes. */
const FLUNG = 100
/** After a scroll by hand the element takes the place that is in proportion, once it has come to rest (ms). */
const REST = 200

type Scroller = HTMLDivElement
type Told = (offset: number, isScrolling: boolean) => void

type WindowOptions = {
  count: number
  rowHeight: number
  /** What the sticky heading covers, in pixels. */
  headHeight: number
  scroller: RefObject<Scroller | null>
  /** The element that stands for all rows, and the one that holds those mounted. */
  holder: RefObject<HTMLDivElement | null>
  /** Stays mounted wherever the window is, or the focus would die with it. */
  active: () => number
  /** Where to begin. */
  offset: number
  /** Scrolled by hand or by key, and come to rest. */
  onRest: (offset: number) => void
}

export type RowWindow = {
  /** What is mounted, in order, each in the slot that it is drawn in: a row that leaves hands its slot on to one that comes. */
  mounted: readonly { index: number; slot: number }[]
  /** What is seen, with what lies just beyond. */
  first: number
  last: number
  /** Pixels of a row from the top of the holder. */
  topOf: (index: number) => number
  /** Flung past faster than anybody reads: the names are enough. */
  flung: boolean
  /** Pixels of the element that stands for all rows. */
  height: number
  /** Scrolls as little as it takes for the row to be seen whole, and mounts it. */
  reveal: (index: number, mounted?: () => void) => void
  /** `mounted` is called when the rows there are; without it they come when React does, as they must while it is at work. */
  scrollTo: (offset: number, mounted?: () => void) => void
  place: () => Place
  viewport: () => number
}

type Timer = ReturnType<typeof setTimeout>
/** What changes at every step of a held key, and is none of React's business. */
type State = {
  place: Place
  viewport: number
  tell: Told
  rest?: Timer
  flung: { at: number; now: boolean; over?: Timer }
  began: boolean
  slots: ReadonlyMap<number, number>
}
const stateAt = (offset: number): State => ({
  place: { offset, top: 0 },
  viewport: 0,
  tell: () => {},
  flung: { at: -Infinity, now: false },
  began: false,
  slots: new Map(),
})

/** The rows that are mounted: those seen and a few more, of a list as long as one likes. */
export function useWindow({
  count,
  rowHeight,
  headHeight,
  scroller,
  holder,
  active,
  offset,
  onRest,
}: WindowOptions): RowWindow {
  const [state] = useState(() => stateAt(offset))
  const latest = useRef({ count, rowHeight, headHeight, onRest })
  useLayoutEffect(() => {
    latest.current = { count, rowHeight, headHeight, onRest }
  })

  const scale = () => scaleOf(latest.current.count, latest.current.rowHeight, state.viewport, window.devicePixelRatio)

  /** Rows move with the element; where it is scaled, the holder makes up for the difference. */
  const settle = (base: number) => {
    if (holder.current)
      holder.current.style.top = `${base * latest.current.rowHeight - (state.place.offset - state.place.top)}px`
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
        settle(base.current)
        clearTimeout(state.rest)
      }
      latest.current.onRest(state.place.offset)
    }, REST)
  }

  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const fling = () => {
    const { flung } = state
    const now = performance.now()
    flung.now ||= now - flung.at < FLUNG
    flung.at = now
    clearTimeout(flung.over)
    if (flung.now)
      flung.over = setTimeout(() => {
        flung.now = false
        drawAgain()
      }, FLUNG)
  }

  const [extract] = useState(() => ({ startIndex, endIndex, count: all }: Range) => {
    const first = Math.max(0, startIndex - OVERSCAN)
    const last = Math.min(all - 1, endIndex + OVERSCAN)
    const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const one = active()
    if (one >= all || one < 0) return indexes
    if (one < first) indexes.unshift(one)
    else if (one > last) indexes.push(one)
    return indexes
  })

  const [observeElementRect] = useState(
    () =>
      (
        { scrollElement }: Virtualizer<Scroller, HTMLElement>,
        tell: (rect: { width: number; height: number }) => void,
      ) => {
        if (!scrollElement) return
        const shows = (index: number) =>
          offsetShowing(state.place, state.viewport, index, latest.current.rowHeight) === state.place.offset
        const measure = () => {
          const seen = state.viewport > 0 && shows(active())
          state.viewport = Math.max(0, scrollElement.clientHeight - latest.current.headHeight)
          // What somebody is at stays in sight when the frame gets smaller.
          if (seen && !shows(active())) {
            put(placeAt(scale(), offsetShowing(state.place, state.viewport, active(), latest.current.rowHeight)))
            state.tell(state.place.offset, false)
          }
          tell({ width: scrollElement.clientWidth, height: state.viewport })
        }
        measure()
        const observer = new ResizeObserver(measure)
        observer.observe(scrollElement)
        return () => observer.disconnect()
      },
  )

  const [observeElementOffset] = useState(() => ({ scrollElement }: Virtualizer<Scroller, HTMLElement>, tell: Told) => {
    if (!scrollElement) return
    state.tell = tell
    const onScroll = () => {
      const top = scrollElement.scrollTop
      // Our own writing comes back as an event.
      if (top === state.place.top) return
      const before = state.place.offset
      state.place = placeAfter(scale(), state.place, top)
      if (Math.abs(state.place.offset - before) > state.viewport) fling()
      flushSync(() => tell(state.place.offset, false))
      settle(base.current)
      restSoon()
    }
    scrollElement.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      scrollElement.removeEventListener('scroll', onScroll)
      clearTimeout(state.rest)
      clearTimeout(state.flung.over)
    }
  })

  const virtual = useVirtualizer<Scroller, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialOffset: offset,
    rangeExtractor: extract,
    observeElementRect,
    observeElementOffset,
    // The one who scrolls is the window itself: the virtualizer would not know of the scaling.
    scrollToFn: () => {},
  })

  const indexes = virtual.getVirtualItems().map(({ index }) => index)
  const slots = handOn(state.slots, indexes)
  useLayoutEffect(() => {
    state.slots = slots
  })
  const { startIndex: first = 0, endIndex: last = 0 } = virtual.range ?? {}
  const base = useRef(0)
  const stretch = Math.floor(first / STRETCH) * STRETCH

  useLayoutEffect(() => {
    base.current = stretch
    settle(stretch)
  })

  // A list that has shrunk, rows that are taller on a narrow screen: the place stays at the same row as far as it can.
  const height = useRef(rowHeight)
  useLayoutEffect(() => {
    if (height.current !== rowHeight) virtual.measure()
    const offsetBefore = (state.place.offset / height.current) * rowHeight
    height.current = rowHeight
    if (count === 0) return
    if (state.began && offsetBefore === state.place.offset && offsetBefore + state.viewport <= count * rowHeight) return
    state.began = true
    put(placeAt(scale(), offsetBefore))
    state.tell(state.place.offset, false)
    settle(base.current)
    // oxlint-disable-next-line react/exhaustive-deps -- only when the rows themselves change
  }, [count, rowHeight])

  const scrollTo = (to: number, mounted?: () => void) => {
    const next = placeAt(scale(), to)
    if (next.offset === state.place.offset) {
      mounted?.()
      return
    }
    state.place = next
    if (mounted) flushSync(() => state.tell(next.offset, false))
    else state.tell(next.offset, false)
    settle(base.current)
    mounted?.()
    // Last: it makes the browser lay out whatever has changed until here, once.
    put(next)
  }

  const all = scaleOf(count, rowHeight, 0, typeof window === 'undefined' ? 1 : window.devicePixelRatio).element
  return {
    mounted: indexes.map((index) => ({ index, slot: slots.get(index) ?? 0 })),
    flung: state.flung.now,
    first,
    last,
    height: all,
    topOf(index) {
      const shift = stretch * rowHeight - (state.place.offset - state.place.top)
      const seen = index >= first - OVERSCAN && index <= last + OVERSCAN
      // The active row outside of the window must not make the element any longer.
      if (!seen)
        return (
          Math.max(0, Math.min(index * rowHeight - (state.place.offset - state.place.top), all - rowHeight)) - shift
        )
      return (index - stretch) * rowHeight
    },
    reveal: (index, then) => scrollTo(offsetShowing(state.place, state.viewport, index, rowHeight), then),
    scrollTo,
    place: () => (count === 0 ? START : state.place),
    viewport: () => state.viewport,
  }
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
