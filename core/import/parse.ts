import { openSheet, type SheetOptions } from '../csv/sheet'
import { CsvRefusal } from '../csv/refusal'
import { sourceOfBytes, type Source } from '../csv/source'
import { CHUNK_ROWS } from './chunks'
import { readerOf, type Importable, type Twin } from '../csv/importable'
import type { SheetProblem } from './problems'
import { checkedRows } from './rows'

export type ParsedSheet<D> = {
  /** Canonical names of the columns of the file. A row says nothing about other fields. */
  columns: string[]
  /** Every readable row, good or bad. */
  rows: { line: number; draft: D; problems: readonly SheetProblem[]; twin?: Twin }[]
  /** All problems of all rows, unreadable ones included. */
  problems: SheetProblem[]
  warnings: SheetProblem[]
}

/**
 * Reads a whole sheet that is small enough to be held in memory. The server reads an upload with it, which is one
 * transaction and thus no larger than the chunks of our own clients. Its source lets other requests run between two
 * pieces. Throws CsvRefusal for a file that is not a sheet, or has no rows or more than `maxRows`.
 */
export async function parseSheet<D>(
  from: Uint8Array | Source,
  importable: Importable<D>,
  { maxRows = CHUNK_ROWS, ...options }: SheetOptions & { maxRows?: number } = {},
): Promise<ParsedSheet<D>> {
  const sheet = await openSheet(from instanceof Uint8Array ? sourceOfBytes(from) : from, importable.spec, options)
  const parsed: ParsedSheet<D> = { columns: sheet.header.recognised, rows: [], problems: [], warnings: [] }
  let count = 0
  for await (const { rows, draftOf } of checkedRows(sheet, readerOf(importable, sheet), (warning) =>
    parsed.warnings.push(warning),
  ))
    for (const row of rows) {
      const { line, problems, warnings, twin } = row
      const draft = draftOf(row)
      if (++count > maxRows) throw new CsvRefusal('too_many_rows', { max: maxRows })
      parsed.problems.push(...problems)
      parsed.warnings.push(...warnings)
      if (draft !== null) parsed.rows.push({ line, draft, problems, ...(twin ? { twin } : {}) })
    }
  if (count === 0) throw new CsvRefusal('no_rows')
  return parsed
}
