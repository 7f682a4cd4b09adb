import { expect, it } from 'vitest'
import { beginOf, endOf } from './days'

it('takes a day from midnight to midnight in Brazil, and a time as it is', () => {
  expect(new Date(beginOf('2026-01-20')).toISOString()).toBe('2026-01-20T03:00:00.000Z')
  expect(new Date(endOf('2026-01-20')).toISOString()).toBe('2026-01-21T02:59:59.999Z')
  expect(new Date(beginOf('2026-01-20T10:00:00-03:00')).toISOString()).toBe('2026-01-20T13:00:00.000Z')
  expect(new Date(endOf('2026-01-20T13:05Z')).toISOString()).toBe('2026-01-20T13:05:00.000Z')
})
