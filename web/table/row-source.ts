import type { ApiError } from '@tocsin/core/base/errors'
import type { Row } from '../data/row'

/** Rows by their place in a list that may be far longer than what is loaded. Each change gives a new one. */
export type RowSource = {
  /** Undefined until the first answer. */
  readonly total: number | undefined
  readonly fetching: boolean
  /** Why something that is looked at could not be loaded; what was there stays. */
  readonly failure: ApiError | undefined
  /** Some of it was never loaded before. */
  readonly missing: boolean
  at: (index: number) => Row | undefined
  /** These are looked at, so load them. What is no longer looked at is not waited for. */
  ensure: (first: number, last: number) => void
  retry: () => void
  indexOf: (id: number) => number | undefined
  /** Everything that is loaded now, in its order. */
  loaded: () => Row[]
}

/** The numbers of the pages that hold these rows. */
export function pagesWithin(first: number, last: number, pageSize: number): number[] {
  const from = Math.max(0, Math.floor(first / pageSize))
  const to = Math.max(from, Math.floor(last / pageSize))
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Rows that are all in memory. */
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
