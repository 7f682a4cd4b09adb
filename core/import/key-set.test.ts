import { expect, it } from 'vitest'
import { keySet } from './key-set'

it('knows every key again, at its first line, while it grows', () => {
  const keys = keySet()
  for (let line = 2; line < 200_002; line++) expect(keys.seen(1, `T${line}`, '', line)).toBe(0)
  for (let line = 2; line < 200_002; line += 7) expect(keys.seen(1, `T${line}`, '', 300_000)).toBe(line)
})

it('keeps kinds, parts and texts of the same letters apart', () => {
  const keys = keySet()
  const parts = [
    ['ab', ''],
    ['a', 'b'],
    ['', 'ab'],
    ['ba', ''],
    ['Aa', ''],
    ['BB', ''],
    ['b', 'a'],
  ] as const
  for (const kind of [1, 2, 3])
    for (const [one, other] of parts) expect(keys.seen(kind, one, other, 9), `${kind} ${one}|${other}`).toBe(0)
})

it('takes none of a million different keys for another', () => {
  const keys = keySet(1_000_000)
  let met = 0
  for (let index = 0; index < 1_000_000; index++)
    if (keys.seen(2, `Escola ${index % 1_000}`, `Rua ${index}`, index + 2) !== 0) met++
  expect(met).toBe(0)
})

it('tells apart keys whose hashes share 41 bits, which two of a million often do', () => {
  const keys = keySet()
  for (const key of ['ESC-1-21542', 'ESC-1-79827', 'ESC-3-520587', 'ESC-3-657115', 'ESC-32-7506', 'ESC-32-329255'])
    expect([key, keys.seen(1, key, '', 2)]).toEqual([key, 0])
})
