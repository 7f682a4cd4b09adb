import { formatNumber, type Translate } from '../vocabulary/i18n'
import type { Locale } from '../base/constants'
import type { SheetProblem } from './problems'

/** Returns the place of a problem as a terminal and an editor write it: `sites.csv:1043:12`. */
export const placeOf = (file: string, { line, column }: Pick<SheetProblem, 'line' | 'column'>): string =>
  [file, line, ...(column > 0 ? [column] : [])].join(':')

/** Returns a problem in words: `siteLatitude must be at least -90`. */
export const wrongOf = ({ columnName, messageKey, values }: SheetProblem, t: Translate): string =>
  [columnName, t(messageKey, values)].filter((part) => part !== null).join(' ')

/** Returns the reason a whole file is no sheet, or not the intended one. */
export function refusalText({ code, values }: { code: string; values: Record<string, unknown> }, t: Translate): string {
  const { fields, samples, readings } = values
  const listed = (words: unknown) => (Array.isArray(words) ? words.map((one) => `“${one}”`).join(', ') : '')
  return t(Array.isArray(readings) ? `import.${code}_but` : `import.${code}`, {
    ...values,
    ...(Array.isArray(fields) ? { fields: fields.join(', ') } : {}),
    ...(Array.isArray(samples) ? { samples: listed(samples), readings: listed(readings) } : {}),
  })
}

/** Returns the number of changed rows of each column, the most first: `siteRadius 40, siteTag 2`. */
export const changesText = (changes: Readonly<Record<string, number>>, locale: Locale): string =>
  Object.entries(changes)
    .toSorted(([, one], [, other]) => other - one)
    .map(([column, count]) => `${column} ${formatNumber(locale, count)}`)
    .join(', ')

/** Returns the name of a file that an import makes beside its own: `sites.csv` → `sites.rejects.csv`. */
export const besideName = (path: string, ending: string): string => `${path.replace(/\.(csv|tsv|txt)$/i, '')}.${ending}`
export const rejectsName = (path: string): string => besideName(path, 'rejects.csv')
