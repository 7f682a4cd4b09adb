import { ApiError } from '../base/errors'
import type { Sheet } from '../csv/sheet'
import { SourceChanged } from '../csv/source'
import { CsvRefusal } from '../csv/refusal'
import { ATOMIC_BYTES, chunker, CHUNK_BYTES, mostRows, type Chunk } from './chunks'
import { readerOf, type Importable } from '../csv/importable'
import type { OnError } from './modes'
import { nothingWritten, type ImportSummary } from './summary'
import { quoted, tally, type SheetProblem, type Tally } from './problems'
import { sender, type RowError, type SendOptions, type Sent } from './upload'
import { validatedRows } from './validate'

export type ImportProgress = ImportSummary & { retries: number }

/**
 * The server's error for a row, without the row's place. Many rows, perhaps millions, have equal errors: each is kept
 * once.
 */
type UnplacedError = Omit<RowError, 'row' | 'line'>
type Refused = ReadonlyMap<number, readonly UnplacedError[]>

export type ImportResult = ImportSummary & {
  /** The first problems of each code, by line. `counts` has the number of all problems of each code. */
  errors: SheetProblem[]
  counts: Record<string, number>
  warnings: SheetProblem[]
  warningCounts: Record<string, number>
  /** The number of rows that change in each column. */
  changes: Record<string, number>
  /** The first skipped rows, with the columns in which they differ. */
  skippedRows: { line: number; columns: string[] }[]
  /** The lines that the server refused, with its errors. An import after this plan leaves them out. */
  refused: Refused
  /** The number of rows among the unsent that were sent, and may have been written although no answer came. */
  unsettled: number
  /** Names as they were read, those with letters beyond ASCII first: they show whether the encoding is right. */
  samples: string[]
  /** The reason the run ended early, if it did. */
  failure: unknown
}

export type ImportOptions = Omit<SendOptions, 'dryRun' | 'onRetry'> & {
  progress?: (progress: ImportProgress) => void
  onRetry?: (error: ApiError, attempt: number) => void
  /** Called for every rejected row, with its own text: a rejects file is written from it. */
  onReject?: (row: RejectedRow) => void
}

export type RejectedRow = { line: number; raw: readonly string[]; problems: readonly SheetProblem[] }

const SHOWN_SKIPPED = 20
const SHOWN_NAMES = 3

/**
 * Requests the plan of an import from the server, which writes nothing. Rows with problems of their own are not sent.
 */
export function planImport<D>(sheet: Sheet, importable: Importable<D>, options: ImportOptions): Promise<ImportResult> {
  return run(sheet, importable, { ...options, dryRun: true }, new Map())
}

/**
 * Writes the good rows of a sheet, without those that `plan` found refused. With `onError: 'stop'` nothing is sent
 * unless the plan is complete and rejects no row. If the server refuses a chunk in spite of the plan, the rows that it
 * names are counted as rejected and the others as unsent, and with `stop` the run ends. With `atomic` the whole sheet is
 * one chunk, so that all of it is written or nothing; throws CsvRefusal if it is too large.
 */
export async function applyImport<D>(
  sheet: Sheet,
  importable: Importable<D>,
  options: ImportOptions & { onError: OnError; plan: ImportResult },
): Promise<ImportResult> {
  const { plan, onError } = options
  if (onError === 'stop' && (plan.rejected > 0 || plan.failure !== null)) return { ...plan, ...nothingWritten(plan) }
  return run(sheet, importable, { ...options, dryRun: false }, plan.refused)
}

