import { expect, it } from 'vitest'
import { step } from './step'

it('goes round a list, and begins at the end that is nearest', () => {
  expect([step(-1, 3, 1), step(-1, 3, -1), step(2, 3, 1), step(0, 3, -1), step(1, 3, 1)]).toEqual([0, 2, 0, 2, 2])
  expect(step(-1, 0, 1)).toBe(-1)
})
