import { expect, it } from 'vitest'
import { rangeOf } from './seen-rows'

it('never says of rows that they end before they begin', () => {
  expect(rangeOf({ first: 0, last: -1 }, 1_960)).toBeNull()
  expect(rangeOf({ first: 0, last: 9 }, 0)).toBeNull()
  expect(rangeOf({ first: 50, last: 99 }, 5_571)).toEqual({ first: 51, last: 100 })
  expect(rangeOf({ first: 0, last: 19 }, 3)).toEqual({ first: 1, last: 3 })
})

it('says the end of a list that has become shorter than where it was seen', () => {
  expect(rangeOf({ first: 500, last: 519 }, 20)).toEqual({ first: 20, last: 20 })
})
