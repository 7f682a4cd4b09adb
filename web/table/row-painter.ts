import { paintRow, type PaintedRow, type RowFrame, type RowToPaint } from './paint-row'

export type RowPainter = {
  /** Shows these rows and no others in the holder. */
  paint: (holder: HTMLElement, frame: RowFrame, rows: readonly RowToPaint[]) => void
  /** Returns the element of a row, while it is mounted. */
  at: (index: number) => HTMLElement | null
  /** Makes a row the one tab stop, or with null none. */
  setTabStop: (index: number | null) => void
}

/** Paints the rows of a grid outside of React, which would take longer to compare them than it takes to write them. */
export function createRowPainter(): RowPainter {
  const painted = new Map<number, PaintedRow>()
  let shared: RowFrame | undefined
  let marked: HTMLElement | null = null
  let owned = ''

  const at = (index: number): HTMLElement | null => {
    for (const one of painted.values()) if (one.index === index) return one.element
    return null
  }
  return {
    at,
    paint(holder, frame, rows) {
      const isOther =
        shared === undefined ||
        (Object.keys(frame) as (keyof RowFrame)[]).some((name) => frame[name] !== shared?.[name])
      shared = frame
      const wanted = new Set(rows.map(({ slot }) => slot))
      for (const [slot, { element }] of painted)
        if (!wanted.has(slot)) {
          element.remove()
          painted.delete(slot)
        }
      for (const row of rows) {
        let one = painted.get(row.slot)
        if (!one) {
          painted.set(row.slot, (one = paintRow(row.slot)))
          one.frame(frame)
          holder.append(one.element)
        } else if (isOther) one.frame(frame)
        one.fill(row)
      }
      // Elements keep their place in the DOM: `aria-owns` states the order of their rows.
      const order = rows.map(({ slot }) => `${frame.id}-${slot}`).join(' ')
      if (order !== owned) holder.setAttribute('aria-owns', (owned = order))
    },
    setTabStop(index) {
      const element = index === null ? null : at(index)
      if (element === marked) return
      if (marked) {
        marked.tabIndex = -1
        delete marked.dataset['active']
      }
      marked = element
      if (!element) return
      element.tabIndex = 0
      element.dataset['active'] = 'true'
    },
  }
}
