import { cellText, needsCloseCheck } from '../csv/cells'
import { CSV_LIMITS } from '../csv/limits'
import { isBrokenBatch, readSheet, type Batch, type Rows } from '../csv/read'
import type { Sheet } from '../csv/sheet'
import {
  cellProblem,
  PROBLEMS_OF_A_CELL,
  type CellProblem,
  type Importable,
  type RowContext,
  type Twin,
} from '../csv/importable'
import { keySet } from './key-set'
import { quoted, type SheetProblem } from './problems'

/** A row of the file with everything that is known of it without the server. */
export type CheckedRow<D> = {
  line: number
  /** The file's own text, cell by cell. An unreadable record has its first line as the only cell. */
  raw: readonly string[]
  /** `plain`: the quick check has accepted the row, and `draftOf` makes its draft. Null for an unreadable record. */
  draft: D | 'plain' | null
  /** A row with any problem is rejected. */
  problems: readonly SheetProblem[]
  warnings: readonly SheetProblem[]
  /**
   * Set if an earlier row has the same shared key. Only the server knows whether there is a record for this row, too.
   */
  twin?: Twin
}

const NONE: readonly SheetProblem[] = []

/**
 * Separators that Excel and word processors put within a text, and that no field may have. An import reads each as a
 * blank. Ordinary line ends are not among them.
 */
const ODD_BLANK = /[\v\f]/
const ODD_BLANK_OF_LINE = /[\t\v\f\u2028\u2029]/

/** The bytes of a file for each key, roughly. It only serves to reserve memory for the keys. */
const BYTES_PER_KEY = 200

/**
 * Returns a checker that turns batches of raw cells into rows. It drops blank lines and lines of separators. It also
 * drops a repeated header, as in joined files, and calls `note` with a warning.
 */
