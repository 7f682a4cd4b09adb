import { expect, it } from 'vitest'
import { phoneText } from './phone-text'

it.each([
  ['+5511910000000', '+55 11 91000 0000'],
  ['+551132104567', '+55 11 3210 4567'],
  ['11910000000', '+55 11 91000 0000'],
  ['+14155552671', '+1 415 555 2671'],
  ['+351212345678', '+351 21 234 5678'],
  ['190', '190'],
  ['ramal 12', 'ramal 12'],
  ['', ''],
])('ENT-SITE-06 writes %j as %j', (stored, shown) => {
  expect(phoneText(stored)).toBe(shown)
})
