import { openSheet, type SheetOptions } from '../csv/sheet'
import { CsvRefusal } from '../csv/refusal'
import { sourceOfBytes } from '../csv/source'
import { readerOf, type Importable, type Twin } from './importable'
import type { SheetProblem } from './problems'
import { checkedRows } from './rows'

export type ParsedSheet<D> = {
  /** Canonical names of the columns the file has: only these say anything of a record. */
  columns: string[]
  /** Every row that could be read, good or bad. */
  rows: { line: number; draft: D; problems: readonly SheetProblem[]; twin?: Twin }[]
  /** All problems of all rows, those that could not be read included. */
  problems: SheetProblem[]
  warnings: SheetProblem[]
}

/**
 * Reads a whole sheet that is small enough to be held: what the server does with an upload. `maxRows` bounds it.
 * Throws CsvRefusal for a file that is no sheet or has no rows.
 */
export async function parseSheet<D>(
  bytes: Uint8Array,
  noun: Importable<D>,
  { maxRows = 10_000, ...options }: SheetOptions & { maxRows?: number } = {},
): Promise<ParsedSheet<D>> {
  const sheet = await openSheet(sourceOfBytes(bytes), noun.spec, options)
  const parsed: ParsedSheet<D> = { columns: sheet.header.recognised, rows: [], problems: [], warnings: [] }
  let count = 0
  for await (const { rows, draftOf } of checkedRows(sheet, readerOf(noun, sheet), (warning) =>
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
