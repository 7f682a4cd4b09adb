/**
 * The longest exact scroll position, in device pixels. Chromium caps an element at 33,554,428 px divided by the device
 * pixel ratio, and its scroll position is a 32-bit float, exact to the pixel up to half of that. In a longer list the
 * element keeps the greatest exact height, and the position among the rows is separate from the scroll position.
 */
const EXACT = 2 ** 24

/** The heights, in CSS pixels, of all rows together, of the element that is scrolled, and of its visible part. */
export type Scale = { rows: number; element: number; viewport: number }

/** The position among the rows and the scroll position of the element. They are equal unless the list is scaled. */
export type ScrollPlace = { offset: number; top: number }

export const START: ScrollPlace = { offset: 0, top: 0 }

/** Returns the heights of a list. `ratio` is the number of device pixels to a CSS pixel. */
export function scaleOf(count: number, rowHeight: number, viewport: number, ratio: number): Scale {
  const rows = count * rowHeight
  return { rows, element: Math.min(rows, Math.floor(EXACT / ratio)), viewport }
}

const within = (value: number, most: number) => Math.max(0, Math.min(value, Math.max(0, most)))

/** Returns the place at an offset: exact among the rows, in proportion in the element. */
export function placeAt({ rows, element, viewport }: Scale, offset: number): ScrollPlace {
  const last = rows - viewport
  const exact = within(offset, last)
  return { offset: exact, top: rows === element ? exact : Math.round((exact * (element - viewport)) / last) }
}

/**
 * Returns the place after the element was scrolled to `top`. A step of at most a viewport, as by wheel or finger, moves
 * the rows by as many pixels. A longer step, as by the scrollbar, moves them in proportion. The ends of the element are
 * the ends of the list.
 */
export function placeAfter(scale: Scale, place: ScrollPlace, top: number): ScrollPlace {
  const { rows, element, viewport } = scale
  if (rows === element) return { offset: top, top }
  if (top <= 0) return START
  if (top >= element - viewport - 1) return { offset: rows - viewport, top }
  const by = top - place.top
  if (Math.abs(by) > viewport) return { offset: (top * (rows - viewport)) / (element - viewport), top }
  return { offset: within(place.offset + by, rows - viewport), top }
}

/** Returns the nearest position at which a row is seen whole. */
export function offsetShowing(place: ScrollPlace, viewport: number, index: number, rowHeight: number): number {
  const start = index * rowHeight
  if (start < place.offset) return start
  return Math.max(place.offset, start + rowHeight - viewport)
}
