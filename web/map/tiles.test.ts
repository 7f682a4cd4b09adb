import { expect, it } from 'vitest'
import { tileAddress, tileHost } from './tiles'

it('A-073 fills in the address of a tile and names its server', () => {
  const template = 'https://tiles.example.org/{z}/{x}/{y}.png'
  expect(tileAddress(template, 3, 5, 4)).toBe('https://tiles.example.org/4/3/5.png')
  expect(tileHost(template)).toBe('tiles.example.org')
  expect(tileHost('nonsense')).toBe('')
})
