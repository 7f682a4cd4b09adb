import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { quoteWord } from '@tocsin/core/command-line/line'
import { SourceChanged } from '@tocsin/core/csv/source'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { placeOf, refusalText } from '@tocsin/core/import/words'
import { CommandError } from '../command-error'
import type { Context } from '../context'
import { EXIT } from '../exit-codes'

/** Reports a file that is no sheet like any other failure, by name. */
export async function withFileErrors<T>(work: () => Promise<T>, context: Context, file: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SourceChanged) throw changedError(context, file, 0)
    if (!(error instanceof CsvRefusal)) throw error
    const { line } = error.values
    const pairs = mapsOf(error)
    throw new CommandError({
      code: error.code.toUpperCase(),
      exit: EXIT.invalid,
      key: 'cli.import.refused',
      values: {
        file: typeof line === 'number' ? placeOf(file, { line, column: 0 }) : file,
        reason: refusalText(error, context.t),
      },
      ...encodingHint(error),
      ...(pairs.length > 0
        ? { hint: { key: 'cli.import.map', values: { count: pairs.length, flags: pairs.join(' ') } } }
        : {}),
    })
  }
}

/** Returns the flags that give the required columns of a refused header its other columns, in their order. */
function mapsOf({ code, values }: CsvRefusal): string[] {
  const { fields, unknown } = values
  if (code !== 'header_unknown_or_missing' || !Array.isArray(fields) || !Array.isArray(unknown)) return []
  return unknown.slice(0, fields.length).map((header, index) => `--map ${quoteWord(`${header}=${fields[index]}`)}`)
}

/** Returns what to do about a file of no certain encoding; only an encoding that suits it is proposed. */
function encodingHint({ code, values }: CsvRefusal): { hint?: { key: string; values?: Record<string, unknown> } } {
  if (code === 'encoding_mixed') return { hint: { key: 'cli.import.mixedEncoding' } }
  if (code !== 'encoding_unknown') return {}
  const { better } = values
  return typeof better === 'string'
    ? { hint: { key: 'cli.import.betterEncoding', values: { better } } }
    : { hint: { key: 'cli.import.nameEncoding' } }
}

/** Returns the error of a file that has changed since the plan; `written`: rows of it that are in already. */
export const changedError = (context: Context, file: string, written: number): CommandError =>
  new CommandError({
    code: 'FILE_CHANGED',
    exit: written > 0 ? EXIT.partial : EXIT.conflict,
    key: written > 0 ? 'cli.import.changed' : 'cli.import.changedBefore',
    values: { file, count: formatNumber(context.locale, written) },
  })
