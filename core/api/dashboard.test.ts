import { expect, it } from 'vitest'
import { formatCount } from './dashboard'

it('DASH-08 A-106 writes counts with a dot between thousands, in both languages', () => {
  expect([0, 12, 999, 1_000, 12_345, 1_482_077].map(formatCount)).toEqual([
    '0',
    '12',
    '999',
    '1.000',
    '12.345',
    '1.482.077',
  ])
})
