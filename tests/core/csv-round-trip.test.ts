import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellText, needsCloseCheck } from '@tocsin/core/csv/cells'
import { isBrokenBatch, sheetReader } from '@tocsin/core/csv/read'
import type { Cell, Delimiter } from '@tocsin/core/csv/write'
import { csvLine, numberText } from '@tocsin/core/csv/write'

/** Twenty thousand tables, half of them of the characters that break things. */
const RUNS = 20_000

const nasty = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r',
    ' ',
    '\u00a0',
    '\ufeff',
    '＝',
    '＋',
    '－',
    '＠',
    '−',
    'a',
    '1',
    '.',
    'é',
    '🚑',
    '(',
    ')',
  ),
  maxLength: 8,
})
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 5, arbitrary: nasty },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => !text.includes('\0')) },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 }))
const delimiters = fc.constantFrom<Delimiter>(',', ';', '\t', '|')

/** Returns the form in which text is stored; text that is not canonical comes back in it. */
const canonical = (text: string) =>
  text
    .replaceAll(/\r\r\n|\r\n|\r/g, '\n')
    .replaceAll('\ufeff', '')
    .normalize('NFC')
    .trim()

function written(cells: Cell[][], delimiter: Delimiter): string {
  return `\ufeff${cells.map((row) => csvLine(row, delimiter)).join('')}`
}

function read(text: string, delimiter: Delimiter): { raw: string[][]; cells: string[][] } {
  const reader = sheetReader({ encoding: 'utf-8', delimiter, headerLine: 0 })
  const batches = [...reader.push(new TextEncoder().encode(text)), ...reader.end()]
  const raw = batches.flatMap((batch) => (isBrokenBatch(batch) ? [] : batch.rows))
  return { raw, cells: raw.map((row) => row.map((one) => cellText(one, needsCloseCheck(one)))) }
}

/** Returns whether a spreadsheet sees a formula after marks and blanks; written apart from the guard. */
function runs(raw: string): boolean {
  const seen = raw.replace(/^[\s\ufeff\u200b]+/, '').normalize('NFKC')
  return /^[=+\-@−]/.test(seen) && !/^[+-]?[\d.,]+(e[+-]?\d+)?$/i.test(seen) && !/^\+[\d ().-]+$/.test(seen)
}

describe('writing and reading back', () => {
  it('T52 T53 gives every random table back and leaves no formula in it', () => {
    fc.assert(
      fc.property(table, delimiters, (original, delimiter) => {
        // Text is written in the form it is stored in.
        const cells = original.map((row) => row.map((one) => (typeof one === 'string' ? canonical(one) : one)))
        const { raw, cells: back } = read(written(cells, delimiter), delimiter)
        expect(back).toEqual(
          cells.map((row) => row.map((one) => (typeof one === 'number' ? numberText(one) : (one ?? '')))),
        )
        for (const one of raw.flat()) expect(runs(one), JSON.stringify(one)).toBe(false)
      }),
      { numRuns: RUNS, seed: 52 },
    )
  }, 120_000)

  it('T53 writes numbers so that they are the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(numberText(value)) === value).toBe(true)
      }),
      { seed: 53 },
    )
    expect(numberText(-23.5)).toBe('-23.5')
    expect(numberText(1e-7)).toBe('0.0000001')
  })

  it('T52 leaves no formula in text that is not canonical either', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const { raw } = read(written([[text, 'x']], ','), ',')
        for (const one of raw.flat()) expect(runs(one), JSON.stringify(one)).toBe(false)
      }),
      { numRuns: 5_000, seed: 54 },
    )
  }, 60_000)
})
