import { describe, expect, it } from 'vitest'
import { MAX_CHOICES_SHEET, readChoicesSheet } from './choices-sheet'
import { MAX_CHOICES } from './limits'

const bytes = (text: string) => new TextEncoder().encode(text)
const one = (text: string) => readChoicesSheet(bytes(text), { levels: false })
const several = (text: string) => readChoicesSheet(bytes(text), { levels: true })
const problems = (...all: [key: string, values?: object][]) => ({
  problems: all.map(([key, values]) => ({ key: `formErrors.${key}`, ...(values ? { values } : {}) })),
})

describe('a sheet of choices with one level (FIELD-11, A-087, A-143)', () => {
  it.each(['Text,Value\n', 'texto;valor\n', 'Rótulo\tValor\r\n', ''])(
    'has two columns, under the header %j',
    async (header) => {
      const delimiter = header.includes(';') ? ';' : header.includes('\t') ? '\t' : ','
      const rows = [
        ['Incêndio', 'fire'],
        ['Acidente, grave', 'accident'],
      ].map((cells) => cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter))
      expect(await one(`${header}${rows.join('\n')}\n\n`)).toEqual({
        levels: [],
        choices: [
          { text: 'Incêndio', value: 'fire' },
          { text: 'Acidente, grave', value: 'accident' },
        ],
      })
    },
  )

  it('is read as Excel saves it in Brazil, with the line that names its delimiter', async () => {
    const sheet = Uint8Array.from('sep=;\r\nIncêndio;1\r\n"Fuga; gás";2\r\n', (sign) => sign.charCodeAt(0))
    expect(await readChoicesSheet(sheet, { levels: false })).toEqual({
      levels: [],
      choices: [
        { text: 'Incêndio', value: '1' },
        { text: 'Fuga; gás', value: '2' },
      ],
    })
  })

  it('names every wrong line: its columns, an empty cell, a value twice', async () => {
    expect(await one('a,1\nb\nc,3,x\n,4\nd, \ne,1\n')).toEqual(
      problems(
        ['choicesColumns', { line: 2, found: 1, wanted: '2' }],
        ['choicesColumns', { line: 3, found: 3, wanted: '2' }],
        ['choicesEmpty', { line: 4, column: 1 }],
        ['choicesEmpty', { line: 5, column: 2 }],
        ['choicesTwice', { line: 6, text: '1', first: 1 }],
      ),
    )
    // A broken line is found before those above it are read.
    expect(await one('a,1\nb\n"c"d,3\n')).toEqual(
      problems(['choicesColumns', { line: 2, found: 1, wanted: '2' }], ['choicesQuote', { line: 3 }]),
    )
  })
})

describe('a sheet of choices in levels (A-087)', () => {
  const CITIES = 'Estado,Cidade,Bairro\nSP,Campinas,Centro\nSP,Campinas,Taquaral\nSP,Santos,\nRJ,Niterói,Icaraí\n'

  it('has a column for each level, whose title is in the header', async () => {
    expect(await several(CITIES)).toEqual({
      levels: ['Estado', 'Cidade', 'Bairro'],
      choices: [
        {
          text: 'SP',
          value: 'SP',
          choices: [
            {
              text: 'Campinas',
              value: 'Campinas',
              choices: [
                { text: 'Centro', value: 'Centro' },
                { text: 'Taquaral', value: 'Taquaral' },
              ],
            },
            { text: 'Santos', value: 'Santos' },
          ],
        },
        {
          text: 'RJ',
          value: 'RJ',
          choices: [{ text: 'Niterói', value: 'Niterói', choices: [{ text: 'Icaraí', value: 'Icaraí' }] }],
        },
      ],
    })
  })

  it('is refused line by line: a level left out, a branch twice, another number of columns', async () => {
    expect(await several('Estado,Cidade\nSP,Campinas\n,Santos\nSP,Campinas\nRJ\nRJ,Niterói,Icaraí\n')).toEqual(
      problems(
        ['choicesEmpty', { line: 3, column: 1 }],
        ['choicesTwice', { line: 4, text: 'SP › Campinas', first: 2 }],
        ['choicesColumns', { line: 5, found: 1, wanted: '2' }],
        ['choicesColumns', { line: 6, found: 3, wanted: '2' }],
      ),
    )
    expect(await several('Estado\nSP\n')).toEqual(problems(['choicesColumns', { line: 1, found: 1, wanted: '2–3' }]))
    expect(await several('a,b,c,d\n1,2,3,4\n')).toEqual(
      problems(['choicesColumns', { line: 1, found: 4, wanted: '2–3' }]),
    )
  })
})

describe('a file that is no sheet of choices', () => {
  it.each([
    ['nothing', '', 'choicesNone'],
    ['a header alone', 'text,value\n', 'choicesNone'],
    ['a workbook', 'PK\u0003\u0004', 'choicesFile'],
    ['a page', '<!doctype html><p>', 'choicesFile'],
  ])('is refused: %s', async (_, text, key) => {
    expect(await one(text)).toEqual(problems([key]))
  })

  it('is refused for its size, the number of its choices, a quote that stays open and what cannot be stored', async () => {
    expect(await readChoicesSheet(new Uint8Array(MAX_CHOICES_SHEET + 1), { levels: false })).toEqual(
      problems(['fileTooLarge', { max: 1 }]),
    )
    const many = Array.from({ length: MAX_CHOICES + 1 }, (_, at) => `c${at},${at}`).join('\n')
    expect(await one(many)).toEqual(problems(['choicesMany', { max: MAX_CHOICES }]))
    expect(await one(many.slice(0, many.lastIndexOf('\n')))).toMatchObject({ choices: { length: MAX_CHOICES } })
    expect(await one('a,1\n"b,2\nc,3\n')).toEqual(problems(['choicesQuote', { line: 2 }]))
    expect(await one('a\u0000b,1\n')).toEqual(problems(['choicesCharacters', { line: 1 }]))
    expect(await one(`${'x'.repeat(256)},1\n`)).toEqual(problems(['choicesLong', { line: 1, max: 255 }]))
  })

  it('is refused without being read to its end where it has too many rows', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => `${at},x\n`).join('')
    expect(await several(`a,b\n${rows}"never closed`)).toEqual(problems(['choicesMany', { max: MAX_CHOICES }]))
  })

  it('never reports more than twenty problems, whatever it holds', async () => {
    expect(((await one('a\n'.repeat(5_000))) as { problems: unknown[] }).problems).toHaveLength(20)
  })
})
