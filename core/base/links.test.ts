import { expect, it } from 'vitest'
import { readLinks } from './links'

it('A-111 reads the addresses of a setting, by name', () => {
  expect(readLinks('')).toEqual({})
  expect(readLinks(' help=https://help.example.org/?a=b\n about=http://example.org ')).toEqual({
    help: 'https://help.example.org/?a=b',
    about: 'http://example.org',
  })
})

it('S24 A-111 reads them with commas between as well, and leaves those of an address alone', () => {
  expect(readLinks('help=https://a.example/?q=1,2,about=https://b.example , ios=https://c.example,')).toEqual({
    help: 'https://a.example/?q=1,2',
    about: 'https://b.example',
    ios: 'https://c.example',
  })
})

it.each([
  'help',
  'help=',
  'nowhere=https://example.org',
  'help=javascript:alert(1)',
  'help=//example.org',
  'ios=https://',
  'S24=https://example.org',
  'ios=https://example.org,adnroid=https://example.org',
  'ios=https://example.org;android=https://example.org',
])('takes no %s for an address', (entry) => {
  expect(() => readLinks(`about=https://example.org ${entry}`)).toThrow(RangeError)
})
