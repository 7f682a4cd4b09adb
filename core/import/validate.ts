import { CsvRefusal } from '../csv/refusal'
import type { Sheet } from '../csv/sheet'
import type { Importable } from './importable'
import type { SheetProblem } from './problems'
import { tally } from './problems'
import { checkedRows } from './rows'

export type Validation = {
  /** Rows of the file, blank lines not counted: `valid + rejected`. */
  read: number
  valid: number
  rejected: number
  /** Rows that go in but deserve a look. */
  warned: number
  /** The first of each code in the order of the file, and how many there are of each. */
  problems: SheetProblem[]
  counts: Record<string, number>
  warnings: SheetProblem[]
  warningCounts: Record<string, number>
}

export type ValidateOptions = {
  signal?: AbortSignal
  /** Told after each batch of some hundreds of rows. */
  progress?: (rows: number) => void
}

/** Reads every row of a sheet with the rules of its noun, in flat memory; what the server knows is not asked here. Throws CsvRefusal. */
export async function validateSheet<D>(
  sheet: Sheet,
  noun: Importable<D>,
  options: ValidateOptions = {},
): Promise<Validation> {
  const problems = tally()
  const warnings = tally()
  let read = 0
  let rejected = 0
  let warned = 0
  for (const name of sheet.header.unknown) warnings.add(aboutHeader(sheet, name))
  for await (const { rows } of checkedRows(sheet, noun, warnings.add)) {
    options.signal?.throwIfAborted()
    for (const row of rows) {
      read++
      if (row.problems.length > 0) {
        rejected++
        row.problems.forEach(problems.add)
      } else if (row.warnings.length > 0) warned++
      row.warnings.forEach(warnings.add)
    }
    options.progress?.(read)
  }
  if (read === 0) throw new CsvRefusal('no_rows')
  return {
    read,
    valid: read - rejected,
    rejected,
    warned,
    problems: problems.shown,
    counts: problems.counts,
    warnings: warnings.shown,
    warningCounts: warnings.counts,
  }
}

function aboutHeader(sheet: Sheet, name: string): SheetProblem {
  const column = sheet.header.cells.findIndex((cell) => cell.startsWith(name)) + 1
  return {
    line: sheet.headerLine,
    column,
    columnName: name,
    field: null,
    code: 'header_unknown',
    messageKey: 'import.header_unknown',
    values: {},
    value: name,
  }
}
