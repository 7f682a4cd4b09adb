import type { HeaderSpec } from './header'
import type { Cell } from './write'

/** What is wrong, or worth a look, in one cell of a row; `column` is null for the row as a whole. */
export type CellProblem = {
  column: string | null
  /** The record's field, as a path, where there is one. */
  field: string | null
  code: string
  /** Where the words are: `import.<code>`, or the key of the rule that failed. */
  messageKey: string
  values?: Record<string, unknown>
  /** What stood there, where it is not the whole cell. */
  value?: string
}

/** Most problems that are told of one cell: one with ten thousand bad codes in it is not mended code by code. */
export const PROBLEMS_OF_A_CELL = 10

export type RowReading<D> = { draft: D; problems: readonly CellProblem[]; warnings: readonly CellProblem[] }

/** What a reader must know of the file a row comes from. */
export type RowContext = {
  /** The file may write decimal commas. */
  decimalComma: boolean
  /** The row's batch has text that is not plain, see `isOdd`. */
  odd: boolean
  /** Which of `spec.names` the file has. */
  present: readonly boolean[]
  /** `isPlain` said of the row that it is right: only its draft is wanted. */
  right?: true
}

/**
 * Told of each key of a row that no other row of the file may have: its kind, its text in two parts, its column. Where
 * `shared`, there may be several records of one key: the first row that has it is the first of them, the second the second.
 */
export type KeyVisitor = (kind: number, one: string, other: string, column: string, shared?: boolean) => void

/** A row with the key of earlier ones: how many of those there are, and the line of the first. */
export type Twin = { nth: number; line: number }

/** A noun whose records come from sheets: everything the pipeline needs to know of it. */
export type Importable<D> = {
  spec: HeaderSpec
  /** `cells` in the order of `spec.names`, canonical, empty where the file has no such column. */
  read: (cells: readonly string[], context: RowContext) => RowReading<D>
  /**
   * Whether a row of raw cells is right at a glance: `read` would find its cells canonical, no problem, no warning.
   * `at`: where in the file each of `spec.names` stands, or -1.
   */
  isPlain: (raw: readonly string[], at: readonly number[], context: RowContext) => boolean
  /** Codes of what is worth a look in a file that has these columns and no others, once a file: what all records lack. */
  lacking?: (columns: readonly string[]) => readonly string[]
  /** Whether a column, by its index, holds text of several lines, which may hold tabs and separators of lines as well. */
  isLong: (column: number) => boolean
  /** Visits the keys of a row of canonical cells, where `at` says. */
  keys: (cells: readonly string[], at: readonly number[], visit: KeyVisitor) => void
  /** The draft as a record of a file again, numbers as numbers, in the order of `spec.names`. */
  write: (draft: D) => readonly Cell[]
  /** Where a file's own columns count as well: the same for the columns that one file has. */
  within?: (spec: HeaderSpec) => Importable<D>
}

/** What reads the rows of this very sheet. */
export const readerOf = <D>(noun: Importable<D>, { spec }: { spec: HeaderSpec }): Importable<D> =>
  noun.within?.(spec) ?? noun

/** A problem with words of the import's own. */
export function cellProblem(
  code: string,
  column: string | null,
  more: Partial<Omit<CellProblem, 'code' | 'column'>> = {},
): CellProblem {
  return { column, field: null, code, messageKey: `import.${code}`, ...more }
}
