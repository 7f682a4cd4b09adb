/** A problem or a warning, and its place: the physical line and the cell of the file, both 1-based. */
export type SheetProblem = {
  line: number
  /** The cell's number in its row; 0 for the row as a whole. */
  column: number
  columnName: string | null
  /** The record's field as a path, if there is one. */
  field: string | null
  code: string
  /** The key of the words: `import.<code>` or a rule's own key. */
  messageKey: string
  values: Record<string, unknown>
  /** The text of the cell, at most 40 characters of it, so that no answer quotes a megabyte. */
  value: string
}

/** The number of problems of one code that are shown; the rest is counted. */
export const SHOWN_PER_CODE = 20

const VALUE_LENGTH = 40

/** Returns a cell's text as a message quotes it. */
export function quoted(text: string): string {
  if (text.length <= VALUE_LENGTH) return text
  return `${text.slice(0, VALUE_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

export type Tally = { add: (problem: SheetProblem) => void; shown: SheetProblem[]; counts: Record<string, number> }

/** Creates a tally. It keeps the first problems of each code in the order they came, and counts all of each. */
export function tally(): Tally {
  const shown: SheetProblem[] = []
  const counts: Record<string, number> = {}
  return {
    shown,
    counts,
    add(problem) {
      const count = (counts[problem.code] ?? 0) + 1
      counts[problem.code] = count
      if (count <= SHOWN_PER_CODE) shown.push(problem)
    },
  }
}

/**
 * Returns the message of a refused upload that lists the columns with missing values (A-064, IMPORT-07): `missing_data:
 * siteName, siteAddress`. Null if no value is missing.
 */
export function missingData(
  problems: readonly Pick<SheetProblem, 'code' | 'columnName'>[],
  columns: readonly string[],
): string | null {
  const lacking = new Set(problems.filter(({ code }) => code === 'missing_data').map(({ columnName }) => columnName))
  const named = columns.filter((column) => lacking.has(column))
  return named.length > 0 ? `missing_data: ${named.join(', ')}` : null
}
