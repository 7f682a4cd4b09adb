import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { offsetShowing, placeAfter, placeAt, scaleOf, START, type ScrollPlace } from './offsets'
import { OVERSCAN, reuseSlots, rowsToMount } from './slots'

/** The number of rows placed relative to the same first row, so that no row is placed again at a scroll. */
const STRETCH = 1024
/** The time between two scrolls of more than a screen that counts as a fling (ms): nobody reads rows passed so fast. */
const FLUNG = 100
/** The pause after a scroll by hand before the element takes its proportional place (ms). */
const REST = 200

type WindowOptions = {
  count: number
  rowHeight: number
  /** The pixels that the sticky heading covers. */
  headHeight: number
  scroller: RefObject<HTMLDivElement | null>
  /** The element that holds the mounted rows. */
  holder: RefObject<HTMLDivElement | null>
  /** Returns the index of the active row. It stays mounted wherever the window is, since it may have the focus. */
  active: () => number
  /** The initial offset. */
  offset: number
  /** Receives the offset once a scroll by hand or key has come to rest. */
  onRest: (offset: number) => void
  /** Writes the mounted rows into the page: at every step of a scroll, without React. */
  draw: () => void
}

export type RowWindow = {
  /** Returns the rows to mount, in order, each with its slot. A row that comes in takes the slot of one that left. */
  mounted: () => readonly { index: number; slot: number }[]
  /** Returns the first and the last row that is at least partly in view. */
  seen: () => { first: number; last: number }
  /** Returns the distance in pixels of a row from the top of the holder. */
  topOf: (index: number) => number
  /** Returns whether rows pass faster than anybody reads, so that only their names are drawn. */
  flung: () => boolean
  /** The height in pixels of the element that is scrolled in place of all rows. */
  height: number
  /** Scrolls as little as it takes to see the row whole, mounts it, then calls `mounted`. */
  reveal: (index: number, mounted?: () => void) => void
  scrollTo: (offset: number, mounted?: () => void) => void
  place: () => ScrollPlace
  viewport: () => number
}

type Timer = ReturnType<typeof setTimeout>
/** The state that changes at every step of a held key, outside of React. */
type State = {
  place: ScrollPlace
  viewport: number
  rest?: Timer
  flung: { at: number; now: boolean; over?: Timer }
  began: boolean
  slots: ReadonlyMap<number, number>
  /** The distance in pixels by which the holder is moved. */
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

/** Returns the mounted rows of a list of any length: those seen and a few more. */
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

  /** Moves the holder by the difference between the position among the rows and the scroll position. */
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

  const put = (place: ScrollPlace) => {
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

  // This effect precedes the one that places the list, which needs the height of the viewport.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const height = Math.max(0, element.clientHeight - latest.current.headHeight)
      if (height === state.viewport) return false
      const isSeen = state.viewport > 0 && showing(active()) === state.place.offset
      state.viewport = height
      // The active row stays in sight when the frame gets smaller.
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
      // A write to `scrollTop` by this hook causes an event as well.
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

  // When the list shrinks, or its rows grow taller on a narrow screen, the place stays at the same row as far as it can
  // and the active row stays in view. The caller of the hook draws after this.
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
    // This comes last: it makes the browser lay out all changes until here, once.
    put(next)
  }

  const all = scaleOf(count, rowHeight, 0, typeof window === 'undefined' ? 1 : window.devicePixelRatio).element
  return {
    mounted() {
      state.slots = reuseSlots(state.slots, rowsToMount(seen(), latest.current.count, active()))
      return [...state.slots].map(([index, slot]) => ({ index, slot }))
    },
    seen,
    flung: () => state.flung.now,
    height: all,
    topOf(index) {
      const { first, last } = seen()
      const height = latest.current.rowHeight
      // An active row outside of the window must not make the element taller.
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