export function rowChecker<D>(
  sheet: Pick<Sheet, 'header' | 'delimiter'>,
  importable: Importable<D>,
  note: (warning: SheetProblem) => void = () => {},
  expectedRows = 0,
) {
  const { names } = importable.spec
  const { positions, cells: headers } = sheet.header
  const width = positions.length
  const at = names.map((_, index) => positions.indexOf(index))
  const own = names.map((_, index) => index)
  const nameless = headers.flatMap((header, index) => (header === '' ? [index] : []))
  const present = at.map((index) => index >= 0)
  const decimalComma = sheet.delimiter !== ','
  const plain: RowContext = { decimalComma, odd: false, present }
  const odd: RowContext = { decimalComma, odd: true, present }
  const right: RowContext = { ...plain, isPlain: true }
  const keys = keySet(expectedRows)

  /** The row whose keys are being visited, and the earlier use of them that was found. */
  let line = 0
  let duplicates: CellProblem[] | null = null
  let twin: Twin | null = null
  /** The number of rows that follow the first of a shared key, by its line; for keys used once nothing is kept. */
  const followers = new Map<number, number>()
  function visit(kind: number, one: string, other: string, column: string, shared = false): void {
    const earlier = keys.seen(kind, one, other, line)
    if (earlier === 0 || earlier === line) return
    if (shared) {
      twin = { nth: (followers.get(earlier) ?? 0) + 1, line: earlier }
      followers.set(earlier, twin.nth)
      return
    }
    duplicates ??= []
    if (duplicates.length < PROBLEMS_OF_A_CELL)
      duplicates.push(cellProblem('duplicate', column, { values: { line: earlier } }))
  }

  function located(found: CellProblem, raw: readonly string[]): SheetProblem {
    const index = found.column === null ? -1 : (at[names.indexOf(found.column)] ?? -1)
    return {
      line,
      column: index + 1,
      columnName: found.column,
      field: found.field,
      code: found.code,
      messageKey: found.messageKey,
      values: found.values ?? {},
      value: quoted(found.value ?? raw[index] ?? ''),
    }
  }

  /** Returns a problem of the row's structure, at a cell by its number. */
  function structural(code: string, column: number, value: string, values: Record<string, unknown> = {}): SheetProblem {
    const columnName = column > 0 ? (names[positions[column - 1] ?? -1] ?? headers[column - 1] ?? null) : null
    return { line, column, columnName, field: null, code, messageKey: `import.${code}`, values, value: quoted(value) }
  }

  const refused = (raw: readonly string[], problem: SheetProblem): CheckedRow<D> => ({
    line,
    raw,
    draft: null,
    problems: [problem],
    warnings: NONE,
  })

  function inFull(raw: readonly string[], context: RowContext): CheckedRow<D> {
    if (raw.length > width)
      return refused(
        raw,
        structural('too_many_columns', width + 1, raw[width]!, { expected: width, found: raw.length }),
      )
    for (let index = 0; index < raw.length; index++)
      if (raw[index]!.length > CSV_LIMITS.cell)
        return refused(raw, structural('too_long', index + 1, raw[index]!, { max: CSV_LIMITS.cell }))
    const lost = nameless.find((index) => (raw[index] ?? '').trim() !== '')
    if (lost !== undefined)
      return refused(
        raw,
        structural('too_many_columns', lost + 1, raw[lost]!, { expected: width - nameless.length, found: width }),
      )

    const cells = at.map((index) => (raw[index] ? cellText(raw[index], context.odd) : ''))
    const blanked: SheetProblem[] = []
    for (let column = 0; column < cells.length; column++) {
      const odd = importable.isLong(column) ? ODD_BLANK : ODD_BLANK_OF_LINE
      if (!odd.test(cells[column]!)) continue
      cells[column] = cells[column]!.replaceAll(new RegExp(odd, 'g'), ' ')
      blanked.push(structural('odd_blank', at[column]! + 1, raw[at[column]!]!))
    }
    const reading = importable.read(cells, context)
    importable.keys(cells, own, visit)
    const found = duplicates ? [...reading.problems, ...duplicates] : reading.problems
    duplicates = null
    const warnings = [...blanked, ...reading.warnings.map((warning) => located(warning, raw))]
    if (raw.length < width) warnings.push(structural('too_few_columns', 0, '', { expected: width, found: raw.length }))
    return { line, raw, draft: reading.draft, problems: found.map((problem) => located(problem, raw)), warnings }
  }

  function atAGlance(raw: readonly string[]): CheckedRow<D> {
    importable.keys(raw, at, visit)
    if (!duplicates) return { line, raw, draft: 'plain', problems: NONE, warnings: NONE }
    const problems = duplicates.map((problem) => located(problem, raw))
    duplicates = null
    return { line, raw, draft: 'plain', problems, warnings: NONE }
  }

  const isBlank = (raw: readonly string[]) => raw.every((cell) => cell.trim() === '')
  const isHeaderAgain = (raw: readonly string[]) =>
    raw.length === width && raw.every((cell, index) => cell.replaceAll('\ufeff', '').trim() === headers[index])

  function rows(batch: Rows): CheckedRow<D>[] {
    const checked: CheckedRow<D>[] = []
    for (let index = 0; index < batch.rows.length; index++) {
      const raw = batch.rows[index]!
      line = batch.line + index
      const first = raw[0]!
      // One odd character makes a whole batch odd, but only the rows that have one are read with care.
      const context = batch.odd && needsCloseCheck(raw.join('\n')) ? odd : plain
      const glance = context === plain && nameless.length === 0
      if (glance && raw.length === width && first !== headers[0] && importable.isPlain(raw, at, plain))
        checked.push(atAGlance(raw))
      else if (isBlank(raw)) continue
      else if (first.includes(headers[0]!) && isHeaderAgain(raw)) note(structural('header_again', 0, ''))
      else checked.push(inFull(raw, context))
      if (twin) checked.at(-1)!.twin = twin
      twin = null
    }
    return checked
  }

  return {
    check(batch: Batch): CheckedRow<D>[] {
      if (!isBrokenBatch(batch)) return rows(batch)
      line = batch.line
      const values = batch.code === 'too_long' ? { max: CSV_LIMITS.record } : {}
      return [refused([batch.raw], structural(batch.code, batch.column, batch.raw, values))]
    },
    /** Returns the draft of a row without problems. */
    draftOf: ({ raw, draft }: CheckedRow<D>): D | null =>
      draft === 'plain'
        ? importable.read(
            at.map((index) => raw[index] ?? ''),
            right,
          ).draft
        : draft,
  }
}

/** Yields the checked rows of a sheet, batch by batch. Memory stays flat except for the keys already seen. */
export async function* checkedRows<D>(
  sheet: Sheet,
  importable: Importable<D>,
  note?: (warning: SheetProblem) => void,
): AsyncGenerator<{ rows: CheckedRow<D>[]; draftOf: (row: CheckedRow<D>) => D | null }> {
  const checker = rowChecker(sheet, importable, note, sheet.source.size / BYTES_PER_KEY)
  const draftOf = (row: CheckedRow<D>) => checker.draftOf(row)
  for await (const batch of readSheet(sheet)) yield { rows: checker.check(batch), draftOf }
}
