import { expect, it } from 'vitest'
import { readLinks } from './links'

it('A-111 reads the addresses of a setting, by name', () => {
  expect(readLinks('')).toEqual({})
  expect(readLinks(' help=https://help.example.org/?a=b\n about=http://example.org ')).toEqual({
    help: 'https://help.example.org/?a=b',
    about: 'http://example.org',
  })
})

it.each([
  'help',
  'help=',
  'nowhere=https://example.org',
  'help=javascript:alert(1)',
  'help=//example.org',
  'ios=https://',
])('takes no %s for an address', (entry) => {
  expect(() => readLinks(`about=https://example.org ${entry}`)).toThrow(RangeError)
})
