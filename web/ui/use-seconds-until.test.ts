import { expect, it } from 'vitest'
import { clockText } from './use-seconds-until'

it('reads as a clock', () => {
  expect([120, 61, 60, 9, 0].map(clockText)).toEqual(['2:00', '1:01', '1:00', '0:09', '0:00'])
})
