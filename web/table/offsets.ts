/**
 * Where a list stands when it is longer than an element can be. Chromium caps an element at 33,554,428 px divided by the
 * device pixel ratio, and a scroll position is a 32-bit float there, exact to the pixel up to half of that: beyond it the
 * element stays as tall as is exact, and the position of the rows is kept apart from the position of the element.
 */
const EXACT = 2 ** 24

/** In CSS pixels: all rows together, the element that stands for them, and what is seen of it. */
export type Scale = { rows: number; element: number; viewport: number }

/** The position among the rows, and the one that the element is scrolled to. The same where nothing is scaled. */
export type Place = { offset: number; top: number }

export const START: Place = { offset: 0, top: 0 }

/** `ratio`: device pixels to a CSS pixel. */
export function scaleOf(count: number, rowHeight: number, viewport: number, ratio: number): Scale {
  const rows = count * rowHeight
  return { rows, element: Math.min(rows, Math.floor(EXACT / ratio)), viewport }
}

const within = (value: number, most: number) => Math.max(0, Math.min(value, Math.max(0, most)))

/** Exactly there among the rows, and in proportion in the element. */
export function placeAt({ rows, element, viewport }: Scale, offset: number): Place {
  const last = rows - viewport
  const exact = within(offset, last)
  return { offset: exact, top: rows === element ? exact : Math.round((exact * (element - viewport)) / last) }
}

/**
 * After the element was scrolled to `top`: what a wheel or a finger can do goes pixel by pixel, what only the dragged bar
 * can do goes in proportion. Both ends are ends of both.
 */
export function placeAfter(scale: Scale, place: Place, top: number): Place {
  const { rows, element, viewport } = scale
  if (rows === element) return { offset: top, top }
  if (top <= 0) return START
  if (top >= element - viewport - 1) return { offset: rows - viewport, top }
  const by = top - place.top
  if (Math.abs(by) > viewport) return { offset: (top * (rows - viewport)) / (element - viewport), top }
  return { offset: within(place.offset + by, rows - viewport), top }
}

/** The nearest position at which a row is seen whole. */
export function offsetShowing(place: Place, viewport: number, index: number, rowHeight: number): number {
  const start = index * rowHeight
  if (start < place.offset) return start
  return Math.max(place.offset, start + rowHeight - viewport)
}
