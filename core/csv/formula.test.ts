import { describe, expect, it } from 'vitest'
import { guarded, isFormula, unguarded } from './formula'

describe('the formula guard', () => {
  it.each([
    '=1+1',
    '+1+1',
    '-2+3',
    '@SUM(1+1)',
    "=cmd|' /C calc'!A0",
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=1',
    '\ufeff=1',
    '\u200b=1',
    "'=1",
    "''=1",
    "' '=1",
    '＝1+1',
    '＋1',
    '－x',
    '＠SUM',
    '−1+1',
    '﹦1',
    '\ttext',
    '-',
    '+',
    '=',
    '-x',
    '+a1',
  ])('T52 guards %j and takes it back', (text) => {
    expect(guarded(text)).toBe(`'${text}`)
    expect(unguarded(guarded(text))).toBe(text)
  })

  it.each([
    '',
    'a',
    "'s-Hertogenbosch",
    "'",
    "''",
    '-23.5',
    '-23,5',
    '+55',
    '+551123456789',
    '+55 (11) 2345-6789',
    '1=1',
    'a@b.org',
    '.5',
    '-.5e3',
  ])('T53 leaves %j as it is', (text) => {
    expect(guarded(text)).toBe(text)
    expect(unguarded(text)).toBe(text)
  })

  it('T52 removes one apostrophe and only before what could be run', () => {
    expect(unguarded("'=1")).toBe('=1')
    expect(unguarded("''=1")).toBe("'=1")
    expect(unguarded("'-23.5")).toBe("'-23.5")
    expect(isFormula("'-23.5")).toBe(true)
  })
})
