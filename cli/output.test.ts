import { describe, expect, it } from 'vitest'
import { displayWidth, fitted, folded, safeForTerminal } from './display-width'
import type { Output } from './io'
import { cellOf, valueAt } from '@tocsin/core/base/cells'
import { FORMATS } from './formats'
import { columnWidths, rowWriter, writeRecord, type Layout, type Row } from './output'

const columns = [
  { path: 'id', label: 'Id' },
  { path: 'name', label: 'Name' },
  { path: 'location.city', label: 'City' },
]
const t = (key: string) => key.split('.').at(-1)!
const layout = (format: Layout['format'], more: Partial<Layout> = {}): Layout => ({
  format,
  columns,
  keys: ['id', 'name', 'location'],
  color: false,
  t,
  ...more,
})

async function written(pages: Row[][], made: Layout, terminal?: number): Promise<string> {
  let text = ''
  const out: Output = {
    isTerminal: terminal !== undefined,
    width: terminal ?? 80,
    write: async (piece) => void (text += String(piece)),
  }
  const writer = await rowWriter(made, out)
  for (const rows of pages) await writer.page(rows)
  await writer.end()
  return text
}

const rows: Row[] = [
  { id: 1, name: 'Norte\tSul\\', location: { city: 'Belém' } },
  { id: 2, name: null, location: null, surplus: true },
]

describe('rows', () => {
  it('come out as TSV whose cells never break a line', async () => {
    expect(await written([rows], layout('tsv'))).toBe('1\tNorte\\tSul\\\\\tBelém\n2\t\t\n')
  })

  it('are one JSON array over any number of pages, with every key and nothing else', async () => {
    for (const pages of [[rows], [[rows[0]!], [], [rows[1]!]]])
      expect(JSON.parse(await written(pages, layout('json')))).toEqual([
        { id: 1, name: 'Norte\tSul\\', location: { city: 'Belém' } },
        { id: 2, name: null, location: null },
      ])
    expect(await written([], layout('json'))).toBe('[]\n')
    expect(await written([[]], layout('json'))).toBe('[]\n')
  })

  it('C53 have their headings or not, over any number of pages, and without rows', async () => {
    const two = { columns: columns.slice(0, 2) }
    const pages = [[rows[0]!], [], [rows[1]!]]
    const headed = async (format: 'table' | 'csv' | 'tsv') => [
      await written(pages, layout(format, { ...two, header: true })),
      await written(pages, layout(format, { ...two, header: false })),
      await written([], layout(format, { ...two, header: true })),
      await written([], layout(format, { ...two, header: false })),
    ]
    const tsv = '1\tNorte\\tSul\\\\\n2\t\n'
    expect(await headed('tsv')).toEqual([`id\tname\n${tsv}`, tsv, 'id\tname\n', ''])
    const csv = '1,"Norte\tSul\\"\r\n2,\r\n'
    expect(await headed('csv')).toEqual([`id,name\r\n${csv}`, csv, 'id,name\r\n', ''])
    expect(await headed('table')).toEqual([
      'Id  Name\n1   Norte Sul\\\n2\n',
      // Without headings, their widths do not count.
      '1  Norte Sul\\\n2\n',
      '',
      '',
    ])
  })

  it('C53 are a line each by a template, with the cells of TSV', async () => {
    const template = { template: '{id}: {name} {location.city}' }
    expect(await written([rows], layout(template))).toBe('1: Norte\\tSul\\\\ Belém\n2:  \n')
    expect(await written([], layout(template))).toBe('')
  })

  it('are one object a line as NDJSON, ids as ids, and CSV with a header even where there are none', async () => {
    expect(await written([rows], layout('ndjson', { keys: ['id'] }))).toBe('{"id":1}\n{"id":2}\n')
    expect(await written([rows], layout('ids'))).toBe('1\n2\n')
    expect(await written([], layout('csv', { columns: columns.slice(0, 2) }))).toBe('id,name\r\n')
  })

  it('fit the terminal: the widest columns give way, and nothing moves the cursor', async () => {
    const wide = [{ id: 1, name: 'Uma escola com um nome bem comprido\u001b[2J', location: { city: 'São\nPaulo' } }]
    const text = await written([wide], layout('table'), 30)
    for (const line of text.trimEnd().split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(30)
    expect(text).toContain('…')
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/\u001b/)
    expect(text.split('\n')).toHaveLength(3)
  })

  it('of later pages keep the widths of the first', async () => {
    const text = await written(
      [[{ id: 1, name: 'Norte' }], [{ id: 2, name: 'Um nome mais comprido' }]],
      layout('table', { columns: columns.slice(0, 2) }),
      80,
    )
    expect(text.split('\n').slice(0, 3)).toEqual(['Id  Name', '1   Norte', '2   Um n…'])
  })
})

