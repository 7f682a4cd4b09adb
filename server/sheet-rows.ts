import type { Importable } from '@tocsin/core/import/importable'
import type { ImportMode } from '@tocsin/core/import/modes'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { parseSheet } from '@tocsin/core/import/parse'
import type { ImportOutcome, RowError } from '@tocsin/core/import/upload'

export type ReadRow<D> = {
  row: number
  line: number
  draft: D
  /** How many rows before it have its key, and the line of the first where it is in this upload. */
  nth: number
  like: number | null
}

/** The rows of a chunk, read by the same reader and rules as the terminal's, and the account that is kept of them. */
export async function readRows<D>(
  bytes: Uint8Array,
  noun: Importable<D>,
  twins: ReadonlyMap<number, number> = new Map(),
) {
  const sheet = await parseSheet(bytes, noun)
  const lines = [...new Set([...sheet.rows.map(({ line }) => line), ...sheet.problems.map(({ line }) => line)])]
  const numberOf = new Map(lines.sort((one, other) => one - other).map((line, index) => [line, index + 1]))
  const outcome: ImportOutcome = {
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    errors: sheet.problems.map((problem) => errorOf(problem, numberOf.get(problem.line) ?? 0)),
    changes: {},
    skippedRows: [],
  }
  const good = sheet.rows
    .filter(({ problems }) => problems.length === 0)
    .map(({ line, draft, twin }): ReadRow<D> => {
      const row = numberOf.get(line) ?? 0
      return { row, line, draft, nth: twins.get(row) ?? twin?.nth ?? 0, like: twin?.line ?? null }
    })
  return {
    columns: sheet.columns,
    good,
    outcome,
    refuse: ({ row, line }: ReadRow<D>, column: string, code: string, values: Record<string, unknown> = {}): void => {
      outcome.errors.push({ row, line, column, code, message: `import.${code}`, values })
    },
    /** Counts a row whose record exists and differs; whether it is to be written. */
    differs: ({ row, line }: ReadRow<D>, columns: string[], mode: ImportMode): boolean => {
      for (const column of columns) outcome.changes[column] = (outcome.changes[column] ?? 0) + 1
      if (mode === 'upsert') return true
      outcome.skipped++
      outcome.skippedRows.push({ row, line, columns })
      return false
    },
  }
}

function errorOf({ line, columnName, code, messageKey, values }: SheetProblem, row: number): RowError {
  return { row, line, column: columnName, code, message: messageKey, values }
}
