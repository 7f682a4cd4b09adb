import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinPhone, splitPhone } from './phone'

const parts = (country: string, area: string, number: string) => ({ country, area, number })

describe('phones', () => {
  it('EXPORT-03 splits by country and area code, Brazil by default', () => {
    expect(splitPhone('+551123456789')).toEqual(parts('55', '11', '23456789'))
    expect(splitPhone('+5511912345678')).toEqual(parts('55', '11', '912345678'))
    expect(splitPhone('1123456789')).toEqual(parts('55', '11', '23456789'))
    expect(splitPhone('+12025550123')).toEqual(parts('1', '202', '5550123'))
    expect(splitPhone('+351912345678')).toEqual(parts('351', '', '912345678'))
    expect(splitPhone('+390612345678')).toEqual(parts('39', '', '0612345678'))
    expect(splitPhone('190')).toEqual(parts('', '', '190'))
    expect(splitPhone('+012345678')).toEqual(parts('', '', '+012345678'))
  })

  it('EXPORT-03 joins what people write', () => {
    expect(joinPhone(parts('55', '11', '23456789'))).toBe('+551123456789')
    expect(joinPhone(parts('+55', '(011)', '2345-6789'))).toBe('+551123456789')
    expect(joinPhone(parts('0055', '11', '2345 6789'))).toBe('+551123456789')
    expect(joinPhone(parts('', '11', '23456789'))).toBe('+551123456789')
    expect(joinPhone(parts('', '', '(11) 91234-5678'))).toBe('+5511912345678')
    expect(joinPhone(parts('', '', '+351 912 345 678'))).toBe('+351912345678')
  })

  it.each([
    ['55', '11', '3222-ABCD'],
    ['55', '11', '123'],
    ['', '', '23456789'],
    ['55', '11', ''],
    ['', '', '190'],
    ['55', '', 'ramal 12'],
  ])('EXPORT-03 makes no phone of %j %j %j', (country, area, number) => {
    expect(joinPhone(parts(country, area, number))).toBe(null)
  })

  it('EXPORT-03 gives back every phone that may be stored, of any country', () => {
    const phone = fc.oneof(
      fc.stringMatching(/^\+[0-9]{8,20}$/),
      fc.stringMatching(/^\+55[0-9]{6,11}$/),
      fc.stringMatching(/^\+1[0-9]{7,10}$/),
    )
    fc.assert(
      fc.property(phone, (stored) => {
        expect(joinPhone(splitPhone(stored))).toBe(stored)
      }),
      { numRuns: 20_000, seed: 69 },
    )
  })
})
