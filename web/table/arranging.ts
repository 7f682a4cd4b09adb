import type { Row } from '../data/row'
import type * as tools from './arranging-tools'

/** A step of a lifted row: past its neighbour, or to either end. */
export type ArrangingStep = 'up' | 'down' | 'first' | 'last'

/** A row that is lifted. */
export type Lifted = {
  id: number
  /** The ids of the rows that move with it, its own among them. */
  block: ReadonlySet<number>
  /** The number of steps that it has moved. */
  steps: number
}

/** A list whose order people give it. Its caller knows the whole order, which the list itself reads page by page. */
export type Arranging = {
  /** The code of the order, which such a list brings along: few lists have one. It is there from the first render on. */
  tools: typeof tools
  /** Returns the place of a row among all, as people count. The function stays the same. */
  placeOf: (row: Row) => number
  /** All rows in the order shown while a row is lifted or its place is saved; null shows those of the list. */
  rows: readonly Row[] | null
  /** Null while nothing is lifted. */
  lifted: Lifted | null
  /** The index among `rows` of the row that keeps the focus. */
  at: number | null
  lift: (row: Row) => void
  step: (step: ArrangingStep) => void
  /** Moves the lifted row towards an index, as near as it may come. */
  moveTo: (index: number) => void
  drop: () => void
  putBack: () => void
}
