import { expect, it } from 'vitest'
import { withTakenBack } from './history'

it.each([
  ['puts back what is as the act left it', { a: 2 }, { a: 1 }, { a: 2 }, { a: 1 }],
  ['leaves what was changed again since', { a: 3 }, { a: 1 }, { a: 2 }, { a: 3 }],
  ['leaves what the act did not touch', { a: 2, b: 5 }, { a: 1 }, { a: 2 }, { a: 1, b: 5 }],
  ['empties what the act set', { a: [2] }, {}, { a: [2] }, { a: null }],
  ['brings back what the act emptied', {}, { a: 1 }, {}, { a: 1 }],
] as const)('%s', (_, options, former, after, back) => {
  expect(withTakenBack(options, former, after)).toEqual(back)
})
