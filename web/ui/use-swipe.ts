import { useEffect, type RefObject } from 'react'
import { css } from 'styled-system/css'
import { useLatest } from './use-latest'

/** The pixels that a finger moves sideways before it is a swipe. */
const FAR = 56
/** The controls that a finger moves sideways for themselves. */
const OWN = 'audio, video, input, select, textarea:focus'

/** The look of an element to swipe over. The parts that scroll in it leave sideways movement to the page as well. */
export const swiped = css({ '&, & *': { touchAction: 'pan-y pinch-zoom' } })

/**
 * Calls a function when a finger swipes sideways over an element (`swiped`): to the left for the next one, as a page is
 * turned. A swipe is never the only way.
 */
export function useSwipe(over: RefObject<HTMLElement | null>, onSwipe: (way: 'next' | 'previous') => void): void {
  const latest = useLatest(onSwipe)
  useEffect(() => (over.current ? watchSwipes(over.current, (way) => latest()(way)) : undefined), [over, latest])
}

/** Calls a function for every swipe over an element, until the returned one is called. */
export function watchSwipes(element: HTMLElement, onSwipe: (way: 'next' | 'previous') => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let start: { x: number; y: number } | null = null
  const on = (type: 'pointerdown' | 'pointerup' | 'pointercancel', handle: (event: PointerEvent) => void) =>
    element.addEventListener(type, handle, { signal })
  on('pointerdown', ({ pointerType, isPrimary, clientX: x, clientY: y, target }) => {
    // A second finger makes it another gesture.
    const isMeant = pointerType === 'touch' && isPrimary && !(target as Element).closest(OWN)
    start = isMeant ? { x, y } : null
  })
  on('pointercancel', () => (start = null))
  on('pointerup', ({ clientX, clientY }) => {
    if (!start) return
    const [across, along] = [clientX - start.x, Math.abs(clientY - start.y)]
    start = null
    if (Math.abs(across) < FAR || Math.abs(across) < 2 * along) return
    // A finger that selects text does not swipe.
    if (getSelection()?.isCollapsed === false) return
    onSwipe(across < 0 ? 'next' : 'previous')
  })
  return () => listening.abort()
}
