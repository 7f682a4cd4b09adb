import { useLayoutEffect, useRef } from 'react'
import { css } from 'styled-system/css'

/** Gap between the reason, its button and the edges of the window, in pixels. */
const GAP = 6

/** The reason a button is blocked: shown on focus or under the pointer, and spoken as the button's description. */
export function Reason({ id, children }: { id: string; children: string }) {
  const box = useRef<HTMLSpanElement>(null)
  // The listeners go before the reason does: a focus may arrive between the two.
  useLayoutEffect(() => {
    const [reason, button] = [box.current, box.current?.parentElement]
    if (!reason || !button) return
    const listening = new AbortController()
    const { signal } = listening
    const hide = () => reason.hidePopover()
    const show = () => {
      if (reason.matches(':popover-open')) return
      reason.showPopover()
      const [at, own] = [button.getBoundingClientRect(), reason.getBoundingClientRect()]
      const below = at.bottom + GAP
      reason.style.top = `${below + own.height <= innerHeight ? below : at.top - GAP - own.height}px`
      reason.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - GAP - own.width))}px`
    }
    const leave = () => {
      if (document.activeElement !== button) hide()
    }
    button.addEventListener('focus', show, { signal })
    button.addEventListener('blur', hide, { signal })
    button.addEventListener('pointerenter', show, { signal })
    button.addEventListener('pointerleave', leave, { signal })
    if (document.activeElement === button) show()
    return () => listening.abort()
  }, [])
  return (
    // The top layer keeps it from being cut off. It describes the button, and does not change its name.
    <span ref={box} id={id} className={look} popover="manual" aria-hidden="true" dir="auto">
      {children}
    </span>
  )
}

const look = css({
  inset: 'auto',
  margin: '0',
  maxWidth: 'signIn',
  paddingInline: '2.5',
  paddingBlock: '1.5',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'sm',
  background: 'bg.popover',
  color: 'fg.default',
  boxShadow: 'popover',
  textStyle: 'small',
  textAlign: 'start',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  pointerEvents: 'none',
})
