import { useLayoutEffect, type RefObject } from 'react'
import { useLatest } from '../ui/use-latest'
import { addFocusHome, restoreFocus } from '../ui/focus'

/**
 * Shows a dialog above everything while it is mounted, focuses its field and, at the end, gives the focus back. This is
 * synchronous, so that the first key typed after Mod+K is in the field.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  field: () => HTMLElement | null,
  { opener, onEscape }: { opener: Element | null; onEscape: () => void },
): void {
  const escape = useLatest(onEscape)
  const home = useLatest(field)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    home()()?.focus()
    const withdraw = addFocusHome(() => home()(), true)
    return () => {
      withdraw()
      element.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      restoreFocus()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a palette opened anew is mounted anew
  }, [])

  // The listener is on the window, ahead of any dialog below: Escape is for the topmost layer alone. It is added as
  // soon as the field has the focus: if it were added after the paint, an Escape in between would close nothing.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopImmediatePropagation()
      escape()()
    }
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [escape])
}
