import type { Row } from '../data/row'

/** Shows a row's value in its cell. Null empties the cell while its row is loading or passes in a fling. */
export type FillCell = (row: Row | null) => void

/**
 * A column as the grid draws it. A held key fills twenty rows in a frame, so cells are not components: `paint` makes
 * the content of a cell once and returns the function that refills it.
 */
export type GridColumn = {
  id: string
  label: string
  /** A track of `grid-template-columns`. */
  track: string
  sortable?: boolean
  /** Names the row for screen readers. */
  heads?: boolean
  /** The layout on a narrow screen: a switch is at the right edge, a code shrinks last, chips and a state never. */
  look?: 'switch' | 'code' | 'chips' | 'state' | 'date' | undefined
  /** The heading is for screen readers only. */
  unseen?: boolean
  /** Left out on a narrow screen. */
  wideOnly?: boolean
  paint: (cell: HTMLElement) => FillCell
}

/** Returns the tracks of a grid, that of the ticks included. */
export const tracksOf = (columns: readonly GridColumn[], selectable: boolean): string =>
  [...(selectable ? ['36px'] : []), ...columns.map(({ track }) => track)].join(' ')
