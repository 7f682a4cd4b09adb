import { expect, it } from 'vitest'
import { firstToRun, pathRow, type Row } from './rows'

const row = (key: string, group: string, isBlocked = false): Row => ({
  ...pathRow('/', (text) => text),
  key,
  group,
  blocked: isBlocked ? { key: 'why' } : null,
})

it('goes past what cannot be done, but not from a selection to the row beside it', () => {
  const first = (...rows: Row[]) => firstToRun(rows)?.key
  expect(first(row('a', 'go', true), row('b', 'go'))).toBe('b')
  expect(first(row('s', 'selection', true), row('o', 'selection'), row('r', 'record'))).toBe('o')
  expect(first(row('s', 'selection', true), row('r', 'record'), row('g', 'go'))).toBe('s')
  expect(first(row('r', 'record'), row('s', 'selection', true))).toBe('r')
  expect(first(row('s', 'selection', true))).toBeUndefined()
})
