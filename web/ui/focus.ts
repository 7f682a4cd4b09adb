/**
 * Keeps the focus from being lost. When the focused element disappears (a dialog closes, a row is removed, a screen
 * changes), the browser moves the focus to BODY, where no key works. This module moves it on to the innermost home.
 */

/** Returns an element that can take a lost focus, or null. */
type Home = () => HTMLElement | null

const homes: Home[] = []
/** The homes of layers over the page. They win over homes of the page, even over those registered later. */
const above: Home[] = []

/** Registers a home that takes a lost focus; the innermost wins. Returns the function that withdraws it. */
export function addFocusHome(home: Home, isOver = false): () => void {
  const all = isOver ? above : homes
  all.push(home)
  return () => {
    const at = all.lastIndexOf(home)
    if (at >= 0) all.splice(at, 1)
  }
}

/** The element the focus is moving to: in between, BODY has the focus. */
let next: EventTarget | null = null

const isLost = () => (!document.activeElement || document.activeElement === document.body) && next === null

/** Gives a lost focus to the innermost home. */
export function restoreFocus(): void {
  if (!isLost() || !document.hasFocus()) return
  for (const home of [...homes, ...above].toReversed()) {
    const element = home()
    if (!element?.isConnected) continue
    element.focus({ preventScroll: true })
    if (!isLost()) return
  }
}

/** Watches for a lost focus until the page closes. */
export function guardFocus(): void {
  // The callback runs before the next key can arrive: mutations are reported in a microtask.
  new MutationObserver(() => {
    if (isLost()) restoreFocus()
  }).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['hidden', 'disabled', 'inert'],
  })
  // A blurred field may render again, for example with an error. The check waits until the next element has the focus.
  addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (!relatedTarget) return
      next = relatedTarget
      setTimeout(() => {
        next = null
        restoreFocus()
      })
    },
    { capture: true },
  )
  addEventListener('focusin', () => (next = null), { capture: true })
  // A press on an element that cannot take the focus loses it as well.
  addEventListener('pointerup', () => setTimeout(restoreFocus))
  addEventListener('focus', () => setTimeout(restoreFocus))
}

/** Returns whether the focus may be moved: it is nowhere, outside the content, on `main` or on a heading. */
export const mayMoveFocus = (): boolean => {
  const focused = document.activeElement
  return (
    !focused ||
    focused === document.body ||
    focused.matches('h1, main') ||
    !focused.closest('main, [data-overlay], [role=dialog]')
  )
}
