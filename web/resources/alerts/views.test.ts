import type { Alert } from '@tocsin/core/resources/alerts/types'
import { expect, it } from 'vitest'
import { isAmong } from './views'

it('A-163 K9 shows no alert that comes outside the days or the ids that the board was asked for', () => {
  const alert = { id: 7, createdAt: '2026-03-04T02:30:00.000Z', resolvedAt: null, status: 'pending' } as Alert
  const among = (where: Parameters<typeof isAmong>[1]) => isAmong(alert, where, 1)
  expect(among({ from: '2026-03-03', to: '2026-03-03' })).toBe(true)
  expect(among({ to: '2026-03-02' })).toBe(false)
  expect(among({ from: '2026-03-04' })).toBe(false)
  expect(among({ from: '2026-03-04T02:30:00.000Z', to: '2026-03-04T02:30:00.000Z' })).toBe(true)
  expect(among({ to: '2026-03-04T02:29:59.999Z' })).toBe(false)
  expect(among({ ids: [7, 9] })).toBe(true)
  expect(among({ ids: [70] })).toBe(false)
})
