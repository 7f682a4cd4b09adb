import { guarded } from './formula'

export type Delimiter = ',' | ';' | '\t' | '|'

/** A cell to write: text is quoted and guarded, a number stands bare, null is an empty cell. */
export type Cell = string | number | null

export const BYTE_ORDER_MARK = '\ufeff'

/** Returns a number as it stands in a file: with a point, without exponent where a person could meet one. */
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
 * Returns one record with its line end (CRLF, as RFC 4180 has it). Every text is quoted: a file opened with
 * another delimiter than its own then still begins its cells with a quote. LF within a text stays LF.
 */
export function csvLine(cells: readonly Cell[], delimiter: Delimiter = ','): string {
  // A lone empty cell would be a blank line, which readers skip.
  if (cells.length === 1 && cellOut(cells[0]!) === '') return '""\r\n'
  // Built without join: an import writes some millions of cells.
  let line = cellOut(cells[0] ?? null)
  for (let index = 1; index < cells.length; index++) line += delimiter + cellOut(cells[index]!)
  return `${line}\r\n`
}

/** Returns the header record: column names of ours need no quotes, others get them. */
export function csvHeader(names: readonly string[], delimiter: Delimiter = ','): string {
  return `${names.map((name) => (/^\w+$/.test(name) ? name : cellOut(name))).join(delimiter)}\r\n`
}
