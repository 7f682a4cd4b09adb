import { useEffect, useRef } from 'react'
import { css } from 'styled-system/css'

/** Pixels between the reason, what it belongs to, and the edges of the window. */
const GAP = 6

/** Why a button cannot be pressed now: seen while it has the focus or the pointer, and heard as its description. */
export function Reason({ id, children }: { id: string; children: string }) {
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
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
    // In the top layer nothing cuts it off. The name of the button stays its own: this is what describes it.
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
