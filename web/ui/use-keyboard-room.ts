import { useEffect } from 'react'

/** The name of the style property of the page with the height that the keyboard on the screen covers. */
const ROOM = '--keyboard'

/**
 * Keeps the height (px) that the keyboard on the screen covers in a style property of the page, for as long as the component
 * is shown. A phone leaves the page as tall as it was, so that a sheet at its foot would be under the keyboard.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const seen = globalThis.visualViewport
    if (!seen) return
    const { style } = document.documentElement
    const measure = () => {
      const covered = innerHeight - seen.height * seen.scale - seen.offsetTop
      style.setProperty(ROOM, `${Math.max(0, Math.round(covered))}px`)
    }
    measure()
    seen.addEventListener('resize', measure)
    seen.addEventListener('scroll', measure)
    return () => {
      seen.removeEventListener('resize', measure)
      seen.removeEventListener('scroll', measure)
      style.removeProperty(ROOM)
    }
  }, [])
}
