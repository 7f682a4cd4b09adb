import { expect, it } from 'vitest'
import { formatCount, formatDuration } from './dashboard'

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

it('writes a span by its two largest units, in both languages', () => {
  const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
  expect(
    [-1, 0, 999, 59_999, minute, 72 * second, hour - 1, hour, day - 1, 3 * day + 4.9 * hour].map(formatDuration),
  ).toEqual([
    '0 s',
    '0 s',
    '0 s',
    '59 s',
    '1 min 0 s',
    '1 min 12 s',
    '59 min 59 s',
    '1 h 0 min',
    '23 h 59 min',
    '3 d 4 h',
  ])
})
