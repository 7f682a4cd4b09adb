import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bandStarts, countedValues, isNumeric } from './summary'
import type { FormField } from './types'

const field = (type: FormField['type'], options: object = {}): FormField => ({
  name: 'q',
  type,
  options: { ...options },
})

it('counts choices, boxes and the steps of a rating one by one, and nothing else', () => {
  const choices = [{ text: 'A', value: 'a' }]
  expect(countedValues(field('radios', { choices }))).toEqual(['a'])
  expect(countedValues(field('multilayer_dropdown', { choices }))).toEqual(['a'])
  expect(countedValues(field('checkbox'))).toEqual([true])
  expect(countedValues(field('rating'))).toEqual([5, 4, 3, 2, 1])
  expect(countedValues(field('rating', { min: 0, max: 0.4, step: 0.1 }))).toEqual([0.4, 0.3, 0.2, 0.1, 0])
  expect(countedValues(field('rating', { max: 1000 }))).toBeUndefined()
  expect(countedValues(field('textarea'))).toBeUndefined()
  expect([field('rating'), field('text', { fieldType: 'number' }), field('text')].map(isNumeric)).toEqual([
    true,
    true,
    false,
  ])
})

it('makes at most five bands that hold every number once', () => {
  expect(bandStarts(4, 14, true)).toEqual([4, 7, 10, 13])
  expect(bandStarts(3, 3, true)).toEqual([3])
  const whole = fc.integer({ min: -1000, max: 1000 })
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      const [least, most] = [Math.min(one, other), Math.max(one, other)]
      const starts = bandStarts(least, most, true)
      expect(starts.length).toBeLessThanOrEqual(5)
      expect(starts[0]).toBe(least)
      expect(
        starts.every((start, at) => Number.isInteger(start) && start <= most && (at === 0 || start > starts[at - 1]!)),
      ).toBe(true)
    }),
  )
})
