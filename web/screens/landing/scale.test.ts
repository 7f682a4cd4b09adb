import { expect, it } from 'vitest'
import { axisEnd } from './scale'

it('ends an axis at a round even number, so that its middle is one as well', () => {
  expect([0, 1, 2, 3, 5, 7, 9, 10, 11, 19, 21, 47, 99, 120, 1_001].map(axisEnd)).toEqual([
    2, 2, 2, 4, 6, 8, 10, 10, 20, 20, 40, 50, 100, 200, 2_000,
  ])
})