describe('cells', () => {
  it('reach into groups and lists', () => {
    expect(valueAt({ a: { b: 1 } }, 'a.b')).toBe(1)
    expect(valueAt({ a: null }, 'a.b')).toBeUndefined()
    expect(valueAt({ a: [{ b: 1 }, { b: 2 }] }, 'a.b')).toEqual([1, 2])
    expect(cellOf([{ id: 1, code: 'ABC123' }, { name: 'Ana' }, 3])).toBe('ABC123, Ana, 3')
  })

  it('count what a terminal shows, not what a string holds', () => {
    expect(displayWidth('São')).toBe(3)
    expect(displayWidth('Sa\u0303o')).toBe(3)
    expect(displayWidth('東京')).toBe(4)
    expect(displayWidth('👩‍🚒')).toBe(4)
    expect(fitted('東京都', 5)).toBe('東京…')
    expect(fitted('Belém', 5)).toBe('Belém')
  })

  it('cannot carry control characters or turn the writing direction', () => {
    expect(safeForTerminal('a\u001b[31mb\u0007c\u009bd')).toBe('a [31mb c d')
    expect(safeForTerminal('exe.\u202egnp')).toBe('exe.gnp')
    expect(safeForTerminal('a\u2028b')).toBe('a b')
  })

  it('leave narrow columns as they are', () => {
    expect(columnWidths([['ab', 'x'.repeat(40)]], 20, 2)).toEqual([2, 16])
    expect(columnWidths([['x'.repeat(30), 'x'.repeat(30)]], 42, 2)).toEqual([20, 20])
    expect(columnWidths([['ab', 'cd']], Infinity, 2)).toEqual([2, 2])
  })
})

describe('one record', () => {
  it('C73 keeps the lines of a long value in its column, and a pipe gets it in one', async () => {
    const record: Row = { id: 7, name: 'Escola Municipal de Educação Infantil Íris Conceição', location: null }
    const shown = async (isTerminal: boolean, width: number) => {
      let text = ''
      await writeRecord(record, layout('table'), {
        isTerminal,
        width,
        write: async (piece) => void (text += String(piece)),
      })
      return text.split('\n')
    }
    expect(await shown(true, 30)).toEqual([
      'Id    7',
      'Name  Escola Municipal de',
      '      Educação Infantil Íris',
      '      Conceição',
      'City',
      '',
    ])
    expect((await shown(false, 30))[1]).toBe(`Name  ${String(record['name'])}`)
    // Too narrow for a column of its own.
    expect((await shown(true, 20))[1]).toBe(`Name  ${String(record['name'])}`)
  })

  it('C73 breaks a word that is longer than its column, by the columns that its characters take', () => {
    expect(folded('東京都 abc', 4)).toEqual(['東京', '都', 'abc'])
    expect(folded('abcdefgh ij', 3)).toEqual(['abc', 'def', 'gh', 'ij'])
    expect(folded('', 5)).toEqual([''])
  })
})

describe('what is stored cannot command a terminal', () => {
  const hostile = 'A\u001b]0;x\u0007\u009b2J\u202eB\u2028C\u200f\u007f'
  const TEMPLATE = { template: '{id} {name} {location.city}' }
  const row: Row = { id: 1, name: hostile, location: { city: hostile } }
  // eslint-disable-next-line no-control-regex
  const harmful = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

  it('in any format, as a list or one record', async () => {
    for (const format of [...FORMATS, TEMPLATE]) {
      expect((await written([[row]], layout(format), 200)).replaceAll(/[\t\r]/g, ''), `${format}`).not.toMatch(harmful)
      let text = ''
      const out: Output = { isTerminal: true, width: 200, write: async (piece) => void (text += String(piece)) }
      await writeRecord(row, layout(format), out)
      expect(text.replaceAll(/[\t\r]/g, ''), `${format}`).not.toMatch(harmful)
    }
  })

  it('and reads back the same from a pipe, where JSON is as harmless', async () => {
    for (const format of ['json', 'ndjson'] as const) {
      const text = await written([[row]], layout(format))
      expect(text).not.toMatch(harmful)
      expect([JSON.parse(text)].flat()[0]).toEqual(row)
    }
  })

  it('T109 nor through a pipe to one, where nothing else of it is changed', async () => {
    const plain = hostile.replace(/[\u001b\u0007\u009b\u007f]+/g, ' ')
    for (const format of ['tsv', 'csv', 'table', TEMPLATE] as const) {
      expect(await written([[row]], layout(format)), `${format}`).not.toMatch(
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/,
      )
      let text = ''
      await writeRecord(row, layout(format), {
        isTerminal: false,
        width: 80,
        write: async (piece) => void (text += String(piece)),
      })
      expect(text, `${format}`).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/)
    }
    expect(await written([[row]], layout('tsv'))).toContain(plain)
  })
})
