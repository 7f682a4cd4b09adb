import { describe, expect, it } from 'vitest'
import { readNumber, writeNumber } from './number-text'

describe('a number as it is typed', () => {
  it.each([
    ['0,5', 'pt-BR', 0.5],
    ['-16,757', 'pt-BR', -16.757],
    ['\u22121.7218', 'pt-BR', -1.7218],
    ['0.5', 'pt-BR', 0.5],
    ['0,5', 'en-US', 0.5],
    ['  7 ', 'en-US', 7],
    ['', 'en-US', null],
    ['   ', 'pt-BR', null],
  ] as const)('%j in %s is %j', (text, locale, value) => expect(readNumber(text, locale)).toBe(value))

  it.each(['abc', '1,234', '1.234,5', '0x10', 'Infinity', '--1', '1 000'])(
    '%j stays what it is, to be refused',
    (text) => expect(readNumber(text, 'en-US')).toBe(text),
  )

  it('is written with the decimal sign of the language, and no digit is lost', () => {
    expect(writeNumber(-48.878812345678, 'pt-BR')).toBe('-48,878812345678')
    expect(writeNumber(1234.5, 'en-US')).toBe('1234.5')
    expect(writeNumber(null, 'en-US')).toBe('')
    expect(writeNumber('1,2,3', 'pt-BR')).toBe('1,2,3')
  })

  it('comes back the same', () => {
    for (const value of [0, -0.1, 0.1 + 0.2, 20000, 1e-7, -90])
      for (const locale of ['en-US', 'pt-BR'] as const)
        expect(readNumber(writeNumber(value, locale), locale)).toBe(value)
  })
})
