import { formatNumber, type Translate } from '@tocsin/core/i18n'
import type { Locale } from '@tocsin/core/constants'
import type { SheetProblem } from '@tocsin/core/import/problems'
import type { Outcome } from './import-wire'

/** `sites.csv:1043:12`: where it stands, as a terminal and an editor say it. */
export const placeOf = (file: string, { line, column }: Pick<SheetProblem, 'line' | 'column'>): string =>
  [file, line, ...(column > 0 ? [column] : [])].join(':')

/** What is wrong: `siteLatitude must be at least -90`. */
export const wrongOf = ({ columnName, messageKey, values }: SheetProblem, t: Translate): string =>
  [columnName, t(messageKey, values)].filter((part) => part !== null).join(' ')

/** What to do about it; empty where what is wrong says so already. */
export function mendOf({ code }: SheetProblem, t: Translate): string {
  const words = t(`sheets.mend.${code}`)
  return words === `sheets.mend.${code}` ? '' : words
}

const FIGURES = ['read', 'created', 'updated', 'unchanged', 'skipped', 'rejected', 'unsent'] as const
/** Of what would be done no figure says that it was. */
const PLANNED: Partial<Record<string, string>> = { created: 'create', updated: 'update' }

/** The figures of a plan or a run in the order in which they add up: label and number. */
export const figuresOf = (outcome: Outcome, planned: boolean, t: Translate): (readonly [string, number])[] =>
  FIGURES.filter((name) => name !== 'unsent' || outcome.unsent > 0).map((name) => [
    t(`sheets.figures.${(planned && PLANNED[name]) || name}`),
    outcome[name],
  ])

/** How many rows change in each column, the most first: `siteRadius 40, siteTag 2`. */
export const changesOf = ({ changes }: Outcome, locale: Locale): string =>
  Object.entries(changes)
    .toSorted(([, one], [, other]) => other - one)
    .map(([column, count]) => `${column} ${formatNumber(locale, count)}`)
    .join(', ')

type Report = { file: string; outcome: Outcome; planned: boolean; problems: readonly SheetProblem[] }

/** The whole result as a text to keep: the figures, then every problem and warning at its place. */
export function reportText({ file, outcome, planned, problems }: Report, t: Translate, locale: Locale): string {
  const line = (problem: SheetProblem) =>
    `${placeOf(file, problem)} ${wrongOf(problem, t)} ${JSON.stringify(problem.value)} [${problem.code}]`
  return [
    `${file}: ${t(planned ? 'sheets.planned' : 'sheets.result')}`,
    ...figuresOf(outcome, planned, t).map(([label, count]) => `${label}: ${formatNumber(locale, count)}`),
    ...(Object.keys(outcome.changes).length > 0 ? [t('sheets.changes', { columns: changesOf(outcome, locale) })] : []),
    '',
    ...(problems.length > 0 ? [t('sheets.problems', { count: problems.length }), ...problems.map(line), ''] : []),
    ...(outcome.warnings.length > 0
      ? [t('sheets.warnings', { count: totalOf(outcome.warningCounts) }), ...outcome.warnings.map(line), '']
      : []),
  ].join('\n')
}

export const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
