import { useRef, type PointerEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

type Parts<Item> = {
  scroller: RefObject<HTMLElement | null>
  /** The rows by index, of which only a part may be loaded. */
  source: { at: (index: number) => Item | undefined }
  /** The height of the headings, behind which rows pass, in pixels. */
  headHeight: number
  isLifted: boolean
  /** Undefined where rows cannot be moved. */
  onLift: ((item: Item) => void) | undefined
  onMoveTo: (index: number) => void
  onDrop: () => void
}

/** The pixels from which a press becomes a drag. */
const FAR = 4

/**
 * Drags a row by its handle. The list captures the pointer, since its rows are drawn anew meanwhile. A finger scrolls the
 * list, and lifts a row by a tap on its handle.
 */
export function useDrag<Item>({ scroller, source, headHeight, isLifted, onLift, onMoveTo, onDrop }: Parts<Item>) {
  const press = useRef<{ index: number; y: number; isDrag: boolean } | null>(null)

  /** Returns the index of the row at a height, or of the nearest in view. */
  const indexAt = (y: number): number | undefined => {
    const box = scroller.current?.getBoundingClientRect()
    if (!box) return undefined
    const within = Math.max(box.top + headHeight + 1, Math.min(y, box.bottom - 1))
    const row = document.elementFromPoint(box.left + box.width / 2, within)?.closest<HTMLElement>('[data-index]')
    return row ? Number(row.dataset['index']) : undefined
  }

  if (!onLift) return {}
  return {
    onPointerDown({ target, button, pointerType, clientY }: PointerEvent<HTMLElement>) {
      const row = (target as HTMLElement).closest('[data-lift]')?.closest<HTMLElement>('[data-index]')
      if (!row || button !== 0 || pointerType === 'touch' || isLifted) return
      press.current = { index: Number(row.dataset['index']), y: clientY, isDrag: false }
    },
    onPointerMove({ pointerId, clientY }: PointerEvent<HTMLElement>) {
      const now = press.current
      if (!now) return
      if (!now.isDrag) {
        const row = source.at(now.index)
        if (Math.abs(clientY - now.y) < FAR || !row) return
        now.isDrag = true
        scroller.current?.setPointerCapture(pointerId)
        flushSync(() => onLift(row))
      }
      const index = indexAt(clientY)
      if (index !== undefined) flushSync(() => onMoveTo(index))
    },
    onPointerUp() {
      const wasDrag = press.current?.isDrag === true
      press.current = null
      // Escape may have put the row back.
      if (wasDrag && isLifted) onDrop()
    },
    onPointerCancel() {
      press.current = null
    },
  }
}