async function run<D>(
  sheet: Sheet,
  kind: Importable<D>,
  options: ImportOptions & { dryRun: boolean; onError?: OnError },
  without: Refused,
): Promise<ImportResult> {
  const importable = readerOf(kind, sheet)
  const summary: ImportSummary = { read: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0, unsent: 0 }
  const errors = tally()
  const warnings = tally()
  const result = {
    changes: {} as Record<string, number>,
    skippedRows: [] as ImportResult['skippedRows'],
    unsettled: 0,
    failure: null as unknown,
  }
  const refused = new Map<number, readonly UnplacedError[]>()
  const shared = sharedErrors()
  /** The raw cells of the rows under way, of a few chunks at most. */
  const raws = new Map<number, readonly string[]>()
  let retries = 0
  const numberOf = new Map(
    sheet.header.positions.map((position, index) => [importable.spec.names[position] ?? '', index + 1]),
  )

  /** Returns the server's errors for a row as problems, at the row's place in the file. */
  const problemsOf = (unplaced: readonly UnplacedError[], line: number, raw: readonly string[]) =>
    unplaced.map((error) => serverProblem(error, line, raw, numberOf))

  /**
   * Rejected rows that wait until the result of every earlier row is known: they are reported in the order of the file.
   */
  const held: RejectedRow[] = []
  let first = Infinity
  const reject = (row: RejectedRow) => {
    summary.rejected++
    row.problems.forEach(errors.add)
    held.push(row)
    first = Math.min(first, row.line)
  }
  const tellRejected = () => {
    // The rows under way were added in the order they were read.
    const [open = Infinity] = raws.keys()
    if (first >= open) return
    held.sort((one, other) => one.line - other.line)
    const told = held.findIndex(({ line }) => line >= open)
    for (const row of held.splice(0, told < 0 ? held.length : told)) options.onReject?.(row)
    first = held[0]?.line ?? Infinity
  }

  function done(sent: Sent): void {
    const { lines } = sent.chunk
    if ('failed' in sent) {
      summary.unsent += lines.length
      if (sent.unsettled) result.unsettled += lines.length
      result.failure ??= sent.failed
    } else settle(sent.chunk, sent.answer)
    for (const line of lines) raws.delete(line)
    tellRejected()
    options.progress?.({ ...summary, retries })
  }

  function settle({ lines, twins }: Chunk, answer: Extract<Sent, { answer: unknown }>['answer']): void {
    const bad = byRow(answer.errors)
    for (const [row, found] of bad) {
      const line = lines[row - 1] ?? 0
      const raw = raws.get(line) ?? []
      const unplaced = shared(
        found.map((error) => {
          const twin = error.code === 'duplicate' && twins.get(row)
          // The `line` in the server's error is a line of the chunk.
          return twin ? { ...error, values: { line: twin.line } } : error
        }),
      )
      if (options.dryRun) refused.set(line, unplaced)
      reject({ line, raw, problems: problemsOf(unplaced, line, raw) })
    }
    const written = answer.created + answer.updated + answer.unchanged + answer.skipped
    summary.created += answer.created
    summary.updated += answer.updated
    summary.unchanged += answer.unchanged
    summary.skipped += answer.skipped
    summary.unsent += lines.length - written - bad.size
    for (const [column, count] of Object.entries(answer.changes))
      result.changes[column] = (result.changes[column] ?? 0) + count
    for (const { row, columns } of answer.skippedRows)
      if (result.skippedRows.length < SHOWN_SKIPPED) result.skippedRows.push({ line: lines[row - 1] ?? 0, columns })
    if (bad.size > 0 && !options.dryRun && options.onError === 'stop')
      result.failure ??= new ApiError({ status: 400, code: 'VALIDATION_FAILED' })
  }

  const names = namesOf(sheet)
  const sending = sender(
    {
      ...options,
      onRetry: (error, attempt) => {
        retries++
        options.onRetry?.(error, attempt)
      },
    },
    done,
  )
  const most = mostRows(importable, options)
  const chunks = chunker(importable, sheet.header.recognised, most, options.atomic ? ATOMIC_BYTES : CHUNK_BYTES)
  const pass = async (chunk: Chunk | null) => {
    if (!chunk) return
    if (result.failure !== null || !(await sending.start(chunk))) {
      summary.unsent += chunk.lines.length
      for (const line of chunk.lines) raws.delete(line)
      tellRejected()
    }
  }

  try {
    for await (const { rows, draftOf } of validatedRows(sheet, importable, warnings.add))
      for (const row of rows) {
        summary.read++
        names.look(row.raw)
        const unplaced = without.get(row.line)
        const problems = row.problems.length > 0 || !unplaced ? row.problems : problemsOf(unplaced, row.line, row.raw)
        const draft = problems.length > 0 ? null : draftOf(row)
        if (draft === null) {
          reject({ line: row.line, raw: row.raw, problems })
          // While there are rows under way, they are reported before this one.
          if (raws.size === 0) tellRejected()
        } else {
          raws.set(row.line, row.raw)
          const full = chunks.add(draft, row.line, row.twin)
          // Nothing is sent before the end of a file that is one chunk.
          if (full && options.atomic)
            throw new CsvRefusal('too_large_for_atomic', { rows: most, size: ATOMIC_BYTES / 2 ** 20 })
          await pass(full)
        }
      }
  } catch (error) {
    if (!(error instanceof SourceChanged)) throw error
    // Rows sent before are waited for and counted; the rest of the file is not what was planned.
    result.failure ??= error
  }
  await pass(chunks.end())
  await sending.settle()
  assertSum(summary)
  return { ...summary, ...about(errors, warnings), ...result, refused, samples: names.samples() }
}

