import { encoderOf } from '../csv/encode'
import { guarded, unguarded } from '../csv/formula'
import { isRejectColumn, REJECT_COLUMNS } from '../csv/header'
import type { Sheet } from '../csv/sheet'
import { BYTE_ORDER_MARK } from '../csv/write'
import type { SheetProblem } from './problems'

/**
 * Returns a writer of rejected rows in the dialect, encoding and header of the file they come from, so that they can be
 * corrected and imported as they are. `message` turns a problem into words. A record that could not be cut into cells
 * is written whole into the first cell.
 */
export function rejectsWriter(sheet: Sheet, message: (problem: SheetProblem) => string) {
  const encode = encoderOf(sheet.encoding)
  const { delimiter, lineEnd, bom, header } = sheet
  const kept = header.cells.flatMap((name, index) => (isRejectColumn(name) ? [] : [index]))

  function cellOut(raw: string): string {
    const text = safe(raw)
    return /["\r\n]|^\s|\s$/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const record = (cells: readonly string[]) => encode(cells.map(cellOut).join(delimiter) + lineEnd)

  return {
    /** Returns the file's beginning: its mark, if it had one, and its header with our columns. */
    header(): Uint8Array {
      const line = record([...kept.map((index) => header.cells[index] ?? ''), ...REJECT_COLUMNS])
      if (!bom && sheet.encoding !== 'utf-16le' && sheet.encoding !== 'utf-16be') return line
      const mark = encode(BYTE_ORDER_MARK)
      const whole = new Uint8Array(mark.length + line.length)
      whole.set(mark)
      whole.set(line, mark.length)
      return whole
    },
    row({
      line,
      raw,
      problems,
    }: {
      line: number
      raw: readonly string[]
      problems: readonly SheetProblem[]
    }): Uint8Array {
      const codes = Array.from(new Set(problems.map(({ code }) => code)))
      return record([
        ...kept.map((index) => raw[index] ?? ''),
        String(line),
        codes.join(' '),
        problems.map(message).join('; '),
      ])
    },
  }
}

/** Guards the file's own text, since its author may have left formulas unguarded. An import reads it the same. */
function safe(raw: string): string {
  const text = raw.trim()
  const bare = unguarded(text)
  const written = guarded(bare)
  return bare !== text || written !== bare ? written : raw
}
