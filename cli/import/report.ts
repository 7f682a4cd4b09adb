import type { Sheet } from '@tocsin/core/csv/sheet'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { SheetProblem } from '@tocsin/core/import/problems'
import type { ImportResult } from '@tocsin/core/import/run'
import { changesText, placeOf } from '@tocsin/core/import/words'
import type { Context } from '../context'
import { safeForTerminal } from '../display-width'

const DELIMITER_NAMES: Record<string, string> = { '\t': 'tab' }

/** Returns the line about the opened file: `sites.csv: windows-1252, ";", 19/19 columns`. */
export function openedLine({ t }: Context, sheet: Sheet): string {
  const { recognised } = sheet.header
  return t('cli.import.opened', {
    file: sheet.source.name,
    encoding: sheet.bom ? `${sheet.encoding} (BOM)` : sheet.encoding,
    delimiter: DELIMITER_NAMES[sheet.delimiter] ?? `"${sheet.delimiter}"`,
    // A sheet that allows extra columns has no fixed number of columns.
    columns: `${recognised.length}/${sheet.spec.open ? recognised.length : sheet.spec.names.length}`,
  })
}

/** `read as "Escola João", "Praça 1"`: the names show whether the encoding is right. */
export const samplesLine = ({ t }: Context, samples: readonly string[]): string =>
  t('cli.import.samples', { names: samples.map((name) => JSON.stringify(safeForTerminal(name))).join(', ') })

/** `sites.csv:1043:12 siteLatitude "-91" must be at least -90 [out_of_range]` */
function problemLine(context: Context, file: string, problem: SheetProblem): string {
  const { columnName, value, code, messageKey, values } = problem
  const words = [
    columnName,
    value === '' ? null : JSON.stringify(safeForTerminal(value)),
    context.t(messageKey, values),
    `[${code}]`,
  ]
  return [placeOf(file, problem), ...words.filter((word) => word !== null)].join(' ')
}

/** Returns the first problems of each code, line by line, then the number of further ones. */
export function problemLines(
  context: Context,
  file: string,
  problems: readonly SheetProblem[],
  counts: Readonly<Record<string, number>>,
): string[] {
  const told: Record<string, number> = {}
  for (const { code } of problems) told[code] = (told[code] ?? 0) + 1
  const more = Object.entries(counts).filter(([code, count]) => count > (told[code] ?? 0))
  return [
    ...[...problems]
      .sort((one, other) => one.line - other.line || one.column - other.column)
      .map((problem) => problemLine(context, file, problem)),
    ...more.map(([code, count]) =>
      context.t('cli.import.more', { code, more: formatNumber(context.locale, count - (told[code] ?? 0)) }),
    ),
  ]
}

/** `480 rows:  create 310  update 42 (siteRadius 40, siteTag 2)  unchanged 100  reject 28` */
export function planLine({ t, locale }: Context, plan: ImportResult): string {
  const number = (value: number) => formatNumber(locale, value)
  const changes = changesText(plan.changes, locale)
  const part = (name: string, count: number, detail = '') =>
    `${t(`cli.import.parts.${name}`)} ${number(count)}${detail && count > 0 ? ` (${detail})` : ''}`
  return [
    t('cli.import.planned', { count: plan.read }),
    part('create', plan.created),
    ...(plan.updated > 0 ? [part('update', plan.updated, changes)] : []),
    part('unchanged', plan.unchanged),
    ...(plan.skipped > 0 ? [part('skip', plan.skipped, changes)] : []),
    ...(plan.rejected > 0 ? [part('reject', plan.rejected)] : []),
    ...(plan.unsent > 0 ? [part('unsent', plan.unsent)] : []),
  ].join('  ')
}