/**
 * Gathers the first names with letters beyond ASCII, which show the encoding of the file; if there are too few, other
 * names.
 */
function namesOf({ header, spec }: Sheet) {
  const at = spec.required
    .map((name) => header.positions.indexOf(spec.names.indexOf(name)))
    .filter((index) => index >= 0)
  const telling = new Set<string>()
  const others = new Set<string>()
  return {
    look(raw: readonly string[]): void {
      if (telling.size === SHOWN_NAMES) return
      for (const index of at) {
        const name = (raw[index] ?? '').trim().slice(0, 60)
        if (/[^\0-\x7f]/.test(name)) {
          if (telling.size < SHOWN_NAMES) telling.add(name)
          return
        }
        if (name !== '' && index === at[0] && others.size < SHOWN_NAMES) others.add(name)
      }
    },
    samples: (): string[] => [...telling, ...others].slice(0, SHOWN_NAMES),
  }
}

function about(errors: Tally, warnings: Tally) {
  const byLine = (problems: SheetProblem[]) =>
    problems.toSorted((one, other) => one.line - other.line || one.column - other.column)
  return {
    errors: byLine(errors.shown),
    counts: errors.counts,
    warnings: byLine(warnings.shown),
    warningCounts: warnings.counts,
  }
}

const MAX_SHARED_ERRORS = 1_000

/** Returns a function that returns the errors given before if they are equal. */
function sharedErrors(): (errors: readonly RowError[]) => readonly UnplacedError[] {
  const known = new Map<string, readonly UnplacedError[]>()
  return (errors) => {
    const key = JSON.stringify(errors.map(({ column, code, message, values }) => ({ column, code, message, values })))
    const before = known.get(key)
    if (before) return before
    const unplaced = JSON.parse(key) as UnplacedError[]
    if (known.size < MAX_SHARED_ERRORS) known.set(key, unplaced)
    return unplaced
  }
}

function byRow(errors: readonly RowError[]): Map<number, RowError[]> {
  const rows = new Map<number, RowError[]>()
  for (const error of errors) {
    const row = rows.get(error.row)
    if (row) row.push(error)
    else rows.set(error.row, [error])
  }
  return rows
}

function serverProblem(
  error: UnplacedError,
  line: number,
  raw: readonly string[],
  numberOf: ReadonlyMap<string, number>,
): SheetProblem {
  const column = error.column ? (numberOf.get(error.column) ?? 0) : 0
  return {
    line,
    column,
    columnName: error.column,
    field: null,
    code: error.code,
    messageKey: error.message,
    values: error.values,
    value: quoted(raw[column - 1] ?? ''),
  }
}

function assertSum({ read, created, updated, unchanged, skipped, rejected, unsent }: ImportSummary): void {
  const sum = created + updated + unchanged + skipped + rejected + unsent
  if (read !== sum) throw new Error(`rows went missing: read ${read}, accounted for ${sum}`)
}
