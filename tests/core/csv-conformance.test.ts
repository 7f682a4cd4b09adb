import { describe, expect, it } from 'vitest'
import { sheetReader } from '@tocsin/core/csv/read'
import type { Batch } from '@tocsin/core/csv/read'
import { isBrokenBatch } from '@tocsin/core/csv/read'
import type { Encoding } from '@tocsin/core/csv/encoding'
import type { Delimiter } from '@tocsin/core/csv/write'

type Outcome = [line: number, ...cells: string[]] | { line: number; code: string; column: number }

const bytesOf = (text: string) => new TextEncoder().encode(text)

function outcomes(
  bytes: Uint8Array,
  delimiter: Delimiter,
  chunk: number,
  encoding: Encoding = 'utf-8',
  batch = 1,
): Outcome[] {
  const reader = sheetReader({ encoding, delimiter, headerLine: 0 }, batch)
  const batches: Batch[] = []
  for (let at = 0; at < bytes.length; at += chunk) batches.push(...reader.push(bytes.subarray(at, at + chunk)))
  batches.push(...reader.end())
  return batches.flatMap((found): Outcome[] =>
    isBrokenBatch(found)
      ? [{ line: found.line, code: found.code, column: found.column }]
      : found.rows.map((cells, index): Outcome => [found.line + index, ...cells]),
  )
}

const bad = (line: number, column: number, code = 'malformed') => ({ line, code, column })

