import { encodingByName, ENCODINGS, type Encoding } from '@tocsin/core/csv/encoding'
import { camel } from '@tocsin/core/base/naming'
import type { SheetOptions } from '@tocsin/core/csv/sheet'
import type { Delimiter } from '@tocsin/core/csv/write'
import { defaultMode } from '@tocsin/core/import/target'
import type { SheetResourceName, SheetTarget } from '@tocsin/core/resources/sheets'
import { IMPORT_MODES, ON_ERROR, type ImportMode, type OnError } from '@tocsin/core/import/modes'
import { usageError } from '../command-error'
import { PROGRESS } from './choices'

export type ImportOptions = {
  path: string
  client: string
  target: SheetTarget
  mode: ImportMode
  onError: OnError
  /** The most bad rows with which the good ones are written; null without a limit. */
  maxErrors: number | null
  atomic: boolean
  dryRun: boolean
  /** True if a dry run that finds something to write exits with 10. */
  exitsWithPending: boolean
  progress: (typeof PROGRESS)[number]
  rejects: string | null
  sheet: SheetOptions
}

const DELIMITERS: Record<string, Delimiter> = { ',': ',', ';': ';', '|': '|', '\t': '\t', tab: '\t' }
/** The delimiters as a message names them: a comma among commas and a raw tab could not be read. */
const DELIMITER_CHOICES = '"," ";" "|" tab'

function choiceFlag<T extends string>(
  flags: Record<string, unknown>,
  flag: string,
  choices: readonly T[],
  fallback: T,
): T {
  const name = camel(flag.slice(2))
  const value = flags[name] ?? fallback
  const found = choices.find((one) => one === value)
  if (!found) throw usageError('cli.usage.choice', { flag, value, choices: choices.join(', ') }, { field: flag })
  return found
}

/** Returns what the rows are imported into. Registration data also needs the content id of its schema. */
function targetOf(resource: SheetResourceName, { contentId }: Record<string, unknown>): SheetTarget {
  if (resource !== 'registration-data') return { resource }
  if (typeof contentId === 'string' && contentId.trim() !== '') return { resource, contentId: contentId.trim() }
  throw usageError('cli.usage.missingFlag', { flag: '--content-id' }, { field: '--content-id' })
}

/**
 * Reads the flags of an import into a client. `columns` are the names that `--map` may give. Throws a usage error for a
 * wrong flag.
 */
export function importOptions(
  resource: SheetResourceName,
  path: string,
  client: string,
  flags: Record<string, unknown>,
  columns: readonly string[],
): ImportOptions {
  if (flags['exitCode'] === true && flags['dryRun'] !== true)
    throw usageError('cli.usage.missingFlag', { flag: '--dry-run' }, { field: '--exit-code' })
  const delimiter = flags['delimiter'] === undefined ? null : readDelimiter(String(flags['delimiter']))
  const encoding = flags['encoding'] === undefined ? null : readEncoding(String(flags['encoding']))
  const map = flags['map'] === undefined ? null : columnMap(flags['map'] as string[], columns)
  return {
    path,
    client,
    target: targetOf(resource, flags),
    mode: choiceFlag(flags, '--mode', IMPORT_MODES, defaultMode(resource)),
    ...strictnessOf(flags),
    dryRun: flags['dryRun'] === true,
    exitsWithPending: flags['exitCode'] === true,
    progress: choiceFlag(flags, '--progress', PROGRESS, PROGRESS[0]),
    rejects: typeof flags['rejects'] === 'string' ? flags['rejects'] : null,
    sheet: {
      ...(delimiter === null ? {} : { delimiter }),
      ...(encoding === null ? {} : { encoding }),
      ...(map === null ? {} : { map }),
    },
  }
}

/** Returns the treatment of bad rows. `--max-errors` skips as many as it names; `--atomic` writes all rows or none. */
function strictnessOf(flags: Record<string, unknown>): Pick<ImportOptions, 'onError' | 'maxErrors' | 'atomic'> {
  const given = flags['onError'] === undefined ? undefined : choiceFlag(flags, '--on-error', ON_ERROR, ON_ERROR[0])
  const atomic = flags['atomic'] === true
  const most = flags['maxErrors']
  const refuse = (one: string, other: string) =>
    usageError('cli.usage.together', { flags: `${one}, ${other}` }, { field: one })
  if (atomic && given === 'skip') throw refuse('--atomic', '--on-error=skip')
  if (atomic && most !== undefined) throw refuse('--atomic', '--max-errors')
  if (most === undefined) return { onError: given ?? ON_ERROR[0], maxErrors: null, atomic }
  if (given === 'stop') throw refuse('--max-errors', '--on-error=stop')
  if (!/^\d{1,9}$/.test(String(most)))
    throw usageError('cli.usage.argument', { argument: '--max-errors', value: most }, { field: '--max-errors' })
  return { onError: 'skip', maxErrors: Number(most), atomic }
}

function readDelimiter(text: string): Delimiter {
  const delimiter = Object.hasOwn(DELIMITERS, text) ? DELIMITERS[text] : undefined
  if (delimiter === undefined)
    throw usageError(
      'cli.usage.choice',
      { flag: '--delimiter', value: text, choices: DELIMITER_CHOICES },
      { field: '--delimiter' },
    )
  return delimiter
}

function readEncoding(label: string): Encoding {
  const encoding = encodingByName(label)
  if (encoding === null)
    throw usageError(
      'cli.usage.choice',
      { flag: '--encoding', value: label, choices: ENCODINGS.join(', ') },
      { field: '--encoding' },
    )
  return encoding
}

function columnMap(pairs: readonly string[], columns: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>()
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=')
      if (at < 1)
        throw usageError('cli.usage.pair', { flag: '--map', form: `…=${columns[0]}`, value: pair }, { field: '--map' })
      const column = pair.slice(at + 1)
      if (!columns.includes(column))
        throw usageError(
          'cli.usage.choice',
          { flag: '--map', value: pair, choices: columns.map((name) => `…=${name}`).join(', ') },
          { field: '--map' },
        )
      const header = pair.slice(0, at)
      const before = headers.get(header)
      if (before !== undefined)
        throw usageError('cli.usage.together', { flags: `${before}, ${pair}` }, { field: '--map' })
      headers.set(header, pair)
      return [header, column]
    }),
  )
}
