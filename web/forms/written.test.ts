import { describe, expect, it } from 'vitest'
import { dayAs, dayIn, maskOfDate, numberIn } from './written'

describe('FIELD-02 what is written', () => {
  it.each([
    ['8', 8],
    ['8,5', 8.5],
    ['-0.25', -0.25],
    [' 8 ', 8],
    ['uns 8', 'uns 8'],
    ['1.000,5', '1.000,5'],
    ['1e3', '1e3'],
    ['-', '-'],
    ['', undefined],
    ['  ', undefined],
  ])('as a number %j is %j', (text, answer) => {
    expect(numberIn(text)).toBe(answer)
  })

  it.each([
    ['dd/MM/yyyy', '31/01/2026'],
    ['MM/dd/yyyy', '01/31/2026'],
    ['yyyy/MM/dd', '2026/01/31'],
    ['dd-MM-yyyy', '31-01-2026'],
  ])('FIELD-15 as a day in the format %s is an ISO text, and is shown in the format again', (format, text) => {
    expect(dayIn(text, format)).toBe('2026-01-31')
    expect(dayAs('2026-01-31', format)).toBe(text)
    expect(maskOfDate(format)).toBe(text.replace(/\d/g, '9'))
    expect([dayIn('31', format), dayAs('31', format)]).toEqual(['31', '31'])
    expect(dayIn('', format)).toBeUndefined()
  })
})