/** Text, delimiter, and each record with its physical line. Blank lines are records of one empty cell here. */
const CASES: [name: string, text: string, expected: Outcome[], delimiter?: Delimiter][] = [
  ['one record', 'a,b,c\n', [[1, 'a', 'b', 'c']]],
  ['no last line end', 'a,b,c', [[1, 'a', 'b', 'c']]],
  [
    'two records',
    'a,b\nc,d\n',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'two records, no last line end',
    'a,b\nc,d',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'CRLF',
    'a,b\r\nc,d\r\n',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'CR',
    'a,b\rc,d\r',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'CR without the last',
    'a,b\rc,d',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'CR CR LF',
    'a,b\r\r\nc,d\r\r\n',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'mixed line ends',
    'a\r\nb\nc\rd\r\r\ne',
    [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
      [5, 'e'],
    ],
  ],
  [
    'three CR before LF',
    'a\r\r\r\nb',
    [
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ],
  ],
  [
    'blank line',
    'a\n\nb\n',
    [
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ],
  ],
  [
    'blank lines at the beginning',
    '\n\na\n',
    [
      [1, ''],
      [2, ''],
      [3, 'a'],
    ],
  ],
  [
    'blank lines at the end',
    'a\n\n\n',
    [
      [1, 'a'],
      [2, ''],
      [3, ''],
    ],
  ],
  ['only a line end', '\n', [[1, '']]],
  ['nothing', '', []],
  ['empty cells', ',,\n', [[1, '', '', '']]],
  ['empty first and last', ',a,\n', [[1, '', 'a', '']]],
  ['blanks are kept', ' a , b \n', [[1, ' a ', ' b ']]],
  ['quoted', '"a","b"\n', [[1, 'a', 'b']]],
  ['quoted, no last line end', '"a","b"', [[1, 'a', 'b']]],
  ['quoted empty', '"",""\n', [[1, '', '']]],
  ['quoted empty, no last line end', 'a,""', [[1, 'a', '']]],
  ['a quoted empty record', '""\n', [[1, '']]],
  ['delimiter in quotes', '"a,b",c\n', [[1, 'a,b', 'c']]],
  ['delimiter at the edges of quotes', '",a,",b\n', [[1, ',a,', 'b']]],
  ['doubled quotes', '"a ""b"" c",d\n', [[1, 'a "b" c', 'd']]],
  ['only doubled quotes', '"""",x\n', [[1, '"', 'x']]],
  ['two doubled quotes', '"""""",x\n', [[1, '""', 'x']]],
  ['doubled quote at the end', '"a""",b\n', [[1, 'a"', 'b']]],
  ['doubled quote at the beginning', '"""a",b\n', [[1, '"a', 'b']]],
  ['doubled quote before the end of the text', '"a"""', [[1, 'a"']]],
  [
    'line end in quotes',
    '"a\nb",c\nd,e\n',
    [
      [1, 'a\nb', 'c'],
      [3, 'd', 'e'],
    ],
  ],
  [
    'CRLF in quotes is LF',
    '"a\r\nb",c\r\nd,e\r\n',
    [
      [1, 'a\nb', 'c'],
      [3, 'd', 'e'],
    ],
  ],
  [
    'CR in quotes is LF',
    '"a\rb",c\rd,e',
    [
      [1, 'a\nb', 'c'],
      [3, 'd', 'e'],
    ],
  ],
  [
    'several line ends in quotes',
    '"a\n\n\nb",c\nd',
    [
      [1, 'a\n\n\nb', 'c'],
      [5, 'd'],
    ],
  ],
  [
    'line end right after the opening quote',
    '"\na",b\nc',
    [
      [1, '\na', 'b'],
      [3, 'c'],
    ],
  ],
  [
    'line end right before the closing quote',
    '"a\n",b\nc',
    [
      [1, 'a\n', 'b'],
      [3, 'c'],
    ],
  ],
  [
    'line ends in two cells of one record',
    '"a\nb","c\nd"\ne',
    [
      [1, 'a\nb', 'c\nd'],
      [4, 'e'],
    ],
  ],
  [
    'line end in the last cell',
    'a,"b\nc"\nd,e',
    [
      [1, 'a', 'b\nc'],
      [3, 'd', 'e'],
    ],
  ],
  ['line end in the last cell of all', 'a,"b\nc"', [[1, 'a', 'b\nc']]],
  [
    'records before one of two lines',
    'x,y\nz,w\n"a\nb",c\n',
    [
      [1, 'x', 'y'],
      [2, 'z', 'w'],
      [3, 'a\nb', 'c'],
    ],
  ],
  [
    'quote, delimiter and line end in one cell',
    '"a,""\n"",b"\nc',
    [
      [1, 'a,"\n",b'],
      [3, 'c'],
    ],
  ],
  [
    'JSON in a cell',
    '1,"{""type"": ""Point"", ""at"": [1.0, 2.0]}"\n',
    [[1, '1', '{"type": "Point", "at": [1.0, 2.0]}']],
  ],
  [
    'stray quote in a bare cell',
    'Sala 5" de tela,x\ny,z\n',
    [
      [1, 'Sala 5" de tela', 'x'],
      [2, 'y', 'z'],
    ],
  ],
  [
    'two stray quotes',
    'a"b"c,d\ne',
    [
      [1, 'a"b"c', 'd'],
      [2, 'e'],
    ],
  ],
  [
    'stray quote at the end of a bare cell',
    'a",b\nc,d',
    [
      [1, 'a"', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'a blank before an opening quote makes the cell bare',
    'a, "b"\nc',
    [
      [1, 'a', ' "b"'],
      [2, 'c'],
    ],
  ],
  [
    'blanks behind a closing quote',
    '"a" ,"b"  \nc',
    [
      [1, 'a', 'b'],
      [2, 'c'],
    ],
  ],
  ['blanks behind the last closing quote', 'a,"b"  ', [[1, 'a', 'b']]],
  ['text behind a closing quote', '"a"x,b\nc,d\n', [bad(1, 1), [2, 'c', 'd']]],
  ['text behind the second closing quote', 'a,"b"x\nc,d\n', [bad(1, 2), [2, 'c', 'd']]],
  ['text behind a quote, then quotes that are right', '"a"x,"b, c"\n"d",e\n', [bad(1, 1), [2, 'd', 'e']]],
  ['quote never closed at the end', 'a,b\nc,"d\n', [[1, 'a', 'b'], bad(2, 2)]],
  ['quote never closed at the very end', 'a,b\nc,"', [[1, 'a', 'b'], bad(2, 2)]],
  ['a lone quote', '"', [bad(1, 1)]],
  ['quote never closed, later lines without quotes', '"a,b\nc,d\ne,f\n', [bad(1, 1), [2, 'c', 'd'], [3, 'e', 'f']]],
  [
    'quote never closed, later lines quoted',
    'x,y\n"a,b\n"c",d\n"e",f\n',
    [[1, 'x', 'y'], bad(2, 1), [3, 'c', 'd'], [4, 'e', 'f']],
  ],
  ['quote never closed, a stray one later', '"a,b\nc,d\n5" tela,f\n', [bad(1, 1), [2, 'c', 'd'], [3, '5" tela', 'f']]],
  ['quote never closed twice', '"a,b\nc,d\n"e,f\ng,h\n', [bad(1, 1), [2, 'c', 'd'], bad(3, 1), [4, 'g', 'h']]],
  ['broken after a cell of two lines', '"a\nb","c"x\nd\n', [bad(1, 2), bad(2, 2), [3, 'd']]],
  ['byte-order mark', '\ufeffa,b\n', [[1, 'a', 'b']]],
  ['byte-order mark twice', '\ufeff\ufeffa,b\n', [[1, 'a', 'b']]],
  ['byte-order mark before a quote', '\ufeff"a,b",c\n', [[1, 'a,b', 'c']]],
  ['byte-order mark alone', '\ufeff', []],
  [
    "byte-order mark in the middle is the cell's",
    'a\n\ufeffb\n',
    [
      [1, 'a'],
      [2, '\ufeffb'],
    ],
  ],
  ['semicolons', 'a;"b;c";d,e\n', [[1, 'a', 'b;c', 'd,e']], ';'],
  ['tabs', 'a\t"b\tc"\t\td\n', [[1, 'a', 'b\tc', '', 'd']], '\t'],
  ['tab right behind a closing quote is a delimiter', '"a"\t\t"b"\n', [[1, 'a', '', 'b']], '\t'],
  ['pipes', 'a|"b|c"|d\n', [[1, 'a', 'b|c', 'd']], '|'],
  [
    'accents',
    'São João,Água\n"Ação, é",ñ\n',
    [
      [1, 'São João', 'Água'],
      [2, 'Ação, é', 'ñ'],
    ],
  ],
  ['beyond the basic plane', '"🚑, 🚒",𝄞\n', [[1, '🚑, 🚒', '𝄞']]],
  [
    'ragged records',
    'a\nb,c\nd,e,f\n',
    [
      [1, 'a'],
      [2, 'b', 'c'],
      [3, 'd', 'e', 'f'],
    ],
  ],
  ['NUL is a character', 'a\u0000b,c\n', [[1, 'a\u0000b', 'c']]],
  ['line separators of Unicode end no line', 'a\u2028b,c\u0085d\n', [[1, 'a\u2028b', 'c\u0085d']]],
]

describe('CSV conformance', () => {
  it('has at least sixty cases', () => expect(CASES.length).toBeGreaterThanOrEqual(60))

  it.each(CASES)('T55 reads %s alike at every chunk size', (_, text, expected, delimiter = ',') => {
    const bytes = bytesOf(text)
    for (let chunk = 1; chunk <= Math.max(bytes.length, 1); chunk++)
      expect(outcomes(bytes, delimiter, chunk), `chunks of ${chunk} bytes`).toEqual(expected)
  })

  it.each(['utf-16le', 'utf-16be'] as const)('T55 reads every case alike in %s at every chunk size', (encoding) => {
    for (const [name, text, expected, delimiter = ','] of CASES) {
      const bytes = Buffer.from(text, 'utf16le')
      if (encoding === 'utf-16be') bytes.swap16()
      for (const chunk of [1, 2, 3, 7, bytes.length + 1])
        expect(outcomes(bytes, delimiter, chunk, encoding), `${name}, chunks of ${chunk}`).toEqual(expected)
    }
  })

  it('T55 depends on chunks in no random table, whole or broken, and agrees with a plain reference reader', () => {
    const random = seeded(7)
    const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!
    const PARTS = ['a', 'bc', '"', '""', ',', ',', '\n', '\r\n', '\r', ' ', 'é', ',"', '",', '"x",', '\ufeff']
    for (let round = 0; round < 3_000; round++) {
      const text = Array.from({ length: 1 + Math.floor(random() * 24) }, () => pick(PARTS)).join('')
      const bytes = bytesOf(text)
      const whole = outcomes(bytes, ',', bytes.length, 'utf-8', 65_536)
      expect(whole, JSON.stringify(text)).toEqual(reference(text))
      for (const chunk of [1, 2, 3, 5]) expect(outcomes(bytes, ',', chunk), JSON.stringify(text)).toEqual(whole)
    }
  })
})

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** The same rules written as plainly as they can be: one character at a time, the whole text in hand. */
function reference(source: string): Outcome[] {
  const text = source.replace(/^\ufeff+/, '').replace(/\r\r\n|\r\n|\r/g, '\n')
  const found: Outcome[] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    const start = at
    const cells: string[] = []
    let lines = 0
    let wrong = 0
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        at++
        while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
          if (text[at] === '\n') lines++
          if (text[at] === '"') at++
          cell += text[at++]
        }
        if (at >= text.length) wrong = cells.length + 1
        at++
        while (text[at] === ' ' || text[at] === '\t') at++
        if (at < text.length && text[at] !== ',' && text[at] !== '\n') wrong = cells.length + 1
      } else while (at < text.length && text[at] !== ',' && text[at] !== '\n') cell += text[at++]
      if (wrong > 0) break
      cells.push(cell)
      if (text[at] === ',') at++
      else break
    }
    if (wrong > 0) {
      found.push(bad(line, wrong))
      at = text.indexOf('\n', start)
      at = at === -1 ? text.length : at + 1
      line++
      continue
    }
    found.push([line, ...cells])
    at++
    line += lines + 1
  }
  return found
}
