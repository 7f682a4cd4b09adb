import { formatNumber, type Translate } from '@tocsin/core/vocabulary/i18n'
import type { Locale } from '@tocsin/core/base/constants'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { FIGURES } from '@tocsin/core/import/summary'
import { changesText, placeOf, wrongOf } from '@tocsin/core/import/words'
import type { Outcome } from './worker-protocol'

/** Returns how to correct a problem; empty if the problem's own text says so already. */
export function mendOf({ code }: SheetProblem, t: Translate): string {
  const words = t(`sheets.mend.${code}`)
  return words === `sheets.mend.${code}` ? '' : words
}

/** The labels of figures in a plan, where nothing has been done yet. */
const PLANNED: Partial<Record<string, string>> = { created: 'create', updated: 'update' }

/** Returns the figures of a plan or a run in the order in which they add up: label and number. */
export const figuresOf = (outcome: Outcome, planned: boolean, t: Translate): (readonly [string, number])[] =>
  FIGURES.filter((name) => name !== 'unsent' || outcome.unsent > 0).map((name) => [
    t(`sheets.figures.${(planned && PLANNED[name]) || name}`),
    outcome[name],
  ])

type Report = { file: string; outcome: Outcome; planned: boolean; problems: readonly SheetProblem[] }

/** Returns the whole result as a text to keep: the figures, then every problem and warning at its place. */
export function reportText({ file, outcome, planned, problems }: Report, t: Translate, locale: Locale): string {
  const line = (problem: SheetProblem) =>
    `${placeOf(file, problem)} ${wrongOf(problem, t)} ${JSON.stringify(problem.value)} [${problem.code}]`
  return [
    `${file}: ${t(planned ? 'sheets.planned' : 'sheets.result')}`,
    ...figuresOf(outcome, planned, t).map(([label, count]) => `${label}: ${formatNumber(locale, count)}`),
    ...(Object.keys(outcome.changes).length > 0
      ? [t('sheets.changes', { columns: changesText(outcome.changes, locale) })]
      : []),
    '',
    ...(problems.length > 0 ? [t('sheets.problems', { count: problems.length }), ...problems.map(line), ''] : []),
    ...(outcome.warnings.length > 0
      ? [t('sheets.warnings', { count: totalOf(outcome.warningCounts) }), ...outcome.warnings.map(line), '']
      : []),
  ].join('\n')
}

export const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
