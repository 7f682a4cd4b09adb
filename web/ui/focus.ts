/**
 * Keeps the focus from being lost. When the focused element disappears (a dialog closes, a row goes, a screen changes),
 * the browser moves the focus to BODY, where no key works; here it moves to the nearest home that is still there.
 */
type Home = () => HTMLElement | null

const homes: Home[] = []
/** Homes of layers over the page: rows that come after such a layer opened are no nearer for that. */
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

/** Watches for a lost focus, for as long as the page lives. */
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
  // The blurred field may be drawn anew at that moment, as with an error; the focus of the next is checked afterwards.
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

/** Returns whether the focus is on nothing that somebody chose: nowhere, on the frame, or on a new screen's heading. */
export const isFree = (): boolean => {
  const focused = document.activeElement
  return (
    !focused ||
    focused === document.body ||
    focused.matches('h1, main') ||
    !focused.closest('main, [data-overlay], [role=dialog]')
  )
}
