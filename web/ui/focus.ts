/**
 * Keeps the focus out of nowhere. When what has it disappears (a dialog closes, a row goes, a screen changes), the browser
 * gives it to BODY, where no key does anything; here it goes to the nearest home that is still there.
 */
type Home = () => HTMLElement | null

const homes: Home[] = []
/** Of what lies over the page: its rows may come after it was opened, and are no nearer for that. */
const above: Home[] = []

/** Something that takes the focus when what had it is gone: the innermost wins. Returns what withdraws it. */
export function addFocusHome(home: Home, isOver = false): () => void {
  const all = isOver ? above : homes
  all.push(home)
  return () => {
    const at = all.lastIndexOf(home)
    if (at >= 0) all.splice(at, 1)
  }
}

/** Where the focus is on its way to: between leaving one thing and reaching the next, BODY has it. */
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

/** Watches for the focus getting lost, for as long as the page lives. */
export function guardFocus(): void {
  // Runs before the next key can arrive: mutations are reported in a microtask.
  new MutationObserver(() => {
    if (isLost()) restoreFocus()
  }).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['hidden', 'disabled', 'inert'],
  })
  // What is left may be drawn anew at that moment, an error at a field say; whether the next took it is seen afterwards.
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
  // A press on what cannot have the focus takes it away as well.
  addEventListener('pointerup', () => setTimeout(restoreFocus))
  addEventListener('focus', () => setTimeout(restoreFocus))
}

/** Nothing that somebody chose has the focus: it is nowhere, or on the frame or the heading that every new screen gives it to. */
export const isFree = (): boolean => {
  const focused = document.activeElement
  return (
    !focused ||
    focused === document.body ||
    focused.matches('h1, main') ||
    !focused.closest('main, [data-overlay], [role=dialog]')
  )
}
