import { expect, it } from 'vitest'
import { createBox, putAnswer, readAnswer } from './answer-box'

const box = () => new SharedArrayBuffer(4 * (8 + (1 << 17)))
const found = (title: string) => ({ noun: 'sites', id: 1, title, subtitle: null, tier: 0, score: 0, marks: [] })

it('gives each answer to who knows its number, for as long as it is not written over', () => {
  const shared = box()
  expect(readAnswer(shared, 1)).toBe(null)
  for (const number of [1, 2, 3, 4]) expect(putAnswer(shared, number, [found(`Ação ${number} 東京`)])).toBe(true)
  for (const number of [1, 2, 3, 4]) expect(readAnswer(shared, number)).toEqual([found(`Ação ${number} 東京`)])
  putAnswer(shared, 5, [])
  expect(readAnswer(shared, 1)).toBe(null)
  expect(readAnswer(shared, 5)).toEqual([])
})

it('refuses what it has no room for, and is not there where memory may not be shared', () => {
  const shared = box()
  expect(putAnswer(shared, 1, [found('x'.repeat(1 << 17))])).toBe(false)
  expect(readAnswer(shared, 1)).toBe(null)
  expect(createBox()).toBe(null)
})
