import { relative, resolve } from 'node:path'
import type { ImportResult } from '@tocsin/core/import/run'
import { FIGURES, summaryOf } from '@tocsin/core/import/summary'
import type { ExitCode } from '../exit-codes'
import { writeFigures } from '../output'
import { outcome } from './outcome'
import type { Import } from './types'

/** The fields of an import's result. */
export const RESULT = [
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
  const row = {
    ...summary,
    dryRun: options.dryRun,
    encoding: sheet.encoding,
    samples,
    changes,
    skippedRows,
    errors,
    // Only the first of each code are listed, so their number is told beside them.
    counts,
    warnings,
    warningCounts,
    rejects: rejects && shortPath(io.cwd, rejects),
  }
  const columns = (one.keys ?? FIGURES).map((path) => ({
    path,
    label: Object.hasOwn(summary, path) ? t(`cli.import.figures.${path}`) : path,
  }))
  await writeFigures(
    row,
    { format: context.format, color: context.color, t, columns, keys: one.keys ?? Object.keys(row) },
    io.stdout,
  )
  // The specification names an outcome of registration data (RDATA-05).
  const through = result.unsent === 0 && result.read > result.rejected
  if (options.target.resource === 'registration-data' && !options.dryRun && through)
    await context.note(t('notices.uploadCsvComplete', { created: result.created, updated: result.updated }))
  await noteRejects(one, rejects)
  return outcome(context, options, result, planned)
}
