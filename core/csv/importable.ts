import type { HeaderSpec } from './header'
import type { Cell } from './write'

/** A problem, or something worth a look, in one cell of a row; `column` is null for the row as a whole. */
export type CellProblem = {
  column: string | null
  /** The record's field, as a path, if there is one. */
  field: string | null
  code: string
  /** The key of the words: `import.<code>`, or that of the rule that failed. */
  messageKey: string
  values?: Record<string, unknown>
  /** The faulty text, if it is not the whole cell. */
  value?: string
}

/** The most problems told of one cell: nobody mends ten thousand bad codes one by one. */
export const PROBLEMS_OF_A_CELL = 10

export type RowReading<D> = { draft: D; problems: readonly CellProblem[]; warnings: readonly CellProblem[] }

/** The facts about a file that a reader of its rows must know. */
export type RowContext = {
  /** True if the file may write decimal commas. */
  decimalComma: boolean
  /** True if the row's batch has text that is not plain, see `isOdd`. */
  odd: boolean
  /** The presence in the file of each of `spec.names`. */
  present: readonly boolean[]
  /** True if `isPlain` has found the row right: only its draft is wanted. */
  right?: true
}

/**
 * Called for each key of a row that no other row of the file may have: its kind, its text in two parts, its column. If
 * `shared`, a key may have several records: its first row is the first of them, its second row the second.
 */
export type KeyVisitor = (kind: number, one: string, other: string, column: string, shared?: boolean) => void

/** A row with the key of earlier ones: the number of those, and the line of the first. */
export type Twin = { nth: number; line: number }

/** A noun whose records come from sheets: everything the pipeline needs to know of it. */
export type Importable<D> = {
  spec: HeaderSpec
  /** Reads `cells` in the order of `spec.names`, canonical, empty where the file has no such column. */
  read: (cells: readonly string[], context: RowContext) => RowReading<D>
  /**
   * Returns whether raw cells are right at a glance: `read` would find them canonical, without problem or warning.
   * `at`: the place in the file of each of `spec.names`, or -1.
   */
  isPlain: (raw: readonly string[], at: readonly number[], context: RowContext) => boolean
  /** Codes of warnings for a file with these columns and no others, once a file: gaps of all its records. */
  lacking?: (columns: readonly string[]) => readonly string[]
  /** Returns whether a column, by its index, holds text of several lines, which may hold tabs and line separators. */
  isLong: (column: number) => boolean
  /** Visits the keys of a row of canonical cells, which stand at `at`. */
  keys: (cells: readonly string[], at: readonly number[], visit: KeyVisitor) => void
  /** Returns the draft as a record of a file again, numbers as numbers, in the order of `spec.names`. */
  write: (draft: D) => readonly Cell[]
  /** Returns the same noun for the columns of one file, if a file's own columns count as well. */
  within?: (spec: HeaderSpec) => Importable<D>
}

/** Returns the noun that reads the rows of this very sheet. */
export const readerOf = <D>(noun: Importable<D>, { spec }: { spec: HeaderSpec }): Importable<D> =>
  noun.within?.(spec) ?? noun

/** Makes a problem with words of the import's own. */
export function cellProblem(
  code: string,
  column: string | null,
  more: Partial<Omit<CellProblem, 'code' | 'column'>> = {},
): CellProblem {
  return { column, field: null, code, messageKey: `import.${code}`, ...more }
}
