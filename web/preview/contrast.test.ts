import { expect, it } from 'vitest'
import { contrastOf } from './contrast'

it('tells the contrast of two colours as WCAG counts it, in either order', () => {
  expect(contrastOf('#FFFFFF', '#000000')).toBeCloseTo(21, 5)
  expect(contrastOf('#fff', '#FFFFFF')).toBe(1)
  expect(contrastOf('#007DD8', '#FFFFFF')).toBeCloseTo(4.26, 2)
  expect(contrastOf('#FFFFFF', '#767676')).toBeCloseTo(4.54, 2)
})

it('tells nothing of what is no colour', () => {
  for (const color of [null, undefined, '', '#12', 'white', 7]) expect(contrastOf(color, '#FFFFFF')).toBeNull()
})
