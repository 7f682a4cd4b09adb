import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonText } from './json-text'

const stray = (text: string) => {
  const read = readJsonText(text)
  return 'value' in read ? 'JSON' : [read.line, read.column]
}

describe('JSON as it is typed', () => {
  it('is what JSON.parse makes of it, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(readJsonText(` \r\n${text}\n`)).toMatchObject({ value: JSON.parse(text) as unknown })
      }),
      { numRuns: 300 },
    )
  })

  it('is refused wherever JSON.parse refuses it', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '{',
            '}',
            '[',
            ']',
            ',',
            ':',
            '"a"',
            '"',
            '\\',
            '\n',
            ' ',
            '01',
            '-',
            '1.',
            '1e9',
            'true',
            'nul',
          ),
          { maxLength: 8 },
        ),
        (parts) => {
          const text = parts.join('')
          expect(['value' in readJsonText(text), text]).toEqual([isJson(text), text])
        },
      ),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['', 1, 1],
    ['{\n  "a": 1,\n}', 3, 1],
    ['[\n  1\n  2\n]', 3, 3],
    ['{"a": tru}', 1, 7],
    ['{\n"a": "b\n"}', 2, 8],
    ["{'a': 1}", 1, 2],
    ['[1] x', 1, 5],
  ])('says where %j stops being JSON', (text, line, column) => {
    expect(stray(text)).toEqual([line, column])
  })

  it('says in which line each part stands, and of what is missing where it is missing', () => {
    const read = readJsonText('[\n  { "name": "a" },\n  {\n    "name":\n      "b",\n    "type": "text"\n  }\n]')
    const lineOf = 'value' in read ? read.lineOf : () => 0
    expect(['0', '0.name', '1', '1.name', '1.type', '1.title', '7.x', ''].map(lineOf)).toEqual([2, 2, 3, 4, 6, 3, 1, 1])
  })

  it('does not fall over what is too deep', () => {
    expect(stray('['.repeat(100_000))).toEqual([1, 202])
  })
})
