import type { ApiError } from '@tocsin/core/base/errors'
import type { Row } from '../data/row'

/** The rows of a list by index, of which only a part may be loaded. Each change creates a new source. */
export type RowSource = {
  /** Undefined until the first response. */
  readonly total: number | undefined
  readonly fetching: boolean
  /** The error of a page in view that could not be loaded; rows already loaded stay. */
  readonly failure: ApiError | undefined
  /** True while some of the failed pages were never loaded. */
  readonly missing: boolean
  at: (index: number) => Row | undefined
  /** Loads the rows in view. Requests for rows no longer in view are cancelled. */
  ensure: (first: number, last: number) => void
  retry: () => void
  indexOf: (id: number) => number | undefined
  /** Returns all rows loaded now, in the order of the list. */
  loaded: () => Row[]
}

/** Returns the numbers of the pages that hold these rows. */
export function pagesWithin(first: number, last: number, pageSize: number): number[] {
  const from = Math.max(0, Math.floor(first / pageSize))
  const to = Math.max(from, Math.floor(last / pageSize))
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Makes a source of rows that are all in memory. */
export const rowsInMemory = (total: number, at: (index: number) => Row): RowSource => ({
  total,
  fetching: false,
  failure: undefined,
  missing: false,
  at: (index) => (index >= 0 && index < total ? at(index) : undefined),
  ensure: () => {},
  retry: () => {},
  indexOf: () => undefined,
  loaded: () => [],
})
