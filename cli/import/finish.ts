import { relative, resolve } from 'node:path'
import type { ImportResult } from '@tocsin/core/import/run'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { FIGURES, summaryOf } from '@tocsin/core/import/summary'
import type { Context } from '../context'
import type { ExitCode } from '../exit-codes'
import { ownLayout } from '../layout'
import { writeFigures, type Layout } from '../output'
import { outcome } from './outcome'
import type { Import } from './types'

/** The fields of an import's result. */
const RESULT = [
  ...FIGURES,
  'dryRun',
  'encoding',
  'samples',
  'changes',
  'skippedRows',
  'errors',
  'counts',
  'warnings',
  'warningCounts',
  'rejects',
]

/** The fields of a table and a sheet; without `dryRun` a plan would look like what was written. */
const COLUMNS: readonly string[] = [...FIGURES, 'dryRun']

/** Returns the layout of an import's result. */
export const resultLayout = (context: Context): Layout =>
  ownLayout(context, RESULT, (path) => (COLUMNS.includes(path) ? context.t(`cli.import.figures.${path}`) : path), {
    shown: COLUMNS,
  })

/** Returns a path as it can be typed in the working folder of the command. */
function shortPath(cwd: string, path: string): string {
  const short = relative(cwd, resolve(cwd, path))
  return short.startsWith('..') ? path : short
}

/** Says on stderr where the rejected rows are, if there are any. */
export async function noteRejects({ context: { io, t, note } }: Import, rejects: string | null): Promise<void> {
  if (rejects) await note(t('cli.import.rejects', { path: shortPath(io.cwd, rejects) }))
}

/** Writes the figures on stdout and tells on stderr what to do about the rows not written. */
export async function finish(
  one: Import,
  result: ImportResult,
  { rejects, planned }: { rejects: string | null; planned: boolean },
): Promise<ExitCode> {
  const { context, options, sheet } = one
  const { t, io } = context
  const summary = summaryOf(result)
  const { errors, counts, warnings, warningCounts, changes, skippedRows, samples } = result
  const inWords = (problem: SheetProblem) => ({ ...problem, message: t(problem.messageKey, problem.values) })
  const row = {
    ...summary,
    dryRun: options.dryRun,
    encoding: sheet.encoding,
    samples,
    changes,
    skippedRows,
    errors: errors.map(inWords),
    // Only the first of each code are listed, so their number is told beside them.
    counts,
    warnings: warnings.map(inWords),
    warningCounts,
    rejects: rejects && shortPath(io.cwd, rejects),
  }
  await writeFigures(row, one.layout, io.stdout)
  // The specification names an outcome of registration data (RDATA-05).
  const through = result.unsent === 0 && result.read > result.rejected
  if (options.target.resource === 'registration-data' && !options.dryRun && through)
    await context.note(t('notices.uploadCsvComplete', { created: result.created, updated: result.updated }))
  await noteRejects(one, rejects)
  return outcome(context, options, result, planned)
}
