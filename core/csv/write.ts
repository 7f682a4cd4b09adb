import { guarded } from './formula'

export type Delimiter = ',' | ';' | '\t' | '|'

/** A cell to write: text is quoted and guarded, a number is not quoted, null is an empty cell. */
export type Cell = string | number | null

export const BYTE_ORDER_MARK = '\ufeff'

/** Returns a number as written to a file: with a decimal point, and without an exponent for every usual value. */
export function numberText(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const plain = value.toFixed(20).replace(/\.?0+$/, '')
  return Number(plain) === value ? plain : text
}

function cellOut(cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : ''
  const text = guarded(cell)
  return `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`
}

/**
 * Returns one record with its line end (CRLF, as in RFC 4180). Every text is quoted, so that its cell begins with a
 * quote even if the file is opened with another delimiter. LF within a text stays LF.
 */
export function csvLine(cells: readonly Cell[], delimiter: Delimiter = ','): string {
  // A lone empty cell would be a blank line, which readers skip.
  if (cells.length === 1 && cellOut(cells[0]!) === '') return '""\r\n'
  // Built without join: an import writes some millions of cells.
  let line = cellOut(cells[0] ?? null)
  for (let index = 1; index < cells.length; index++) line += delimiter + cellOut(cells[index]!)
  return `${line}\r\n`
}

/**
 * Returns one record in which only the cells are quoted that need it in any dialect: one with a delimiter, a quote, a line
 * end or a blank at its ends. For programs; a file that a spreadsheet opens quotes every text (`csvLine`).
 */
export function plainCsvLine(cells: readonly Cell[]): string {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'string' ? guarded(cell) : cellOut(cell)
    return /[,;\t|"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${quoted.length === 1 && quoted[0] === '' ? '""' : quoted.join(',')}\r\n`
}

/** Returns the header record. Only names that are not plain words are quoted. */
export function csvHeader(names: readonly string[], delimiter: Delimiter = ','): string {
  return `${names.map((name) => (/^\w+$/.test(name) ? name : cellOut(name))).join(delimiter)}\r\n`
}
