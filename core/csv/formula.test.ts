import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guarded, isFormula, unguarded } from './formula'

describe('the formula guard', () => {
  it.each([
    '=1+1',
    '+1+1',
    '-2+3',
    '@SUM(1+1)',
    "=cmd|' /C calc'!A0",
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

  it.each([
    ['x;=1+1;', "x;'=1+1;"],
    ['x,=1+1', "x,'=1+1"],
    ['x|@SUM(1)', "x|'@SUM(1)"],
    ['x; =1', "x;' =1"],
    ['x;"=1+1"', `x;'"=1+1"`],
    ['x;\'"=1', `x;''"=1`],
    ['- one\n- two', "'- one\n'- two"],
    ['a\r\n+b', "a\r\n'+b"],
    ['=1;=2', "'=1;'=2"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ["x;'=1", "x;''=1"],
  ])('T115 guards %j behind its separators too, and takes it back', (text, written) => {
    expect(guarded(text)).toBe(written)
    expect(unguarded(written)).toBe(text)
  })

  it.each(['23.5, -46.6', 'a;b', 'Rua A, 10 - Centro', 'tel. 1, +55 11 2345-6789', "a;'b", 'a=1;b=2', 'x;;'])(
    'T115 leaves %j as it is',
    (text) => {
      expect(guarded(text)).toBe(text)
      expect(unguarded(text)).toBe(text)
    },
  )

  it('T115 takes back whatever it wrote, and leaves nothing that begins a cell by a trigger', () => {
    const piece = fc.constantFrom(
      ';',
      ',',
      '|',
      '\t',
      '\n',
      '\r\n',
      "'",
      '"',
      ' ',
      '=',
      '+',
      '-',
      '@',
      '1',
      'a',
      '\u200b',
      '＝',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('')
        const written = guarded(text)
        expect(unguarded(written)).toBe(text)
        for (const [index, part] of written.split(/[;,|\t\r\n]/).entries())
          expect(index === 0 ? part.trim() : part.trim().replace(/^"+/, '')).not.toMatch(/^[=+\-@＝](?![\d().+ -]*$)/)
      }),
    )
  })

  it('T52 removes one apostrophe and only before what could be run', () => {
    expect(unguarded("'=1")).toBe('=1')
    expect(unguarded("''=1")).toBe("'=1")
    expect(unguarded("'-23.5")).toBe("'-23.5")
    expect(isFormula("'-23.5")).toBe(true)
  })
})
