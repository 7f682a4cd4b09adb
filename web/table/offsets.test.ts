import { describe, expect, it } from 'vitest'
import { offsetShowing, placeAfter, placeAt, scaleOf, START } from './offsets'

const ROW = 36
const VIEW = 700
/** Chromium's own cap, in device pixels. */
const CAP = 33_554_428

describe.each([1, 2])('a million rows at %d device pixels to the pixel', (ratio) => {
  const count = 1_000_000
  const scale = scaleOf(count, ROW, VIEW, ratio)

  it('keeps the element below what the browser can hold', () => {
    expect(scale.element * ratio).toBeLessThanOrEqual(CAP)
    expect(scale.rows).toBe(36_000_000)
  })

  it('shows every row whole by keyboard, and the element never beyond its ends', () => {
    let place = START
    for (let index = 0; index < count; index += index % 7919 === 0 ? 1 : 997) {
      place = placeAt(scale, offsetShowing(place, VIEW, index, ROW))
      expect(index * ROW).toBeGreaterThanOrEqual(place.offset)
      expect(index * ROW + ROW).toBeLessThanOrEqual(place.offset + VIEW)
      expect(place.top).toBeGreaterThanOrEqual(0)
      expect(place.top).toBeLessThanOrEqual(scale.element - VIEW)
    }
    place = placeAt(scale, offsetShowing(place, VIEW, count - 1, ROW))
    expect(place.offset).toBe(scale.rows - VIEW)
    expect(place.top).toBe(scale.element - VIEW)
  })

  it('moves one to one by wheel, wherever it stands', () => {
    const middle = placeAt(scale, 18_000_000)
    expect(placeAfter(scale, middle, middle.top + 120)).toEqual({ offset: 18_000_120, top: middle.top + 120 })
    expect(placeAfter(scale, middle, middle.top - 53)).toEqual({ offset: 17_999_947, top: middle.top - 53 })
  })

  it('moves in proportion by the dragged bar, to both ends', () => {
    const half = placeAfter(scale, START, (scale.element - VIEW) / 2)
    expect(half.offset).toBeCloseTo((scale.rows - VIEW) / 2, 0)
    expect(placeAfter(scale, half, scale.element - VIEW).offset).toBe(scale.rows - VIEW)
    expect(placeAfter(scale, half, 0)).toEqual(START)
  })
})

it('scales nothing that fits: 100,000 rows stand where the element stands', () => {
  const scale = scaleOf(100_000, ROW, VIEW, 2)
  expect(scale.element).toBe(scale.rows)
  expect(placeAt(scale, 1234)).toEqual({ offset: 1234, top: 1234 })
  expect(placeAfter(scale, START, 3_000_000)).toEqual({ offset: 3_000_000, top: 3_000_000 })
})

it('does not move for a row that is seen, and stays at the top of a list that is shorter than its frame', () => {
  expect(offsetShowing({ offset: 100, top: 100 }, VIEW, 5, ROW)).toBe(100)
  expect(placeAt(scaleOf(3, ROW, VIEW, 1), 50)).toEqual(START)
})
