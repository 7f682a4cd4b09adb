import { expect, it } from 'vitest'
import { touched, weight, type Use } from './use'

const DAY = 24 * 60 * 60 * 1000

it('a use counts one, half of it after a fortnight, and adds to what is left', () => {
  const once = touched({}, 'sites/1', 0)
  expect(weight(once, 'sites/1', 0)).toBe(1)
  expect(weight(once, 'sites/1', 14 * DAY)).toBeCloseTo(0.5)
  expect(weight(touched(once, 'sites/1', 14 * DAY), 'sites/1', 28 * DAY)).toBeCloseTo(0.75)
})

it('what was never used weighs nothing, and a clock set back makes nothing heavier', () => {
  const use: Use = touched({}, 'a', 5 * DAY)
  expect(weight(use, 'b', 5 * DAY)).toBe(0)
  expect(weight(use, 'toString', 5 * DAY)).toBe(0)
  expect(weight(use, 'a', 0)).toBe(1)
  expect(use).toEqual({ a: [1, 5 * DAY] })
})
