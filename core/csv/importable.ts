import type { HeaderSpec } from './header'
import type { Cell } from './write'

/** A problem or a warning in one cell of a row; `column` is null for the row as a whole. */
export type CellProblem = {
  column: string | null
  /** The record's field, as a path, if there is one. */
  field: string | null
  code: string
  /** The key of the message: `import.<code>`, or that of the rule that failed. */
  messageKey: string
  values?: Record<string, unknown>
  /** The faulty text, if it is not the whole cell. */
  value?: string
}

/** The most problems reported for one cell: nobody corrects ten thousand bad codes one by one. */
export const PROBLEMS_OF_A_CELL = 10

export type RowReading<D> = { draft: D; problems: readonly CellProblem[]; warnings: readonly CellProblem[] }

/** The facts about a file that a reader of its rows must know. */
export type RowContext = {
  /** True if the file may write decimal commas. */
  decimalComma: boolean
  /** True if the row's batch has text that needs a closer check, see `needsCloseCheck`. */
  odd: boolean
  /** True for each of `spec.names` that the file has. */
  present: readonly boolean[]
  /** True if `isPlain` has accepted the row, so that only its draft is needed. */
  isPlain?: true
}

/**
 * Called for each unique key of a row, with its kind, its text in two parts and its column. If `shared`, several
 * records may have the key: its first row is the first of them, its second row the second.
 */
export type KeyVisitor = (kind: number, one: string, other: string, column: string, shared?: boolean) => void

/** A row with the same key as earlier rows: the number of the earlier rows, and the line of the first. */
export type Twin = { nth: number; line: number }

/** The facts that an import needs of a resource whose records come from sheets. */
export type Importable<D> = {
  spec: HeaderSpec
  /** Reads `cells` in the order of `spec.names`, canonical, empty where the file has no such column. */
  read: (cells: readonly string[], context: RowContext) => RowReading<D>
  /**
   * Returns whether a quick check accepts the raw cells: `read` would find them canonical, without problem or warning.
   * `at` is the index in the file of each of `spec.names`, or -1.
   */
  isPlain: (raw: readonly string[], at: readonly number[], context: RowContext) => boolean
  /**
   * Returns the codes of the warnings for a file with only these columns, once per file: they concern all its records.
   */
  missingColumnWarnings?: (columns: readonly string[]) => readonly string[]
  /** True if the server writes one row after another, so that a request has fewer of them. */
  oneByOne?: true
  /** Returns whether a column, by its index, holds text of several lines, which may hold tabs and line separators. */
  isLong: (column: number) => boolean
  /** Visits the keys of a row of canonical cells. `at` has their indexes, as in `isPlain`. */
  keys: (cells: readonly string[], at: readonly number[], visit: KeyVisitor) => void
  /** Returns the draft as cells of a file again, in the order of `spec.names`. Numbers stay numbers. */
  write: (draft: D) => readonly Cell[]
  /** Returns the same importer for the columns of one file, if a file's own columns count as well. */
  forFile?: (spec: HeaderSpec) => Importable<D>
}

/** Returns the importer that reads the rows of this sheet. */
export const readerOf = <D>(importable: Importable<D>, { spec }: { spec: HeaderSpec }): Importable<D> =>
  importable.forFile?.(spec) ?? importable

/** Creates a problem with one of the import's own messages. */
export function cellProblem(
  code: string,
  column: string | null,
  more: Partial<Omit<CellProblem, 'code' | 'column'>> = {},
): CellProblem {
  return { column, field: null, code, messageKey: `import.${code}`, ...more }
}
