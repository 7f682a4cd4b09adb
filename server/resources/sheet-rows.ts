import { setImmediate } from 'node:timers/promises'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { sourceOfBytes, type Source } from '@tocsin/core/csv/source'
import { ApiError } from '@tocsin/core/base/errors'
import type { Importable } from '@tocsin/core/csv/importable'
import type { ImportMode } from '@tocsin/core/import/modes'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { parseSheet, type ParsedSheet } from '@tocsin/core/import/parse'
import type { ImportOutcome, RowError } from '@tocsin/core/import/upload'

export type ReadRow<D> = {
  row: number
  line: number
  draft: D
  /** The number of earlier rows of the file with its key, and the line of the first one if that is in this upload. */
  nth: number
  like: number | null
}

/**
 * The outcome of an import, known before anything is written. `write` carries it out, and adds problems that have
 * arisen since. It gets the milliseconds until the actor may choose codes again.
 */
export type ImportPlan = { outcome: ImportOutcome; write: (codesWait: number) => Promise<void> }

/** The bytes of a sheet that are read before other requests get their turn. */
const SLICE = 65_536

function inTurns(bytes: Uint8Array): Source {
  const source = sourceOfBytes(bytes, '', SLICE)
  return {
    ...source,
    async *open() {
      for await (const piece of source.open()) {
        yield piece
        await setImmediate()
      }
    },
  }
}

/** The number of problems that an answer lists: ten for each row of the largest plan. */
const ERRORS = 10_000

async function parsed<D>(bytes: Uint8Array, importable: Importable<D>, maxRows: number): Promise<ParsedSheet<D>> {
  try {
    return await parseSheet(inTurns(bytes), importable, { maxRows })
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error
    throw new ApiError({ status: 400, code: error.code, details: { ...error.values } })
  }
}

export type SheetRows<D> = Awaited<ReturnType<typeof readRows<D>>>

/** Reads the rows of a chunk with the same reader and rules as the terminal, and counts them. */
export async function readRows<D>(
  bytes: Uint8Array,
  importable: Importable<D>,
  { maxRows, twins = new Map() }: { maxRows: number; twins?: ReadonlyMap<number, number> },
) {
  const sheet = await parsed(bytes, importable, maxRows)
  const lines = [...new Set([...sheet.rows.map(({ line }) => line), ...sheet.problems.map(({ line }) => line)])]
  const numberOf = new Map(lines.sort((one, other) => one - other).map((line, index) => [line, index + 1]))
  const outcome: ImportOutcome = {
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    errors: sheet.problems.slice(0, ERRORS).map((problem) => errorOf(problem, numberOf.get(problem.line) ?? 0)),
    changes: {},
    skippedRows: [],
  }
  const good = sheet.rows
    .filter(({ problems }) => problems.length === 0)
    .map(({ line, draft, twin }): ReadRow<D> => {
      const row = numberOf.get(line) ?? 0
      return { row, line, draft, nth: twins.get(row) ?? twin?.nth ?? 0, like: twin?.line ?? null }
    })
  /** The columns in which rows to be written differ, unless the row is refused afterwards. */
  const differing = new Map<number, readonly string[]>()
  return {
    columns: sheet.columns,
    good,
    outcome,
    refuse: (
      { row, line }: ReadRow<D>,
      column: string | null,
      code: string,
      values: Record<string, unknown> = {},
      message = `import.${code}`,
    ): void => {
      outcome.errors.push({ row, line, column, code, message, values })
      // A refused row changes nothing, so its differences are taken back.
      for (const name of differing.get(row) ?? []) if (--outcome.changes[name]! === 0) delete outcome.changes[name]
      differing.delete(row)
    },
    /** Counts a row whose record exists and differs; returns whether the row is to be written. */
    differs: ({ row, line }: ReadRow<D>, columns: string[], mode: ImportMode): boolean => {
      for (const column of columns) outcome.changes[column] = (outcome.changes[column] ?? 0) + 1
      if (mode === 'upsert') {
        differing.set(row, columns)
        return true
      }
      outcome.skipped++
      outcome.skippedRows.push({ row, line, columns })
      return false
    },
  }
}

function errorOf({ line, columnName, code, messageKey, values }: SheetProblem, row: number): RowError {
  return { row, line, column: columnName, code, message: messageKey, values }
}
